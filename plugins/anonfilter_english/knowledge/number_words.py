"""Find numbers in words and figures, with their values: "twenty-two", "the twenty-first".

"Nineteen ninety-eight" and "six two" are two numbers each. The caller decides whether two numbers
together are a year, a height or a time of day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, table

_BETWEEN = re.compile(r"[\s-]+")


def _values(*names: str) -> dict[str, int]:
    return {word: value for name in names for word, value in table("numbers")[name].items()}


UNITS = _values("units")
TEENS = _values("teens")
TENS = _values("tens")
ORDINAL_UNITS = _values("ordinal_units")
ORDINAL_TEENS = _values("ordinal_teens")
ORDINAL_TENS = _values("ordinal_tens")
DECADES = _values("decades", "late_decades")
ZEROS = _values("zeros")
MULTIPLIERS = _values("multipliers")
REPEATS = _values("repeats")
SLIPS = _values("slips")
"""Words that are sometimes misheard digits: "for", "to"."""
DIGITS = {
    word: value
    for word, value in _values("units", "zeros", "read_out").items()
    if word not in SLIPS
}
"""Words that always mean one digit."""
ORDINALS = {**ORDINAL_UNITS, **ORDINAL_TEENS, **ORDINAL_TENS}
VALUES = {**UNITS, **TEENS, **TENS, **ORDINALS, **ZEROS}
_SINGLE = {**SLIPS, **DIGITS, **TEENS}


def digits_of(spoken: str) -> str:
    """Return the figures of a spoken group of digits: "7", "oh", "forty-two", "double five"."""
    first, *rest = _BETWEEN.split(spoken.casefold())
    if first in REPEATS:
        return digits_of(" ".join(rest)) * REPEATS[first]
    if first in TENS:
        return str(TENS[first] + (UNITS[rest[0]] if rest else 0))
    return first if first.isdigit() else str(_SINGLE[first])


@hide_values
@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text, and its value.

    ``figures`` are its digits as written ("03"), or the digits of its value if it is in words
    (``spelled``).
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
    r"(?![\d_%°]|[.,:/]\d)(?:(?!\w)|(?=(?:ft|feet|cm|in|am|pm|yo|yrs?)\b|[¼½¾]))"
)
_NUMBER = rf"(?<!\w)(?:(?P<figures>{_FIGURES})|(?P<words>{_LARGE}|{_HUNDREDS}|{_BELOW_100}|{_OH}))"
_WORD = re.compile(r"[a-z]+", re.I)


def numbers(text: str) -> Iterator[Number]:
    """Yield every number of a text, in order."""
    for match in _pattern().finditer(text):
        yield _number(match)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the regex of all numbers, compiled when first needed because that takes long."""
    return re.compile(_NUMBER, re.I)


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
    """Return the value of a number in words; words that are no numbers are skipped."""
    total = current = 0
    for word in words:
        if word in VALUES:
            current += VALUES[word]
        elif word.startswith("hundred"):
            current = max(current, 1) * 100
        elif word in MULTIPLIERS:
            total, current = total + max(current, 1) * MULTIPLIERS[word], 0
    return total + current
