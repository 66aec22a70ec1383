"""CTM: words with their times are read as the sentence that they are."""

from __future__ import annotations

import pytest
from anonfilter_documents.timed.ctm import CTM
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.documents.read_documents import fields, read, replaced, texts, times
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged

TALK = """;; Transcribed for Wilma Quillfeather

wilma_quillfeather_01 A 0.10 0.20 i 0.99
wilma_quillfeather_01 A 0.30 0.10 am 0.98
wilma_quillfeather_01 A 0.40 0.30 wilma 0.71
wilma_quillfeather_01 A 0.70 0.50 quillfeather's 0.66
wilma_quillfeather_01 A * * <ALT_BEGIN>
wilma_quillfeather_01 A 1.20 0.50 sister
wilma_quillfeather_01 A * * <ALT>
wilma_quillfeather_01 A 1.20 0.50 @
wilma_quillfeather_01 A * * <ALT_END>
wilma_quillfeather_01 B 2.00 0.30 on 1.0 lex Quillfeather
wilma_quillfeather_01 B 2.30 0.30 415 1.0 lex Quillfeather
wilma_quillfeather_01 B 2.60 0.30 555 1.0 lex Quillfeather
wilma_quillfeather_01 B 2.90 0.30 0100 1.0 lex Quillfeather
"""


def test_the_words_of_a_channel_are_a_sentence() -> None:
    document = read(CTM, "a A 0 .5 so\na A .5 .5 ,\na A 1. 2 well 0.9\na B 3 1 yes\n", "a.ctm")
    assert fields(document) == [("speech", "so, well"), ("speech", "yes")]
    assert times(document) == [("so", (0, 0.5)), (",", (0.5, 1)), ("well", (1, 3)), ("yes", (3, 4))]


def test_another_channel_does_not_divide_a_sentence() -> None:
    lines = (
        "A 0 .5 I'm",
        "A .5 .5 Wilma",
        "B .8 .4 yes",
        "A 1 1 Quill",
        "B 1.3 .4 hello",
        "A 2.6 .4 and",
    )
    document = read(CTM, "".join(f"a {line}\n" for line in lines), "a.ctm")
    assert [text for _, text in fields(document)] == ["I'm Wilma Quill", "yes hello", "and"]
    changed = replaced(document, "Wilma Quill", "[A]").splitlines()
    assert changed[1:4] == ["a A .5 .5 [A]", "a B .8 .4 yes", "a A 1 1 @"]


def test_a_name_is_taken_out_of_each_of_its_words() -> None:
    document = read(CTM, "a A 0 1 so 1\na A 1 1 Wilma 1\na A 2 1 Quill's 1\n", "a.ctm")
    changed = replaced(document, "Wilma Quill", "[A B]")
    assert changed == "a A 0 1 so 1\na A 1 1 [A_B] 1\na A 2 1 @'s 1\n"


def test_names_everywhere(run, folder):
    changed = cleared(run, folder, "ctm", "a.ctm", TALK.replace("\n", "\r\n").encode())
    assert [line.split()[1:] for line in changed.split("\r\n")[2:]] == [
        ["A", "0.10", "0.20", "i", "0.99"],
        ["A", "0.30", "0.10", "am", "0.98"],
        ["A", "0.40", "0.30", "[PERSON_1]", "0.71"],
        ["A", "0.70", "0.50", "[PERSON_2]'s", "0.66"],
        ["A", "*", "*", "<ALT_BEGIN>"],
        ["A", "1.20", "0.50", "sister"],
        ["A", "*", "*", "<ALT>"],
        ["A", "1.20", "0.50", "@"],
        ["A", "*", "*", "<ALT_END>"],
        ["B", "2.00", "0.30", "on", "1.0", "lex", "[PERSON_2]"],
        ["B", "2.30", "0.30", "[PHONE_1]", "1.0", "lex", "[PERSON_2]"],
        ["B", "2.60", "0.30", "@", "1.0", "lex", "[PERSON_2]"],
        ["B", "2.90", "0.30", "@", "1.0", "lex", "[PERSON_2]"],
        [],
    ]


def test_detect_reports_the_time_of_a_finding(run, folder):
    found = reported(run, folder, "ctm", "a.ctm", TALK.encode())
    assert ("[PERSON_1] [PERSON_2]", [0.4, 1.2]) in found
    assert ("[PHONE_1]", [2.3, 3.2]) in found


def test_nothing_to_redact(run, folder):
    unchanged(
        run, folder, "ctm", "a.ctm", b"\xef\xbb\xbf;;\r\n\r\n7654 A 11.34 0.2  YES -6.763\r\n"
    )


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("Hello, Quill\n", "1:1", "fewer than 5 columns"),
        ("a A 0 1 so\na A x 1 so\n", "2:5", "a time in seconds"),
        ("a A 0 1 so 1 lex b c\n", "1:20", "more than 8 columns"),
    ],
)
def test_invalid_ctm_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(CTM, text, "a.ctm")
    assert caught.value.where == f"a.ctm:{place}"


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    stands_damage(CTM, TALK, "a.ctm", at, put)


def test_an_empty_file() -> None:
    assert texts(read(CTM, "\n;;\n", "a.ctm")) == []


@pytest.mark.parametrize("number", ["512555014", "5125550142", "5125550142.0"])
def test_a_long_number_is_no_time(number: str) -> None:
    for columns in (f"{number} 1", f"1 {number}"):
        with pytest.raises(Incomplete, match="a time in seconds"):
            read(CTM, f"a A {columns} so\n", "a.ctm")


@pytest.mark.parametrize("number", ["5125550142", "512555.0142", "1.5"])
def test_only_a_share_of_one_is_a_confidence(number: str) -> None:
    document = read(CTM, f"a A 0 1 so {number}\na A 1 1 well 0.5\n", "a.ctm")
    assert ("text", number) in fields(document)
    assert "0.5" not in texts(document)
