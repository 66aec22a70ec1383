"""Plain text: fields are paragraphs and turns, and every character belongs to the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.formats.plaintext import Plaintext
from anonfilter.hookspecs import Setting
from anonfilter.model import Source


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
