"""SBV: the text of each cue is read; timings stay."""

from __future__ import annotations

import pytest
from anonfilter_documents.captions.sbv import SBV
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.documents.read_documents import fields, read, replaced, times
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged

TALK = """0:00:00.500,0:00:02.000
WILMA QUILLFEATHER: Hello.
>> Quillfeather

0:00:02.000,0:01:04.250
Call Wilma
Quillfeather[br]on 4155550100
"""


def test_the_text_of_a_cue() -> None:
    document = read(SBV, TALK, "a.sbv")
    assert fields(document) == [
        (
            "speech",
            "WILMA QUILLFEATHER: Hello.\n>> Quillfeather\nCall Wilma\nQuillfeather\non 4155550100",
        )
    ]
    assert [time for _, time in times(document)] == [(0.5, 2), (2, 64.25)]


def test_a_tag_stays_in_its_cue() -> None:
    changed = replaced(read(SBV, TALK, "a.sbv"), "Call Wilma\nQuillfeather", "[P]\n\n0")
    assert changed == TALK.replace("Call Wilma\nQuillfeather", "[P] 0\n")


def test_names_everywhere(run, folder):
    changed = cleared(run, folder, "sbv", "a.sbv", TALK.replace("\n", "\r\n").encode())
    assert changed.replace("\r\n", "\n") == (
        "0:00:00.500,0:00:02.000\n[PERSON_1] [PERSON_2]: Hello.\n>> [PERSON_2]\n\n"
        "0:00:02.000,0:01:04.250\nCall [PERSON_1]\n[PERSON_2][br]on [PHONE_1]\n"
    )


def test_detect_reports_the_time_of_a_finding(run, folder):
    assert ("[PHONE_1]", [2.0, 64.25]) in reported(run, folder, "sbv", "a.sbv", TALK.encode())


def test_nothing_to_redact(run, folder):
    unchanged(run, folder, "sbv", "a.sbv", b"\r\n0:00:01.000,0:00:02.000\r\nso\r\n\r\n")


def test_invalid_sbv_is_reported_with_its_place() -> None:
    with pytest.raises(Incomplete, match="before the first timing") as caught:
        read(SBV, "\nHello, Quill\n", "a.sbv")
    assert caught.value.where == "a.sbv:2:1"


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    stands_damage(SBV, TALK, "a.sbv", at, put)


@pytest.mark.parametrize("data", [b"", b"\r\n"])
def test_empty_files(data: bytes) -> None:
    assert fields(read(SBV, data, "a.sbv")) == []
