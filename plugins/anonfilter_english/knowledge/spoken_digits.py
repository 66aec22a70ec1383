"""Read digits spoken one by one, as transcribed: "nine oh three, double one, for"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.number_words import (
    DIGITS,
    REPEATS,
    SLIPS,
    TEENS,
    TENS,
    UNITS,
    digits_of,
)
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives

_MOST_DIGITS = 40
_LEAST_SURE = 3  # sure digits that make an ambiguous word before them a digit

_GAP = rf"(?:[\s,.\-\u2014\u2026]{{1,6}}(?:(?:{HESITATION}|dash|hyphen)\b[\s,.\-]{{1,6}}){{0,3}}+)"


_DIGIT = re.compile(
    rf"""(?ix:(?:(?P<repeat>{alternatives(REPEATS)})[\s-]{{1,4}}
        (?P<repeated>(?:{alternatives([*DIGITS, *SLIPS])})(?!\w)|\d(?!\d))'?s?(?!\w)
      |(?P<tens>{alternatives(TENS)})(?:[\s-]{{1,3}}(?P<unit>{alternatives(UNITS)}))?(?!\w)
      |(?P<word>{alternatives([*DIGITS, *TEENS, *SLIPS])})(?!['\w])
      |(?P<hundred>hundred)(?!\w)
      |(?P<figures>\d{{1,12}})(?!\w)(?!\.\d|,\d{{3}}(?!\d)|:\d|/\d|%|st|nd|rd|th)))"""
)
_LINK = re.compile(_GAP, re.I)
_CLOSED = re.compile(r"\s*(?:[.,;:?!\-\u2014)\]\"]|\Z)|\s*\n")


@hide_values
@dataclass(frozen=True, slots=True)
class Digit:
    """One or more digits in one word or figure.

    ``slip``: a word that is often a misheard digit ("for"); ``written``: in figures; ``compound``:
    a number above nine in words ("ninety-three").
    """

    start: int
    end: int
    value: str
    slip: bool = False
    written: bool = False
    compound: bool = False


def read_digits(text: str, start: int, end: int) -> list[Digit]:
    """Return the digits of a run that begins at ``start``.

    Ambiguous words ("for", "to") are digits between two sure digits, and at the end of a phrase.
    """
    found: list[Digit] = []
    at = start
    while len(found) < _MOST_DIGITS and (match := _DIGIT.match(text, at, end)):
        digit = _digit(match, found)
        if digit is None:
            break
        found.append(digit)
        link = _LINK.match(text, match.end(), end)
        if link is None:
            break
        at = link.end()
    return _without_slips(text, found, end)


def _digit(match: re.Match[str], before: Sequence[Digit]) -> Digit | None:
    start, end = match.span()
    if match["repeat"]:
        times = REPEATS[match["repeat"].casefold()]
        return Digit(start, end, digits_of(match["repeated"]) * times)
    if match["hundred"]:
        if not before or before[-1].slip or len(before[-1].value) > 2:
            return None
        return Digit(start, end, "00", compound=True)
    value = digits_of(match[0])
    if match["figures"]:
        return Digit(start, end, value, written=True)
    if match["tens"]:
        return Digit(start, end, value, compound=True)
    return Digit(start, end, value, slip=match["word"].casefold() in SLIPS, compound=len(value) > 1)


def _without_slips(text: str, found: list[Digit], end: int) -> list[Digit]:
    sure = sum(not digit.slip for digit in found)
    if found and found[0].slip and sure < _LEAST_SURE:
        return []
    while found and found[-1].slip:
        if sure > 1 and _CLOSED.match(text, found[-1].end, end):
            break
        found.pop()
    return found


def joined(digits: Sequence[Digit]) -> str:
    """Return the digits as one string of figures."""
    return "".join(digit.value for digit in digits)
