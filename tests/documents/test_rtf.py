r"""RTF: text in groups and code pages is read; markup, fonts and styles stay as they are."""

from __future__ import annotations

import pytest
from anonfilter_documents.rtf.rtf_reader import RichText
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import CODE, LISTING
from anonfilter.errors import Incomplete
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import (
    NAME,
    accepts,
    damaged,
    fields,
    read,
    replaced,
    texts,
    write_rules,
)

HEAD = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil Arial;}{\f1\fnil\fcharset204 Times;}}"
INFO = rf"{{\info{{\title Of {NAME}}}{{\author {NAME}}}{{\creatim\yr2026\mo11}}}}"
TEXT = "\n".join(
    (
        HEAD,
        r"{\colortbl;\red0\green0\blue0;}{\stylesheet{\s1 heading 1;}}{\*\generator Writer;}",
        INFO,
        rf"{{\header\pard {NAME}\par}}{{\*\revtbl{{Unknown;}}{{{NAME};}}}}",
        r"\pard\plain\f0 I am {\b Qu}i\b0 ll, caf\'e9 \u8220?so\u8221? \{x\}\line and",
        rf"{{\footnote\pard see {NAME}}} more.\par",
        rf"\trowd {NAME}\cell 12\cell\row",
        r'{\field{\*\fldinst HYPERLINK "mailto:Quill@mail.example"}{\fldrslt this}}\par',
        rf"{{\*\bkmkstart {NAME}}}{{\*\unheard of {NAME}}}",
        r"\f1\'c8\'e2\'e0\'ed\par",
        "}\n",
    )
)


def test_all_that_is_shown_is_read() -> None:
    document = read(RichText, TEXT, "a.rtf")
    assert "I am Quill, café “so” {x}\nand more." in texts(document)
    assert f"see {NAME}" in texts(document)
    assert "Иван" in texts(document)
    assert 'HYPERLINK "mailto:Quill@mail.example"' in texts(document)
    assert texts(document).count(NAME) == 4
    ends = [one for one in fields(document) if one[1].endswith(";")]
    fonts = [(CODE, "Arial;"), (CODE, "Times;")]
    shown = [(LISTING, "heading 1;"), ("text", "Unknown;"), ("text", f"{NAME};")]
    assert ends == [*fonts, shown[0], (CODE, "Writer;"), *shown[1:]]


WHO = "Wilma Quillfeather"
PROPERTY = r"{\shp{\*\shpinst{\sp{\sn %s}{\sv %s}}}}"
HIDDEN = [
    r'{\field{\*\fldinst FILLIN "Is {} here?" \\* MERGEFORMAT}{\fldrslt so}}',
    r'{\field{\*\fldinst ASK who "Ask {}" \\d "{}"}{\fldrslt so}}',
    r"{\field{\*\fldinst MACROBUTTON AcceptAllChanges Write to {}}{\fldrslt so}}",
    r"{\field{\*\fldinst {EQ \\f({},{\b so})}}{\fldrslt so}}",
    r"{\field{\*\fldinst  AUTHOR  {} \\* MERGEFORMAT}{\fldrslt so}}",
    PROPERTY % ("gtextUNICODE", "{}"),
    PROPERTY % ("wzDescription", "Seen: {}"),
    r"{\stylesheet{\s1 heading 1;}{\s2\snext2 As {} says;}{\*\cs3\additive Of {};}}",
    r"{\*\bkmkstart {_}}so{\*\bkmkend {_}}",
    r"{\*\revtbl{Unknown;}{{};}}",
    r"{\*\docvar {who}{{}}}",
    r"{\*\formfield{\fftype0{\*\ffname {_}}{\*\ffdeftext {}}{\*\ffhelptext As {}}}}",
    r"{\upr{\*\bkmkstart ?}{\*\ud{\*\bkmkstart {_}}}}",
    r"{\*\unheard of {}}",
    r"so{\xe{\b {}}}",
]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_hidden_text_is_text(hidden: str) -> None:
    text = HEAD + hidden.replace("{_}", WHO.replace(" ", "_")).replace("{}", WHO) + "}"
    document = read(RichText, text, "a.rtf")
    assert hidden.count("{}") + hidden.count("{_}") == sum(
        said.count(WHO) for role, said in fields(document) if role == "text"
    )
    assert replaced(document, name="~never~") == text
    assert "Quillfeather" not in replaced(document, name=WHO, by="[P]")


@pytest.mark.parametrize(
    "hidden",
    [
        r"{\*\blipuid 5550100555}",
        PROPERTY % ("gtextFont", "Wilma Sans"),
        PROPERTY % ("dxTextLeft", "1234567"),
    ],
)
def test_data_of_programs_is_not_text(hidden: str) -> None:
    assert {CODE, LISTING} >= {
        role for role, _ in fields(read(RichText, HEAD + hidden + "}", "a.rtf"))
    }


def test_nothing_but_names_changes() -> None:
    document = read(RichText, TEXT, "a.rtf")
    assert replaced(document, name="~never~") == TEXT
    changed = replaced(document, by="[P]")
    assert changed == TEXT.replace(r"{\b Qu}i\b0 ll", r"{\b [P]}\b0 ").replace(NAME, "[P]")


def test_a_tag_is_written_as_rtf() -> None:
    document = read(RichText, HEAD + NAME + "}", "a.rtf")
    assert replaced(document, by="{é}\\\U0001f600") == (
        HEAD + r"\{\u233?\}" + "\\\\" + r"\u-10179?\u-8704?" + "}"
    )


def test_a_repeated_character_changes_with_its_original() -> None:
    text = HEAD + r"\uc2 so Ren\u233\'e9\'e9e, \uc1 Ren\u233 ?e}"
    document = read(RichText, text, "a.rtf")
    assert [text for role, text in fields(document) if role != CODE] == ["so Renée, Renée"]
    assert replaced(document, name="Renée", by="X") == HEAD + r"\uc2 so X, \uc1 X}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "so",
        "{\\rtf1 so",
        "{\\rtf1 so}}",
        "{\\rtf1 so} and more",
        "{\\rtf1 \\bin3 abc}",
        "{\\rtf1 {\\pict 00ff}}",
        "{\\rtf1 {\\*\\objdata 00ff}}",
        "{\\rtf1 \\'zz}",
    ],
)
def test_unread_objects_are_incomplete(text: str) -> None:
    with pytest.raises(Incomplete):
        read(RichText, text, "a.rtf")


def test_pictures_may_stay() -> None:
    text = HEAD + r"{\*\shppict{\pict\pngblip 89504e470d0a}} so}"
    document = read(RichText, text, "a.rtf", pictures="keep")
    assert [text for role, text in fields(document) if role != CODE] == [" so"]


def test_filter_and_check(run, folder):
    write_rules(folder, "- use: rtf")
    who = TEXT.replace(NAME, "Wilma Quillfeather")
    who = who.replace("{\\b Qu}i\\b0 ll", "{\\b Wilma Quill}feather\\b0 ")
    (folder / "a.rtf").write_text(who)
    done = run("--rules", "formats.yaml", "a.rtf")
    assert done.code == 0
    assert "Quillfeather" not in done.out
    assert "{\\b [PERSON_1] [PERSON_2]}\\b0 " in done.out
    (folder / "b.rtf").write_text(done.out)
    assert run("check", "--rules", "formats.yaml", "b.rtf").code == 0


@given(st.integers(0, len(TEXT)), st.sampled_from(["{", "}", "\\", "\\'", "\\u", "7", ""]))
def test_damage_is_read_or_refused(at: int, put: str) -> None:
    broken = damaged(TEXT, at, put)
    if accepts(RichText, broken, "a.rtf"):
        assert replaced(read(RichText, broken, "a.rtf"), name="~never~") == broken


@pytest.mark.parametrize(
    "piece", ["{", "\\u8220?", "\\'e9", "{\\b so}", "so\\par ", "{\\footnote so}"]
)
def test_time_grows_with_the_text(piece: str) -> None:
    assert grows_no_faster(lambda size: accepts(RichText, HEAD + piece * size, "a.rtf"), 4000)
