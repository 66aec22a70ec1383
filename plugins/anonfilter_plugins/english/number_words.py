"""English numbers as they are said: "twenty-two", "two thousand and three", "the twenty-first".

A number goes on as long as English lets it: "nineteen ninety-eight" is two of them, and so is
"six two". What two of them are together (a year, a height, a time of day) is for others to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from anonfilter.text.word_lists import alternatives
from anonfilter_plugins.english.hesitation import HESITATION
from anonfilter_plugins.english.numbers import (
    MULTIPLIERS,
    ORDINAL_TEENS,
    ORDINAL_TENS,
    ORDINAL_UNITS,
    ORDINALS,
    TEENS,
    TENS,
    UNITS,
    VALUES,
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text: its value, and how it is written.

    ``figures`` are its digits as written ("03"), or those of its value where it is in words.
    """

    start: int
    end: int
    value: int
    figures: str
    ordinal: bool = False
    spelled: bool = True


_BLANK = r"\s{1,8}"
_SEP = rf"(?:\s?-\s?|\s{{0,3}}[,-]?{_BLANK}{HESITATION}\b[\s,.-]{{1,4}}|{_BLANK})"
_UNIT, _TEEN, _TEN = (alternatives(words) for words in (UNITS, TEENS, TENS))
_LAST = (
    rf"(?:(?:{_TEN})(?:{_SEP}(?:{alternatives(ORDINAL_UNITS)})\b)"
    rf"|(?:{alternatives(ORDINAL_TEENS)}|{alternatives(ORDINAL_TENS)}|{alternatives(ORDINAL_UNITS)})\b)"
)
_CARDINAL = rf"(?:(?:{_TEN})(?:{_SEP}(?:{_UNIT})\b)?|{_TEEN}|{_UNIT})\b"
_BELOW_100 = rf"(?:{_LAST}|{_CARDINAL})"
_AND = rf"{_SEP}(?:and{_BLANK})?"
_HUNDREDS = rf"(?:(?:an?|{_CARDINAL}){_SEP}hundred(?:th)?\b(?:{_AND}{_BELOW_100})?)"
_BELOW_1000 = rf"(?:{_HUNDREDS}|{_BELOW_100})"
_LARGE = rf"(?:(?:an?|{_HUNDREDS}|{_CARDINAL}){_SEP}(?:thousand|million)\b(?:{_AND}{_BELOW_1000})?)"
_OH = rf"(?:zero\b|(?:oh|o)(?=[\s-]{{1,3}}(?:{_UNIT}|{_TEEN}|{_TEN}|oh|o|zero|hundred)\b))"
_FIGURES = (
    r"(?<![$£€#])(?<!\d[.,:/])(?:\d{1,3}(?:,\d{3})+|\d{1,12})(?P<th>st|nd|rd|th)?"
    r"(?![\d_%°]|[.,:/]\d)(?:(?!\w)|(?=(?:ft|feet|cm|in|am|pm|yo|yrs?)\b))"
)
NUMBER = re.compile(
    rf"(?<!\w)(?:(?P<figures>{_FIGURES})|(?P<words>{_LARGE}|{_HUNDREDS}|{_BELOW_100}|{_OH}))",
    re.I,
)
_WORD = re.compile(r"[a-z]+", re.I)


def numbers(text: str) -> Iterator[Number]:
    """Every number of a text, in order."""
    for match in NUMBER.finditer(text):
        yield _number(match)


def _number(match: re.Match[str]) -> Number:
    start, end = match.span()
    written = match["figures"]
    if written:
        digits = re.sub(r"\D", "", written)
        return Number(start, end, int(digits), digits, match["th"] is not None, spelled=False)
    words = [word.casefold() for word in _WORD.findall(match["words"])]
    value = _value_of(words)
    return Number(start, end, value, str(value), words[-1] in ORDINALS or words[-1] == "hundredth")


def _value_of(words: list[str]) -> int:
    """The value of a number in words; words that are no number count nothing."""
    total = current = 0
    for word in words:
        if word in VALUES:
            current += VALUES[word]
        elif word.startswith("hundred"):
            current = max(current, 1) * 100
        elif word in MULTIPLIERS:
            total, current = total + max(current, 1) * MULTIPLIERS[word], 0
    return total + current
