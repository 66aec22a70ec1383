r"""Names are found in references and escapes, replaced whole, and put back byte for byte."""

from __future__ import annotations

import base64
import html
import quopri
import zlib
from urllib.parse import quote, quote_plus

import pytest
from anonfilter_documents.plaintext import Plaintext
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.documents.read_documents import read, replaced, write_rules

NAME = "Ren\xe9e N\xfa\xf1ez"
WRITTEN = [
    "Ren&#233;e N&#250;&#241;ez",
    "Ren&#xE9;e N&#XFA;&#xf1;ez",
    "Ren&eacute;e&nbsp;N&uacute;&ntilde;ez",
    "Ren&eacutee N&#250&#241ez",
    "Re&shy;n&#0000000233;e N%u00FA&#x000000f1;ez",
    "Ren&amp;eacute;e N&amp;amp;uacute;&ntilde;ez",
    "Rene&#769;e Nu&#x301;n&#771;ez",
    "Ren%C3%A9e%20N%C3%BA%C3%B1ez",
    "Ren%E9e N%FA%F1ez",
    "Ren%C3%A9e+N%C3%BA%C3%B1ez",
    "Ren%25C3%25A9e%20N%C3%BA%C3%B1ez",
    r"Ren\u00e9e N\u00FA\u{f1}ez",
    r"Ren\xe9e N\xc3\xba\xc3\xb1ez",
    r"Ren\303\251e N\303\272\303\261ez",
    r"Ren\N{LATIN SMALL LETTER E WITH ACUTE}e N\U000000fa\U000000F1ez",
    r"Ren\u233?e N\'fa\'f1ez",
    "Ren=C3=A9e N=C3=BA=C3=B1ez",
    "Ren=E9e N=FA=F1ez",
    "Ren=c3=a9e=20N=c3=ba=c3=b1ez",
    "".join(f"={byte:02X}" for byte in NAME.encode()),
    r"Ren\x{e9}e N\N{U+00FA}\u{f1}ez",
    "Ren<U+00E9>e N<U+00FA><U+00F1>ez",
    r"Ren\\u00e9e N\\\\u00fa\\xc3\\xb1ez",
    r"Ren\\303\\251e N\u250 ?\\'f1ez",
    "Ren=C3=\n=A9e =\nN=FA=F1e=\r\nz",
    r"Ren\'ee N\'{u}\~nez",
    r"Ren{\'e}e N{\'u}{\~n}ez",
    r"Ren\'{e}e N\'{u}\~{n}ez",
]


def text_of(written: str, name: str = "a.txt") -> str:
    return read(Plaintext, written, name).text


@pytest.mark.parametrize("written", WRITTEN)
def test_a_name_is_read_and_replaced_whole(written: str) -> None:
    document = read(Plaintext, f"a & b, ({written}) =", "a.txt")
    assert document.text == f"a & b, ({NAME}) ="
    changed = replaced(document, NAME, "[P]")
    assert changed.replace("=\r\n", "").replace("=\n", "").replace("\n", "") == "a & b, ([P]) ="


@pytest.mark.parametrize(
    ("written", "means"),
    [
        (r"\'Elodie N\'u\~nez", "\xc9lodie N\xfa\xf1ez"),
        (r"Ada~Lovelace, Love\-lace", "Ada Lovelace, Lovelace"),
        (r"\O{}rsted, \AA ngstr\"om, Wei{\ss}", "\xd8rsted, \xc5ngstr\xf6m, Wei\xdf"),
        (r"Mart\'\i n, Garc\'{\i}a", "Mart\xedn, Garc\xeda"),
        (r"Erd\H{o}s, Ho\v{r}ava, {\c C}elik", "Erd\u0151s, Ho\u0159ava, \xc7elik"),
        (r"\L{}ukasz", "\u0141ukasz"),
    ],
)
def test_letters_of_tex_are_decoded(written: str, means: str) -> None:
    assert text_of(written, "a.tex") == means
    assert text_of("\\section{}\n" + written) == "\\section{}\n" + means


@pytest.mark.parametrize(
    ("written", "means"),
    [
        (r"So.\nAda\n\nsaid\r\n212\t[P]\\nAda", "So.\nAda\n\nsaid\n212\t[P]\nAda"),
        (r"He said.\nada said", "He said.\nada said"),
        (r'{"a": "ada\nlovelace\tsaid \\nada"}', '{"a": "ada\nlovelace\tsaid \\\\nada"}'),
        (r"C:\new\tests\nancy ..\nan \\nas\tim $\nabla\rho$", None),
    ],
)
def test_escaped_line_ends_and_tabs_do_not_run_into_the_next_word(written, means):
    assert text_of(written) == (means or written)


def test_colours_of_a_terminal_are_no_part_of_a_word_and_stay() -> None:
    document = read(Plaintext, "\x1b[31mAda\x1b[0m \x1b[1;38;5;9mBell", "a.log")
    assert document.text == "Ada Bell"
    assert replaced(document, "Ada", "[P]") == "\x1b[31m[P]\x1b[0m \x1b[1;38;5;9mBell"


def test_in_tex_line_ends_and_tabs_are_commands() -> None:
    assert text_of(r"\nu\nA\tB", "a.tex") == r"\nu\nA\tB"


@pytest.mark.parametrize(
    "text",
    [
        "AT&T, R&D; Q&A &c. a & b && c &unknown; &",
        "100% of 50%, 5%-10%, 20%ab, %d %s %2",
        "https://x.example/?q=a%20b&copy=1&eacute;=Ren%C3%A9e www.x.example/%41",
        "x=20px y=20Mb DATE=20MAY a=b=c3=d4 <U+12> U+00E9 0x41646120 4142434445464748",
        "5a5a5a5a5a5a5a5a.example https://x.example/a/" + b"https://x.example/a.png".hex(),
        "deadbeefdeadbeefdeadbeefdeadbeef 0123456789abcdef0123456789ABCDEF",
        "PASSPORT=C1234567 key=EDITH x=20 y=3D",
        "total=88 x=95% n=88=92",
        "x = 5\ny == 6\nTitle\n=====\nso",
        r"C:\temp\xerox \d+ \w \1 \begin \'quoted\' said \"Oh\" don\'t",
        r"\u12 \x4 \N{no such name} \U00110000 \ud800",
        "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3",
        "principles-based internationalization Antidisestablishmentarianism",
        "-" * 70 + "_" * 70 + "a/long/path/of/folders/Some_File-Name.txt",
        "123e4567-e89b-12d3-a456-426614174000 0123456789012345678901234567",
        base64.b64encode(bytes(range(256))).decode(),
        "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode(),
    ],
)
def test_text_that_is_not_a_notation_stays(text: str) -> None:
    assert text_of(text) == text


def encoded(text: str, codec: str = "utf-8", width: int = 76) -> str:
    data = base64.b64encode(text.encode(codec)).decode()
    return "\n".join(data[at : at + width] for at in range(0, len(data), width))


@pytest.mark.parametrize(
    "hidden",
    [
        encoded("Ada Lovelace"),
        encoded("My name is Ren\xe9e, and I live here. " * 9),
        encoded("My name is Ren\xe9e, and I live here. " * 9, width=64).replace("\n", "\r\n  "),
        encoded("Ren\xe9e N\xfa\xf1ez was here", "latin-1"),
        encoded("Ada Lovelace was here", "utf-16"),
        encoded("Ada Lovelace was here?>").rstrip("=").translate(str.maketrans("+/", "-_")),
        encoded('{"name": "Ada Lovelace"}') + "." + encoded('{"so": 1}'),
        "x/" + encoded("Ada Lovelace is here"),
        base64.b64encode(b"%PDF-1.7\n\x80\x81\x82\x83\x84\x85\x86").decode(),
        "data:text/plain;base64," + encoded("Ada Lovelace"),
        "=?utf-8?B?QWRh?=",
        b"Ada Lovelace".hex(),
        "\\x" + "Ren\xe9e N\xfa\xf1ez".encode().hex(),
        "0x" + b"Ada Lovelace".hex().upper(),
        base64.b64encode(zlib.compress(b"Ada Lovelace said so.")).decode(),
        "begin 644 a.txt\n,061A($QO=F5L86-E\n`\nend\n",
        "&" + "amp;" * 9 + "eacute;",
    ],
)
def test_a_text_that_cannot_be_read_in_place_is_incomplete(hidden: str) -> None:
    with pytest.raises(Incomplete) as error:
        text_of(f"A first line.\n{hidden}")
    assert error.value.where.startswith(("a.txt:2:", "a.txt:1:1"))
    assert "Ada" not in str(error.value)


TEXTS = st.text(st.sampled_from("Aeé ñ&;#%=\\'~{}x41\n\"@"), max_size=40)
ENCODINGS = st.sampled_from(
    [
        lambda text: text.encode("ascii", "xmlcharrefreplace").decode(),
        html.escape,
        lambda text: quopri.encodestring(text.encode()).decode(),
        quote,
        quote_plus,
        lambda text: text.encode("unicode_escape").decode(),
    ]
)


@given(TEXTS, ENCODINGS)
def test_the_name_between_any_notations_is_read_and_replaced(text, encode):
    written = f"{encode(text)} {encode(NAME)} {encode(text)}"
    document = read(Plaintext, written, "a.txt")
    if NAME in document.text:
        assert NAME not in read(Plaintext, replaced(document, NAME, "[P]"), "a.txt").text
    for piece in document.origin.pieces:
        source = document.source.text[piece.source_start : piece.source_end]
        if piece.aligned and source.isascii():
            assert source in ("+", "\r") or document.text[piece.start : piece.end] == source


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "So {0}, and {1}; {2}."),
        ("a.md", "# {0}\n\n- {1}\n- *{2}*\n"),
        ("a.jsonl", '{{"a": "{0}, {1}", "b": ["{2}"]}}\n'),
        ("a.csv", 'a,b\n"{0}, ""{1}""",{2}\n'),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v {0}>{1} and {2}\n"),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n{0} and {1}, {2}\n"),
    ],
)
def test_filter_check_and_restore(name, text, run, folder):
    write_rules(folder, "- use: jsonl\n- use: csv\n- use: webvtt\n- use: srt")
    rules = folder / "formats.yaml"
    rules.write_text(rules.read_text("utf-8").replace("Ren\xe9e,", f"{NAME},"), "utf-8")
    assert run("key", "new").code == 0
    written = text.format(WRITTEN[0], WRITTEN[7], "Ren=C3=A9e N=C3=BA=C3=B1ez")
    (folder / name).write_bytes(written.encode())
    assert run("check", "--rules", "formats.yaml", name).code == 1
    result = run("--rules", "formats.yaml", "-i", name)
    assert result.code == 0, result.err
    assert (folder / name).read_text().count("PERSON_1") == 3
    assert run("check", "--rules", "formats.yaml", name).code == 0
    assert run("--rules", "formats.yaml", name).out == (folder / name).read_text()
    assert run("restore", name).out == written
