"""Cleaning text for readers: every character of it has its place in the file."""

from __future__ import annotations

import string

import pytest
import regex
from anonfilter_english.knowledge.flat_text import flatten
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.text.cleaning import clean
from anonfilter.text.lines import line_starts
from anonfilter.text.words import fold

# letters, marks, line ends, zero-width characters, undecodable bytes, emoji, other digits
ODD = st.text(
    st.sampled_from(list("aB é\u0301\u0323\u200d\u00ad\ufeff\r\n\t\u2028\u0085\udce9\udc80"))
    | st.sampled_from(list("\u2019\u00a0\uff21٣👍\U0001f3fd\u202e[]_"))
    | st.characters()
)


@given(ODD, st.integers(0, 5), st.integers(0, 50))
def test_pieces_follow_each_other_and_map_back(raw: str, skip: int, at: int) -> None:
    start = min(skip, len(raw))
    text, pieces = clean(raw, start, len(raw), at)
    place, source = at, start
    for piece in pieces:
        assert piece.start == place
        assert piece.source_start >= source
        between = raw[source : piece.source_start]
        assert not any(char.isalnum() or char.isspace() for char in between)
        place, source = piece.end, piece.source_end
    assert place == at + len(text)
    assert not any(char.isalnum() or char.isspace() for char in raw[source:])


@given(st.text(st.sampled_from(string.printable.replace("\r", ""))))
def test_plain_ascii_is_read_unchanged(raw: str) -> None:
    text, pieces = clean(raw, 0, len(raw), 0)
    assert text == raw
    assert all(piece.aligned for piece in pieces)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("Jose\u0301", "José"),
        ("x\u0301\u0323y", "xy"),
        ("so\u00adft", "soft"),
        ("O\u2019Neil", "O'Neil"),
        ("caf\udce9", "café"),
        ("٣٤", "34"),
        ("\uff21\uff22", "AB"),
        ("\U0001d409\U0001d41a\u24e9\u210b", "JazH"),
        ("\U0001d7d2\U0001d7cf", "41"),
        ("Ja\ufe0fn\U000e0065e", "Jane"),
        ("J\u3164a\u115fn\uffa0e", "Jane"),
        ("2\x011\x7f9", "219"),
        ("x\u1ab0y\u20d0z", "xyz"),
        ("id \ufffc7", "id  7"),
        ("a\ud800b\udfff", "a?b?"),
    ],
)
def test_text_is_cleaned_as_people_read_it(raw: str, wanted: str) -> None:
    assert clean(raw, 0, len(raw), 0)[0] == wanted


def test_ignorable_characters_are_not_read() -> None:
    ignorable = regex.compile(r"\p{Default_Ignorable_Code_Point}")
    for char in filter(ignorable.match, map(chr, range(0x110000))):
        text, pieces = clean(f"Jo{char}hn", 0, 5, 0)
        assert (text, [(one.source_start, one.source_end) for one in pieces]) == (
            "John",
            [(0, 1), (1, 3), (3, 5)],
        ), hex(ord(char))


@given(ODD)
def test_cleaning_is_done_once(raw: str) -> None:
    once = clean(raw, 0, len(raw), 0)[0]
    twice = clean(once, 0, len(once), 0)[0]
    assert len(twice) <= len(once)
    assert not {"\r", "\u2028"} & set(once)


@given(st.text(st.sampled_from(list("ab \n\t.,"))))
def test_flattening_keeps_every_word_at_its_place(text: str) -> None:
    flat = flatten(text)
    for at, char in enumerate(flat.text):
        start, end = flat.span(at, at + 1)
        if not char.isspace():
            assert text[start:end] == char


@given(st.text(st.sampled_from(list("aé \u0301'"))))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_three_kinds_of_line_end() -> None:
    assert line_starts("a\r\nb\rc\n") == [0, 3, 5, 7]
