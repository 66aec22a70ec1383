"""Words, shapes and windows: what the model reads."""

from __future__ import annotations

import pytest
from anonfilter_english.detectors.caseless.decode import found
from anonfilter_english.detectors.caseless.pieces import (
    CAPITAL,
    LONGEST,
    MIXED,
    PLAIN,
    TAGS,
    UPPER,
    WINDOW,
    Window,
    Word,
    shape,
    windows,
)
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("bell", PLAIN),
        ("Bell", CAPITAL),
        ("BELL", UPPER),
        ("A", CAPITAL),
        ("McBell", MIXED),
        ("12", PLAIN),
        (".", PLAIN),
        ("", PLAIN),
    ],
)
def test_shapes(word: str, expected: int) -> None:
    assert shape(word) == expected


@given(st.lists(st.integers(1, 300), max_size=600))
def test_cores_of_windows_hold_each_word_once(lengths: list[int]) -> None:
    words: list[Word] = []
    for length in lengths:
        first = words[-1].last if words else 0
        words.append(Word(first, first + 1, first, first + length))
    made = list(windows(words))
    core = [at for window in made for at in range(window.core_start, window.core_end)]
    assert core == list(range(len(words)))
    for window in made:
        assert window.start <= window.core_start <= window.core_end <= window.end
        assert window.end - window.start <= WINDOW
        pieces = words[window.end - 1].last - words[window.start].first
        assert pieces <= LONGEST or window.end - window.start == 1


def logits(*tags: str, sure: float = 4.0):
    import numpy as np

    rows = np.zeros((len(tags) + 2, len(TAGS)), dtype=np.float32)
    for at, tag in enumerate(tags, 1):
        rows[at, TAGS.index(tag)] = sure
    return rows


def names(*tags: str, bias: float = 0.0, sure: float = 4.0) -> list[tuple[int, int, str]]:
    words = [Word(10 * at, 10 * at + 8, at, at + 1) for at in range(len(tags))]
    whole = Window(0, len(tags), 0, len(tags))
    finds = found(words, whole, logits(*tags, sure=sure), bias)
    return [(find.start, find.end, find.label) for find in finds]


def test_words_of_one_name_are_joined() -> None:
    assert names("O", "B-PERSON", "I-PERSON", "O") == [(10, 28, "PERSON")]


def test_a_name_that_begins_ends_the_one_before() -> None:
    assert names("B-PERSON", "B-PERSON", "I-PERSON") == [(0, 8, "PERSON"), (10, 28, "PERSON")]


def test_a_name_needs_no_beginning() -> None:
    assert names("I-NRP", "O", "B-NRP", "I-PERSON") == [
        (0, 8, "NRP"),
        (20, 28, "NRP"),
        (30, 38, "PERSON"),
    ]


def test_the_bias_finds_what_ordinary_words_would_have_hidden() -> None:
    rows = logits("O", sure=0.5)
    words = [Word(0, 5, 0, 1)]
    rows[1, TAGS.index("B-PERSON")] = 0.2
    whole = Window(0, 1, 0, 1)
    assert list(found(words, whole, rows, 0.0)) == []
    [find] = found(words, whole, rows, 1.0)
    assert find.label == "PERSON"
    assert 0 < find.score < 0.5


def test_words_beside_the_core_count_in_another_window() -> None:
    words = [Word(10 * at, 10 * at + 8, at, at + 1) for at in range(4)]
    rows = logits("B-PERSON", "O", "B-PERSON", "I-PERSON")
    [find] = found(words, Window(0, 4, 0, 1), rows, 0.0)
    assert (find.start, find.end) == (0, 8)
    [find] = found(words, Window(0, 4, 3, 4), rows, 0.0)
    assert (find.start, find.end) == (20, 38), "a name that reaches into the core is whole"
