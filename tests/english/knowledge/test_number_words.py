"""Numbers in words are read with their values."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.number_words import numbers
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twenty-two", [22]),
        ("twenty two", [22]),
        ("Twenty, uh, two", [22]),
        ("twenty- twenty-two", [20, 22]),
        ("nineteen ninety-eight", [19, 98]),
        ("six two", [6, 2]),
        ("four one five", [4, 1, 5]),
        ("a hundred", [100]),
        ("one hundred and five", [105]),
        ("fourteen hundred", [1400]),
        ("twenty one hundred", [2100]),
        ("two thousand three", [2003]),
        ("two thousand and twelve", [2012]),
        ("two thousand, twelve", [2000, 12]),
        ("two hundred thousand", [200000]),
        ("oh three", [0, 3]),
        ("Oh, three", [3]),
        ("zero", [0]),
        ("5 and 11", [5, 11]),
        ("25,000", [25000]),
        ("6-foot-2", [6, 2]),
        ("10:30, 5.5, $20, 05/13", []),
        ("someone, often, tenth-rate, forties", [10]),
    ],
)
def test_numbers_in_words_have_their_values(text: str, values: list[int]) -> None:
    assert [number.value for number in numbers(text)] == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("first", 1),
        ("twelfth", 12),
        ("twenty-first", 21),
        ("thirty first", 31),
        ("21st", 21),
        ("2nd", 2),
        ("nineteenth", 19),
    ],
)
def test_ordinals_have_their_values(text: str, value: int) -> None:
    (number,) = numbers(text)
    assert (number.value, number.ordinal, number.end) == (value, True, len(text))


def test_words_that_are_not_numbers_have_no_value() -> None:
    assert list(numbers("once upon")) == []


_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()
_ONES += ["fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def said(value: int) -> str:
    """Return a number below a million in words."""
    if value < 20:
        return _ONES[value]
    if value < 100:
        ten, one = divmod(value, 10)
        return _TENS[ten - 2] + (f"-{_ONES[one]}" if one else "")
    size, word = (1000, "thousand") if value >= 1000 else (100, "hundred")
    count, rest = divmod(value, size)
    return f"{said(count)} {word}" + (f" {said(rest)}" if rest else "")


@given(st.integers(0, 999_999))
def test_any_spoken_number_is_read(value: int) -> None:
    (number,) = numbers(f"about {said(value)}, he thought")
    assert (number.value, number.spelled) == (value, True)
