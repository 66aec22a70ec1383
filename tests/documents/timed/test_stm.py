"""STM: who speaks and what is said in each segment."""

from __future__ import annotations

import pytest
from anonfilter_documents.timed.stm import STM
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.documents.read_documents import fields, read, times
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged

TALK = """;; LABEL "M" "Male" "Wilma Quillfeather's choice"
wilma_quillfeather 1 Wilma_Quillfeather 4.00 18.10 <O,quillfeather> i am { wilma / @ } quillfeather
rec1 A 415-555-0100 18.10 25.5
rec1 A speaker1 18.10 25.5 ignore_time_segment, Wilma  Quillfeather
"""


def test_speakers_and_segments() -> None:
    document = read(STM, "r1 A Wilma 0.5 2 <o,Wilma> so well\nr1 A spkA 2 3\n", "a.stm")
    assert fields(document) == [
        ("speaker", "Wilma"),
        ("text", "Wilma"),
        ("speech", " so well"),
        ("speaker", "spkA"),
    ]
    assert times(document) == [
        ("Wilma", (0.5, 2)),
        ("Wilma", (0.5, 2)),
        (" so well", (0.5, 2)),
        ("spkA", (2, 3)),
    ]


def test_names_everywhere(run, folder):
    changed = cleared(run, folder, "stm", "a.stm", TALK.encode())
    assert [line.split()[1:5] for line in changed.splitlines()[1:]] == [
        ["1", "[PERSON_1]_[PERSON_2]", "4.00", "18.10"],
        ["A", "[PHONE_1]", "18.10", "25.5"],
        ["A", "speaker1", "18.10", "25.5"],
    ]
    assert changed.endswith("ignore_time_segment, [PERSON_1]  [PERSON_2]\n")


def test_detect_reports_the_time_of_a_finding(run, folder):
    assert ("[PHONE_1]", [18.1, 25.5]) in reported(run, folder, "stm", "a.stm", TALK.encode())


def test_nothing_to_redact(run, folder):
    unchanged(run, folder, "stm", "a.stm", b";; so\r\n2345 A 2345-a 0.10 2.03 uh huh \r\n\r\n")


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("Hello, Quill\n", "1:1", "fewer than 5 columns"),
        ("a A b 0 1 so\na A b 0 so so\n", "2:9", "a time in seconds"),
    ],
)
def test_invalid_stm_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(STM, text, "a.stm")
    assert caught.value.where == f"a.stm:{place}"


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    stands_damage(STM, TALK, "a.stm", at, put)


@pytest.mark.parametrize("columns", ["5125550142 5125550143", "1 5125550142"])
def test_a_telephone_number_is_no_time(columns: str) -> None:
    with pytest.raises(Incomplete, match="a time in seconds"):
        read(STM, f"a A wilma {columns} so\n", "a.stm")
