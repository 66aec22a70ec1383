"""SubRip: the text of each cue is read; counters, timings and simple markup stay."""

from __future__ import annotations

import pysubs2
import pytest
from anonfilter_documents.captions.srt import SubRip
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.documents.read_documents import NAME, fields, read, replaced, texts, times, write_rules

PIECES = st.sampled_from([NAME, " ", "so", "é", "<i>", "</i>", "{\\an8}", "&", "\u2028", "7"])
LINES = st.lists(PIECES, min_size=1, max_size=6).map("".join).filter(str.strip)
CUES = st.lists(st.lists(LINES, min_size=1, max_size=3), max_size=5)


def srt(*cues: str) -> str:
    return "".join(
        f"{at}\n00:00:0{at},000 --> 00:00:0{at},900\n{said}\n\n" for at, said in enumerate(cues, 1)
    )


def parsed(text: str) -> list[tuple[int, int, str]]:
    subtitles = pysubs2.SSAFile.from_string(text, format_="srt", keep_html_tags=True)
    return [(one.start, one.end, one.text) for one in subtitles]


@given(CUES, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["[P]", 'a, <b> & "c"']))
def test_only_the_name_changes(cues: list[list[str]], line_end: str, by: str) -> None:
    text = srt(*map("\n".join, cues)).replace("\n", line_end)
    changed = replaced(read(SubRip, text, "a.srt"), by=by)
    assert changed == text.replace(NAME, by)
    before, after = parsed(text.replace("\r", "")), parsed(changed.replace("\r", ""))
    assert after == [(start, end, said.replace(NAME, by)) for start, end, said in before]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("<i>Wil</i>ma <b>Quill</b>,\nyes", ["Wilma Quill,\nyes"]),
        ('{\\an8}<font color="#ff0000">Quill</font>', ["Quill"]),
        ("{\\pos(190,230)\\i1}Quill{\\i0}", ["Quill"]),
        ("MR. QUILL: So.", ["MR. QUILL: So."]),
        ("<wilma@quill.example> {Quill}", ["<wilma@quill.example> {Quill}"]),
        ('<font face="Quill">so', ['<font face="Quill">so']),
        ("one\n\ntwo\n \nthree", ["one\ntwo\nthree"]),
        ("♪ ♪", []),
    ],
)
def test_the_text_of_a_cue(said: str, found: list[str]) -> None:
    assert fields(read(SubRip, srt(said), "a.srt")) == [("speech", text) for text in found]


def test_a_cue_has_its_time() -> None:
    text = "1\n01:00:02,500 --> 01:00:04,25\nso\n\nwell\n"
    assert times(read(SubRip, text, "a.srt")) == [
        ("so", (3602.5, 3604.25)),
        ("well", (3602.5, 3604.25)),
    ]


def test_empty_cues_and_empty_files() -> None:
    assert texts(read(SubRip, "", "a.srt")) == []
    assert texts(read(SubRip, "\n\n", "a.srt")) == []
    assert texts(read(SubRip, srt("", "so"), "a.srt")) == ["so"]


def test_cues_without_an_empty_line_between() -> None:
    text = srt("one", "two").replace("\n\n", "\n")
    assert texts(read(SubRip, text, "a.srt")) == ["one\ntwo"]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("Wilma\nQuill\nsaid", "[P]\nsaid"), ("so Wilma\nQuill", "so \n[P]"), ("Wilma\nQuill", "[P]")],
)
def test_a_name_over_a_line_end_leaves_no_empty_line(said: str, wanted: str) -> None:
    changed = replaced(read(SubRip, srt(said, "next"), "a.srt"), "Wilma\nQuill", "[P]")
    assert changed == srt(wanted, "next")


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("Hello, Quill\n", "1:1", "no counter and no timing"),
        ("\nHello\n" + srt("so"), "2:1", "no counter and no timing"),
        (srt("so") + "2\n00:00:x1,000 --> 00:00:02,000\nHi", "6:1", "not a valid timing"),
        (srt("so") + "2\n00:00:01,000 --> 00:00:02,000 Quill\nHi", "6:1", "not a valid timing"),
        (srt("so") + "00:00:01,000 --> 00:00:02,000\nHi", "5:1", "no counter"),
        ("00:00:01,000 --> 00:00:02,000\nHi", "1:1", "no counter"),
        (srt("call\n4155550100\n00:00:01,000 --> 00:00:02,000"), "5:1", "no counter"),
    ],
)
def test_invalid_subrip_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(SubRip, text, "a.srt")
    assert caught.value.where == f"a.srt:{place}"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_other_encodings(codec: str) -> None:
    text = srt("Renée Quill").replace("\n", "\r\n")
    document = read(SubRip, text.encode(codec), "a.srt")
    changed = document.source.encode(replaced(document, by="[P]"))
    assert changed == text.replace("Quill", "[P]").encode(codec)


def test_a_file_written_by_pysubs2() -> None:
    subtitles = pysubs2.SSAFile()
    for at, said in enumerate(["So {\\i1}Quill{\\i0}", "Quill\\NQuill said", "", "well"]):
        subtitles.append(pysubs2.SSAEvent(start=at * 1000, end=at * 1000 + 900, text=said))
    changed = replaced(read(SubRip, subtitles.to_string("srt"), "a.srt"), by="[P]")
    assert [said for _, _, said in parsed(changed)] == [
        "So <i>[P]</i>",
        "[P]\\N[P] said",
        "",
        "well",
    ]


TALK = srt(
    "{\\an8}<i>WILMA</i> QUILLFEATHER: Hello,\nof <b>Tamsin</b> Works",
    "Tamsin\nWorks\nonce, 4155550100",
)


def test_filter_and_check(run, folder):
    write_rules(folder, "- use: srt")
    (folder / "talk.srt").write_bytes(TALK.replace("\n", "\r\n").encode())
    found = run("check", "--rules", "formats.yaml", "talk.srt", "--output", "json").json()[
        "findings"
    ]
    assert [(one["line"], one["column"], one["label"]) for one in found] == [
        (3, 10, "PERSON"),
        (4, 7, "COMPANY"),
        (8, 1, "COMPANY"),
        (10, 7, "PHONE"),
    ]
    result = run("--rules", "formats.yaml", "-i", "talk.srt")
    assert result.code == 0, result.err
    changed = (folder / "talk.srt").read_bytes().decode()
    assert changed.replace("\r\n", "\n") == srt(
        "{\\an8}<i>[PERSON_1]</i> [PERSON_2]: Hello,\nof <b>[COMPANY_1]</b>",
        "[COMPANY_1]\nonce, [PHONE_1]",
    )
    assert len(parsed(changed)) == 2
    assert run("check", "--rules", "formats.yaml", "talk.srt").code == 0


def test_a_broken_file_is_incomplete(run, folder):
    write_rules(folder, "- use: srt")
    data = srt("Hi").replace("-->", "->").encode()
    result = run("check", "--rules", "formats.yaml", "--stdin-filename", "x.srt", stdin=data)
    assert result.code == 3
    assert "incomplete: x.srt:1:1: is not a SubRip file" in result.err
