"""Plain text: fields are paragraphs and turns, and every character belongs to the file."""

from __future__ import annotations

import pytest
from anonfilter_documents.plaintext import Plaintext
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import Source
from anonfilter.contract.plugin import Setting


def fields(text: str) -> list[str]:
    read = Plaintext(Plaintext.Config(), Setting("text")).read(Source("any", text))
    return [read.text[one.start : one.end] for one in read.fields]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("one\ntwo\n\nthree\n", ["one\ntwo", "three\n"]),
        ("one\r\n\r\ntwo", ["one", "two"]),
        ("one\n \t\n\n\ntwo", ["one", "two"]),
        ("one\x0ctwo", ["one", "two"]),
        ("ANN: hello\nBOB: well\nand more\n", ["ANN: hello", "BOB: well\nand more\n"]),
        (
            "[00:01] Ann Lee: hello\n[00:05] Bob: yes",
            ["[00:01] Ann Lee: hello", "[00:05] Bob: yes"],
        ),
        ("Margaret\nHolloway came", ["Margaret\nHolloway came"]),
        ("", []),
    ],
)
def test_fields_are_paragraphs_and_turns(text: str, wanted: list[str]) -> None:
    assert fields(text) == wanted


@given(st.text(st.sampled_from(list("Ab: \n\r\t\f[]1"))))
def test_every_word_is_in_one_field(text: str) -> None:
    joined = [char for one in fields(text) for char in one if not char.isspace()]
    assert joined == [char for char in text if not char.isspace()]


def turns(text: str) -> list[tuple[str, str]]:
    config = Plaintext.Config(speakers=True)
    read = Plaintext(config, Setting("text")).read(Source("any", text))
    return [(one.role, read.text[one.start : one.end].strip()) for one in read.fields]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "A hearing.\n\nINMATE ROE: Yes.\nAnd no.\n\nSo.\nMR. LEE: Well.",
            [
                ("text", "A hearing."),
                ("speaker", "INMATE ROE"),
                ("speech", "Yes.\nAnd no."),
                ("speech", "So."),
                ("speaker", "MR. LEE"),
                ("speech", "Well."),
            ],
        ),
        (
            "[00:01] INMATE ROE (via video): Yes.",
            [
                ("header", "[00:01]"),
                ("speaker", "INMATE ROE"),
                ("header", "(via video):"),
                ("speech", "Yes."),
            ],
        ),
        ("INMATE ROE:\r\nYes.", [("speaker", "INMATE ROE"), ("speech", "Yes.")]),
        (
            "[PERSON_1]: Yes.\nINMATE [PERSON_2]: No.",
            [
                ("speaker", "[PERSON_1]"),
                ("speech", "Yes."),
                ("speaker", "INMATE [PERSON_2]"),
                ("speech", "No."),
            ],
        ),
        (
            "Date of birth: 03/04/1980\nName: Ilse",
            [("text", "Date of birth: 03/04/1980"), ("text", "Name: Ilse")],
        ),
        ("Nobody speaks.\n\nNo.", [("text", "Nobody speaks."), ("text", "No.")]),
    ],
)
def test_speakers_and_their_speech_are_separate_fields(
    text: str, wanted: list[tuple[str, str]]
) -> None:
    assert turns(text) == wanted


@given(st.text(st.sampled_from(list("Ab: \n\r\t\f[]1"))))
def test_every_word_of_a_transcript_is_in_one_field(text: str) -> None:
    joined = [char for _, one in turns(text) for char in one if char.isalnum()]
    assert joined == [char for char in text if char.isalnum()]
