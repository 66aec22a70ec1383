"""What the check key gives away of numbers: each guess is slow, and nothing narrows them down."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.known.index import KeyedIndex, MarkIndex
from anonfilter.known.marks import (
    FIRST,
    RECORD,
    SLOW,
    Fingerprinter,
    MarkMaker,
    is_outdated,
    number_in,
)
from tests.sidecars.sealed import KEY

PRINTS = KEY.check.prints
MARKS = MarkMaker(PRINTS)
NUMBERS = [
    "555-010-4477",
    "(555) 010-4477",
    "+49 30 1234567",
    "078-05-1120",
    "L-90314",
    "4111 1111 1111 1111",
    "QQ 12 34 56 C",
    "ACCOUNT-12345678",
    "5550104477",
    "12/05/1980",
    "SSN: 078-05-1120",
    "Case No. 12345678",
    "id 12345678",
]


def fast(words: bytes) -> bytes:
    """What a holder of the check key computes a million times a second."""
    return hashlib.blake2b(words, key=PRINTS, digest_size=8).digest()


@pytest.mark.parametrize("number", NUMBERS)
def test_a_mark_of_a_number_is_one_slow_print_and_nothing_else(number: str) -> None:
    marks = MARKS.of([number])
    assert len(marks) == RECORD
    assert marks[0] == SLOW
    assert marks[1 : 1 + FIRST] == bytes(FIRST)
    joined = number_in(number).encode()
    assert joined.isalnum()
    guesses = [
        joined,
        b"#" + joined,
        joined.lstrip(b"l"),
        number.encode(),
        b"\0".join(number.encode().split(b"-")),
    ]
    assert not any(fast(guess) in marks for guess in guesses)


@given(st.from_regex(r"[0-9]{7,12}", fullmatch=True))
def test_nothing_of_a_number_shows_but_whether_all_of_it_was_guessed(number: str) -> None:
    marks = MARKS.of([number])
    begins = [number[:length].encode() for length in range(1, len(number))]
    assert not any(
        fast(b"#" + one)[:FIRST] in marks or fast(one)[:FIRST] in marks for one in begins
    )
    assert marks[:7] == MARKS.of(["9876543"])[:7]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_is_recognised_and_a_near_miss_is_not(number: str) -> None:
    known = KeyedIndex(MarkIndex.of([("CODE", MARKS.of([number]))]), Fingerprinter(PRINTS))
    joined = number_in(number).encode()
    assert known.known_number(joined) is not None
    assert known.may_know_number(joined)
    assert known.known_number(joined[:-1]) is None
    assert known.known_number(joined + b"1") is None


@pytest.mark.parametrize("text", ["in 2003", "12 men", "June 2003", "14 Elm Street", "Mark Stone"])
def test_everyday_words_with_digits_cost_no_slow_print(text: str) -> None:
    assert number_in(text) == ""


def outdated(number: bytes) -> bytes:
    """The mark of a number as earlier versions wrote it."""
    return bytes([0x20 | len(number)]) + fast(b"#" + number[:3])[:FIRST] + fast(b"#" + number)


def test_marks_of_earlier_versions_are_recognised_and_reported() -> None:
    old, new = outdated(b"5550104477"), MARKS.of(["555-010-4478"])
    assert is_outdated(new + old)
    assert not is_outdated(new)
    known = KeyedIndex(
        MarkIndex.unpacked(MarkIndex.of([("CODE", old), ("CODE", new)]).packed()),
        Fingerprinter(PRINTS),
    )
    for number in (b"5550104477", b"5550104478"):
        assert known.known_number(number) is not None
        assert known.may_know_number(number)
    assert known.known_number(b"5550104479") is None
