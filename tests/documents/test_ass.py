"""SubStation Alpha: what is shown is read, whatever codes cut it; pysubs2 reads the result."""

from __future__ import annotations

import pysubs2
import pytest
from anonfilter_documents.captions.ass import SubStation
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import fields, read, replaced, texts, times
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged

WHO = "Wilma Quillfeather"


def script(kind: str, *events: tuple[str, str], who: str = "") -> str:
    """A file as pysubs2 writes it, with events of two seconds: who speaks, and what."""
    made = pysubs2.SSAFile()
    made.info["Title"] = f"Talk {who}".strip()
    for at, (name, said) in enumerate(events):
        made.append(pysubs2.SSAEvent(start=2000 * at, end=2000 * at + 2000, text=said, name=name))
    return made.to_string(kind)


TALK = script(
    "ass",
    ("", "I am Ti{\\i1}ago{\\i0}, no, {\\an8\\pos(1,2)}Wil{\\k20}ma\\NQuillfeather, ok"),
    (WHO, "{by Wilma Quillfeather}my number is 415-555-"),
    (WHO, "0142"),
    ("", "well"),
    who=WHO,
)


def read_ass(text: str) -> list[tuple[str, str]]:
    return fields(read(SubStation, text, "a.ass"))


def test_codes_are_not_read_and_other_text_in_braces_is() -> None:
    text = script("ass", ("", "{\\fnQuill Sans\\b1}Wil{\\k20}ma{so\\c&HFF00FF&}\\N{\\rWilma}Quill"))
    assert [one for one in read_ass(text) if one[1] not in ("Arial", "Default")][-4:] == [
        ("code", "Quill Sans"),
        ("text", "so"),
        ("text", "Wilma"),
        ("speech", "Wilma\nQuill"),
    ]


def test_speech_of_one_actor_is_one_field_with_its_time() -> None:
    text = script("ass", ("Ann", "I am Wilma"), ("Ann", "Quill"), ("Bob", "Tamsin"))
    assert [said for role, said in read_ass(text) if role == "speech"] == [
        "I am Wilma\nQuill",
        "Tamsin",
    ]
    found = times(read(SubStation, text, "a.ass"))
    assert ("Quill", (2, 4)) in found
    assert ("Tamsin", (4, 6)) in found


@pytest.mark.parametrize("kind", ["ass", "ssa"])
def test_names_everywhere(run, folder, kind):
    text = TALK.replace(
        "[V4+ Styles]", f"[Aegisub Project Garbage]\nAudio File: {WHO}.wav\n\n[V4+ Styles]"
    )
    if kind == "ssa":
        text = pysubs2.SSAFile.from_string(text).to_string("ssa")
    text = text.replace("Default", WHO).replace("415-555-", "415").replace("0142", "5550142")
    changed = cleared(run, folder, "ass", f"a.{kind}", text.encode())
    before, after = (pysubs2.SSAFile.from_string(one) for one in (text, changed))
    assert [(one.start, one.end) for one in after] == [(one.start, one.end) for one in before]
    assert [one.name for one in after] == ["", *["[PERSON_1] [PERSON_2]"] * 2, ""]
    assert {one.style for one in after} == {"[PERSON_1] [PERSON_2]"} == set(after.styles)
    assert [one.plaintext for one in after] == [
        "I am Tiago, no, [PERSON_1]\n[PERSON_2], ok",
        "my number is [PHONE_1]",
        "",
        "well",
    ]


def test_a_name_that_codes_cut_is_replaced_as_one() -> None:
    document = read(SubStation, TALK, "a.ass")
    assert replaced(document, "Tiago", "[{P},\\]") == TALK.replace(
        "Ti{\\i1}ago{\\i0}", "[P,]{\\i1}{\\i0}"
    )


def test_nothing_to_redact(run, folder):
    text = script("ass", ("", "so {\\i1}it{\\i0} is")).replace("\n", "\r\n")
    unchanged(run, folder, "ass", "a.ass", text.encode("utf-8-sig"))


def test_detect_reports_the_time_of_a_finding(run, folder):
    text = script("ass", ("", "so"), ("", "4155550100"))
    assert ("[PHONE_1]", [2.0, 4.0]) in reported(run, folder, "ass", "a.ass", text.encode())


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("Hello, Quill\n", "1:1", "section title"),
        ("[Script Info]\n[Events]\nDialogue: 0,Quill\n", "3:1", "no Format line"),
        ("[Events]\nFormat: Start, End, Text\nDialogue: 0:00:00.00\n", "3:1", "fewer columns"),
        ("[Events]\nFormat: Start, End, Text\nDialogue: a,b,Quill\n", "3:1", "not valid"),
        ("[Events]\nFormat: Name, Text\nDialogue: Quill,so\n", "3:1", "without a time or text"),
        ("[Script Info]\n[Fonts]\nfontname: quill.ttf\n", "3:1", "embedded"),
    ],
)
def test_an_invalid_script_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(SubStation, text, "a.ass")
    assert caught.value.where == f"a.ass:{place}"


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    stands_damage(SubStation, TALK, "a.ass", at, put)


@pytest.mark.parametrize("data", ["", "\r\n"])
def test_empty_files(data: str) -> None:
    assert texts(read(SubStation, data, "a.ass")) == []


@pytest.mark.parametrize("piece", ["{", "{\\", "\\r", "{\\fn", "{\\t(", ": ", ",", "["])
def test_unclosed_markup_is_read_in_linear_time(piece: str) -> None:
    def reading(count: int) -> None:
        read(SubStation, script("ass", ("", piece * count)), "a.ass")

    assert grows_no_faster(reading, 20_000)
