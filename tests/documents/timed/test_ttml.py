"""TTML: paragraphs with the times that they and the elements around them tell."""

from __future__ import annotations

import pysubs2
import pytest
from anonfilter_documents.timed.ttml import TTML
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.documents.read_documents import fields, read, replaced, times
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged


def ttml(body: str, head: str = "", **root: str) -> str:
    attributes = "".join(f' {name.replace("_", ":")}="{value}"' for name, value in root.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml"'
        f' xmlns:ttm="http://www.w3.org/ns/ttml#metadata"{attributes}>\n<head>{head}</head>\n'
        f"<body>{body}</body>\n</tt>\n"
    )


TALK = ttml(
    '<div begin="10s"><p xml:id="p1" begin="00:00:01.500" end="00:00:04.000" ttm:agent="wilma" '
    'region="r">I am <span tts:fontStyle="italic">Wil</span>ma<br/>Quillfeather.</p>\n'
    '<p begin="5s" dur="500ms"><metadata><ttm:desc>Wilma Quillfeather laughs</ttm:desc></metadata>'
    "Call 415 <span>555</span> 0100 &amp; so.</p></div><!-- by Wilma Quillfeather -->",
    '<metadata><ttm:title>Wilma Quillfeather</ttm:title><ttm:agent type="person" xml:id="wilma">'
    '<ttm:name type="full">Wilma Quillfeather</ttm:name></ttm:agent></metadata>',
    xml_lang="en",
)


def test_names_everywhere(run, folder):
    changed = cleared(run, folder, "ttml", "a.ttml", TALK.replace('"wilma"', '"w1"').encode())
    assert 'begin="00:00:01.500" end="00:00:04.000" ttm:agent="w1" region="r"' in changed
    assert "[PERSON_1]</span><br/>[PERSON_2]." in changed
    assert "Call [PHONE_1]<span></span> &amp; so." in changed
    assert changed.count("[PERSON_1] [PERSON_2]") == 4


def test_a_file_written_by_pysubs2(run, folder):
    said = ["So {\\i1}Wilma{\\i0}\\NQuillfeather", "well", "415 555 0100"]
    subtitles = pysubs2.SSAFile()
    for at, text in enumerate(said):
        subtitles.append(pysubs2.SSAEvent(start=at * 1000, end=at * 1000 + 900, text=text))
    data = subtitles.to_string("ttml").encode()
    changed = cleared(run, folder, "ttml", "a.ttml", data)
    after = pysubs2.SSAFile.from_string(changed, format_="ttml")
    before = pysubs2.SSAFile.from_string(data.decode(), format_="ttml")
    assert [(one.start, one.end) for one in after] == [(one.start, one.end) for one in before]
    assert [one.plaintext for one in after] == ["So [PERSON_1]\n[PERSON_2]", "well", "[PHONE_1]"]


def test_nothing_to_redact(run, folder):
    text = TALK.replace("Wil", "Well").replace("Quillfeather", "so").replace("wilma", "w1")
    data = text.replace("0100", "so").replace("\n", "\r\n").encode("utf-8-sig")
    unchanged(run, folder, "ttml", "a.dfxp", data)


def test_detect_reports_the_time_of_a_finding(run, folder):
    found = reported(run, folder, "ttml", "a.ttml", TALK.encode())
    assert ("[PHONE_1]", [15.0, 15.5]) in found
    assert ("[PERSON_1] [PERSON_2]", [11.5, 14.0]) in found


@pytest.mark.parametrize(
    ("p", "time"),
    [
        ('begin="00:01:02.25" end="00:01:03.5"', (62.25, 63.5)),
        ('begin="00:00:01:12" end="00:00:02:00"', (1.5, 2)),
        ('begin="24f" dur="12f"', (1, 1.5)),
        ('begin="10t" end="25t"', (1, 2.5)),
        ('begin="1m" end="0.1h"', (60, 360)),
        ('begin="500ms"', None),
        ('begin="so" end="2s"', None),
    ],
)
def test_times_of_paragraphs(p: str, time: tuple[float, float] | None) -> None:
    text = ttml(f"<div><p {p}>well</p></div>", ttp_frameRate="24", ttp_tickRate="10")
    found = times(read(TTML, text, "a.ttml"))
    assert [one for said, one in found if said == "well" and one] == ([time] if time else [])


def test_a_paragraph_is_one_field_and_a_name_is_a_speaker() -> None:
    text = ttml("<p>so <span>it</span> is<br/>Quill</p>", "<ttm:name>Ada</ttm:name>")
    document = read(TTML, text, "a.ttml")
    assert fields(document) == [("speaker", "Ada"), ("speech", "so it is Quill")]
    assert replaced(document, "is Quill", "<P>") == text.replace("is<br/>Quill", "&lt;P&gt;<br/>")


def test_invalid_ttml_is_reported_with_its_place() -> None:
    with pytest.raises(Incomplete, match="no start tag") as caught:
        read(TTML, ttml("<p>so</div>"), "a.ttml")
    assert caught.value.where == "a.ttml:4:12"


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    stands_damage(TTML, TALK, "a.ttml", at, put)
