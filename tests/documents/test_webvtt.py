"""WebVTT: what is said and by whom is read; timings and markup stay as they are."""

from __future__ import annotations

import html

import pysubs2
import pytest
import webvtt
from anonfilter_documents.captions.webvtt import WebVTT
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import (
    NAME,
    NASTY,
    fields,
    read,
    replaced,
    texts,
    times,
    write_rules,
)

PIECES = st.sampled_from(
    [
        NAME,
        " ",
        "so",
        "é",
        "<i>",
        "</i>",
        "<c.loud>",
        "</c>",
        "&amp;",
        "&lt;",
        "<00:00:01.500>",
        "\u2028",
    ]
)
LINES = st.lists(PIECES, min_size=1, max_size=6).map("".join).filter(str.strip)
CUES = st.lists(st.lists(LINES, min_size=1, max_size=3), max_size=5)


def vtt(*blocks: str) -> str:
    return "\n\n".join(("WEBVTT", *blocks)) + "\n"


def cue(text: str, start: int = 1, settings: str = "") -> str:
    return f"00:00:0{start}.000 --> 00:00:0{start + 1}.000{settings}\n{text}"


def read_vtt(text: bytes | str) -> list[tuple[str, str]]:
    return fields(read(WebVTT, text, "a.vtt"))


@given(CUES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_only_the_name_changes(cues: list[list[str]], line_end: str) -> None:
    captions = webvtt.WebVTT(
        captions=[webvtt.Caption("00:00:01.000", "00:00:02.000", lines) for lines in cues]
    )
    text = captions.content.replace("\n", line_end)
    changed = replaced(read(WebVTT, text, "a.vtt"))
    again = webvtt.from_string(changed, strict=True)
    by = html.escape(" ".join(NASTY.split()), quote=False)
    assert [one.lines for one in again] == [
        [line.replace(NAME, by) for line in lines] for lines in cues
    ]
    assert changed == text.replace(NAME, by)


def test_a_cue_is_a_field_whatever_its_markup() -> None:
    said = (
        "so <i>Wil</i>ma <c.yellow.bg_blue>Quill</c>,\n<00:00:01.200>R&amp;D <b>yes</b>&nbsp;&#33;"
    )
    assert read_vtt(vtt(cue(said))) == [("speech", "so Wilma Quill,\nR&D yes !")]


def test_a_cue_has_its_time() -> None:
    text = vtt("NOTE so", "00:01.500 --> 1:00:02.000\n<v Wilma>well", "NOTE so")
    assert times(read(WebVTT, text, "a.vtt")) == [("Wilma", (1.5, 3602)), ("well", (1.5, 3602))]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("<v Ann Bell>Hello", [("speaker", "Ann Bell"), ("speech", "Hello")]),
        ("<v.loud.first R&amp;B Ann>Hi</v>", [("speaker", "R&B Ann"), ("speech", "Hi")]),
        (
            "<v Ann>Hi <v Bob>Yes\nso",
            [("speaker", "Ann"), ("speech", "Hi"), ("speaker", "Bob"), ("speech", "Yes\nso")],
        ),
        ("- Hello.\n- Hi, Ann", [("speech", "- Hello.\n- Hi, Ann")]),
        ("I <3 Ann> so", [("text", "3 Ann"), ("speech", "I  so")]),
        ("I <3 you", [("speech", "I <3 you")]),
        ("<lang en-GB>Hi</lang>", [("speech", "Hi")]),
        ("...", []),
    ],
)
def test_voices_and_their_text(said: str, found: list[tuple[str, str]]) -> None:
    assert read_vtt(vtt(cue(said))) == found


@pytest.mark.parametrize(
    ("said", "reported"),
    [
        ("<c.wilma>Hi</c>", "wilma"),
        ("<v.wilma Ann>Hi", "wilma"),
        ("<i Wilma Q>Hi</i>", "Wilma Q"),
        ("<Wilma Q>Hi", "Wilma Q"),
        ("Hi</v Wilma>", "/v Wilma"),
        ("<lang Wilma Q>Hi", "Wilma Q"),
    ],
)
def test_text_in_tags_is_read(said: str, reported: str) -> None:
    assert ("text", reported) in read_vtt(vtt(cue(said)))


def test_all_other_text_for_people_is_read() -> None:
    text = (
        "WEBVTT - Talk with Wilma\nKind: captions\nLanguage: en\nAuthor: Ann\n\n"
        "NOTE by Ann,\nfor Bob\n\nNOTE\nof May\n\n"
        'STYLE\n::cue(v[voice="Wilma Q"]) { color: #aabbcc } /* for Bob */\n::cue(#wilma-1) {}\n\n'
        "REGION\nid:wilma\nwidth:40%\n\n"
        "Wilma 1\n" + cue("Hi", settings=" align:start region:wilma x") + "\n\n12\n" + cue("So")
    )
    assert texts(read(WebVTT, text, "a.vtt")) == [
        "- Talk with Wilma",
        "Author: Ann",
        "by Ann,\nfor Bob",
        "of May",
        "Wilma Q",
        " for Bob ",
        "wilma-1",
        "wilma",
        "Wilma 1",
        "wilma",
        "Hi\nSo",
    ]


def test_a_header_and_letters_in_circles_are_read_unless_they_are_what_programs_write() -> None:
    text = vtt("NOTE \u24b6\u24d3\u24d0\n\n" + cue("Hi"))
    text = text.replace("WEBVTT\n", "WEBVTT\nKind: Wilma\nLanguage: Wilma\nLanguage: en-US\n", 1)
    assert texts(read(WebVTT, text, "a.vtt")) == ["Kind: Wilma", "Language: Wilma", "Ada", "Hi"]


def test_a_name_broken_by_markup_is_replaced_without_breaking_it() -> None:
    document = read(WebVTT, vtt(cue("so <i>Wilma</i> <b>Quill</b> said")), "a.vtt")
    assert replaced(document, "Wilma Quill", "[P]") == vtt(cue("so <i>[P]</i><b></b> said"))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("so Wilma\nQuill said", "so \n[P] said"),
        ("Wilma\nQuill said", "[P]\n said"),
        ("Wilma\nQuill\nsaid", "[P]\nsaid"),
        ("so\nWilma\nQuill", "so\n[P]"),
        ("<i>Wilma</i>\nQuill\nsaid", "<i>[P]</i>\nsaid"),
        ("so Wilma\nQuill", "so \n[P]"),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_name_over_a_line_end_leaves_no_empty_line(said: str, wanted: str, line_end: str) -> None:
    text = vtt(cue(said), cue("next", 3)).replace("\n", line_end)
    changed = replaced(read(WebVTT, text, "a.vtt"), "Wilma\nQuill", "[P]")
    assert changed == vtt(cue(wanted), cue("next", 3)).replace("\n", line_end)
    assert len(webvtt.from_string(changed, strict=True)) == 2


def test_a_name_written_with_references_is_read() -> None:
    document = read(WebVTT, vtt(cue("&#87;ilma Q&shy;uill")), "a.vtt")
    assert texts(document) == ["Wilma Quill"]
    assert replaced(document, "Wilma Quill", "[P]") == vtt(cue("[P]"))


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "1:1", "does not begin with WEBVTT"),
        ("WEBVTTX\n", "1:1", "does not begin with WEBVTT"),
        ("1\n00:00:01,000 --> 00:00:02,000\nHi", "1:1", "does not begin with WEBVTT"),
        (vtt("00:00:01,000 --> 00:00:02,000\nHi"), "3:1", "not a valid timing"),
        (vtt("00:01 --> 00:02\nHi"), "3:1", "not a valid timing"),
        (vtt(cue("Hi"), "Hello, Quill"), "6:1", "neither a comment nor a cue"),
        (vtt(cue("Hi\n" + cue("Ho"))), "5:1", "no empty line before this cue"),
        (vtt("NOTE x\nof\n" + cue("Ho")), "5:1", "no empty line before this cue"),
    ],
)
def test_invalid_webvtt_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(WebVTT, text, "a.vtt")
    assert caught.value.where == f"a.vtt:{place}"


@pytest.mark.parametrize(
    "text",
    [
        "WEBVTT",
        "WEBVTT\n",
        "WEBVTT\n" + cue("Hi"),
        vtt("\n\n" + cue("")),
        vtt("NOTE"),
        vtt("STYLE"),
    ],
)
def test_short_files_are_files(text: str) -> None:
    read(WebVTT, text, "a.vtt")


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32"])
def test_other_encodings(codec: str) -> None:
    text = vtt(cue("Renée Quill")).replace("\n", "\r\n")
    document = read(WebVTT, text.encode(codec), "a.vtt")
    assert document.source.encode(replaced(document, by="[P]")) == text.replace(
        "Quill", "[P]"
    ).encode(codec)


def test_a_file_written_by_pysubs2() -> None:
    subtitles = pysubs2.SSAFile()
    for at, text in enumerate(["So {\\i1}Quill{\\i0}", "Quill\\Nsaid", "well"]):
        subtitles.append(pysubs2.SSAEvent(start=at * 1000, end=at * 1000 + 900, text=text))
    changed = replaced(read(WebVTT, subtitles.to_string("vtt"), "a.vtt"), by="[P]")
    again = pysubs2.SSAFile.from_string(changed, format_="vtt")
    assert [(one.start, one.plaintext) for one in again] == [
        (0, "So [P]"),
        (1000, "[P]\nsaid"),
        (2000, "well"),
    ]


TALK = vtt(
    "NOTE\nChecked by Wilma\nQuillfeather",
    cue(
        "<v.loud Wilma Quillfeather>I am <i>Wilma</i> Quill&shy;feather of Tamsin &amp; Sons,\n"
        "Tamsin\nWorks\nonce",
        settings=" align:start",
    ),
    cue("<v Bob>Call 4155550100", 3),
)


def test_filter_and_check(run, folder):
    write_rules(folder, "- use: webvtt")
    (folder / "talk.vtt").write_text(TALK)
    found = run("check", "--rules", "formats.yaml", "talk.vtt", "--output", "json").json()[
        "findings"
    ]
    assert [(one["line"], one["column"], one["label"]) for one in found] == [
        (4, 12, "PERSON"),
        (8, 9, "PERSON"),
        (8, 36, "PERSON"),
        (8, 67, "COMPANY"),
        (9, 1, "COMPANY"),
        (14, 13, "PHONE"),
    ]
    result = run("--rules", "formats.yaml", "talk.vtt")
    assert result.code == 0, result.err
    assert result.out == vtt(
        "NOTE\nChecked by [PERSON_1]\n[PERSON_2]",
        cue(
            "<v.loud [PERSON_1] [PERSON_2]>I am <i>[PERSON_1]</i> [PERSON_2] of [COMPANY_1],\n"
            "[COMPANY_2]\nonce",
            settings=" align:start",
        ),
        cue("<v Bob>Call [PHONE_1]", 3),
    )
    assert [one.voice for one in webvtt.from_string(result.out, strict=True)] == [
        "[PERSON_1] [PERSON_2]",
        "Bob",
    ]
    (folder / "done.vtt").write_text(result.out)
    assert run("check", "--rules", "formats.yaml", "done.vtt").code == 0
    assert run("--rules", "formats.yaml", "done.vtt").out == result.out


def test_a_broken_file_is_incomplete(run, folder):
    write_rules(folder, "- use: webvtt")
    data = vtt(cue("Hi"), "Wilma Quillfeather").encode()
    result = run("--rules", "formats.yaml", "--stdin-filename", "x.vtt", stdin=data)
    assert (result.code, result.out) == (3, "")
    assert "x.vtt:6:1: is not a WebVTT file" in result.err
    assert "Wilma" not in result.err


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        ("00:00:01.000 --> 00:00:02.000\n<v", " "),
        ("00:00:01.000 --> 00:00:02.000\n", "<v  "),
        ("00:00:01.000 --> 00:00:02.000\n<v", ".a"),
        ("STYLE\n", '"\\'),
        ("STYLE\n", "/* "),
    ],
)
def test_unclosed_markup_is_read_in_linear_time(head: str, piece: str) -> None:
    def reading(count: int) -> None:
        read(WebVTT, f"WEBVTT\n\n{head}{piece * count}\n", "a.vtt")

    assert grows_no_faster(reading, 20_000)


@pytest.mark.parametrize(
    "style", ['::cue(v[voice="Jane Smith', "/* for Jane Smith", "x: 'Jane Smith\\"]
)
def test_a_style_without_an_end_is_read(style: str) -> None:
    assert any(
        "Jane Smith" in text for text in texts(read(WebVTT, f"WEBVTT\n\nSTYLE\n{style}\n", "a.vtt"))
    )
