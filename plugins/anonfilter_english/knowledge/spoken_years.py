"""Recognise years: "nineteen ninety-eight", "two thousand and three", "in ninety-eight"."""

from __future__ import annotations

from collections.abc import Iterator

from anonfilter_english.knowledge.spoken_numbers import Reading, compiled, hedges, listed
from anonfilter_english.knowledge.word_lists import HESITATION

_WITHIN = rf"(?:\s{{1,3}}|\s?-\s?|,?\s+{HESITATION},?\s+)\Z"
_LISTED = r"\s*(?:,|-|(?:,\s*)?(?:and|or|to|through|until|till|into|maybe|between))\s*\Z"
_SPACE = r"[\s,-]{0,3}"
_WEAK = rf"\b(?:of|from|until|till|by|the\s+year){_SPACE}\Z"
_CENTURIES = (18, 19, 20)
_LATEST = 2039
_TWO_FIGURES = range(40, 100)


class Years:
    """The years among the numbers of a text."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._numbers = reading.numbers

    def at(self, at: int) -> int:
        """Return how many numbers from an index on form a full year: none, one, two or three."""
        if at >= len(self._numbers):
            return 0
        number = self._numbers[at]
        if number.ordinal:
            return 0
        if not number.spelled:
            return int(len(number.figures) == 4 and 1500 <= number.value <= _LATEST + 60)
        if 2000 <= number.value <= _LATEST or 1799 < number.value < 2000:
            return 1
        if number.value not in _CENTURIES:
            return 0
        if at + 1 >= len(self._numbers) or not compiled(_WITHIN).match(self._reading.gap(at)):
            return 0
        following = self._numbers[at + 1]
        if following.ordinal:
            return 0
        if self._is_oh(at + 1):
            return 3
        fits = following.value in range(10, 100) and number.value * 100 + following.value <= _LATEST
        return 2 if fits else 0

    def short_at(self, at: int, *, spelled: bool = False, sure: bool = False) -> int:
        """Return how many numbers from an index on may be the last two figures of a year.

        ``sure``: the words after the numbers do not matter. ``spelled``: a number in figures needs
        an apostrophe.
        """
        if at >= len(self._numbers):
            return 0
        number = self._numbers[at]
        if number.ordinal:
            return 0
        if len(number.figures) == 2 and self._reading.before(number.start, 1) == "'":
            return 1
        if spelled and not number.spelled:
            return 0
        if self._is_oh(at):
            return 2
        alone = sure or self._reading.counts_nothing(number.end)
        return int(number.value in _TWO_FIGURES and alone)

    def _is_oh(self, at: int) -> bool:
        """Return True if two numbers are the last two figures of a year: "oh five"."""
        if at + 1 >= len(self._numbers):
            return False
        oh, unit = self._numbers[at], self._numbers[at + 1]
        return (
            oh.spelled
            and oh.value == 0
            and unit.value in range(1, 10)
            and not unit.ordinal
            and self._is_tied(at)
            and not (  # a longer string of digits
                at + 2 < len(self._numbers)
                and self._numbers[at + 2].value < 10
                and not self._numbers[at + 2].ordinal
                and self._is_tied(at + 1)
            )
        )

    def _is_tied(self, at: int) -> bool:
        """Return True if only blanks or hyphens divide a number from the next number."""
        return compiled(r"[\s-]{1,3}\Z").match(self._reading.gap(at)) is not None

    def find(self) -> Iterator[tuple[int, int]]:
        """Yield the index of the first number and the count of numbers of each certain year."""
        at, end, previous = 0, -1, False
        while at < len(self._numbers):
            start = self._numbers[at].start
            between = self._reading.text[end:start] if previous and start - end < 20 else ""
            listed_with = bool(between) and compiled(_LISTED).match(between) is not None
            length = self._length_at(at, listed_with=listed_with)
            previous = length > 0 or (previous and listed_with)
            if length:
                yield at, length
                end = self._numbers[at + length - 1].end
            at += length or 1

    def _length_at(self, at: int, *, listed_with: bool) -> int:
        """Return how many numbers from an index on form a year, or 0.

        ``listed_with``: the numbers follow a year in a list.
        """
        number, reading = self._numbers[at], self._reading
        before = reading.before(number.start, 40)
        cue = rf"(?:{listed('before_short_year')}|'){_SPACE}{hedges()}\Z"
        cued = compiled(cue).search(before) is not None
        length = self.at(at)
        if not number.spelled:
            return length if cued or listed_with else 0
        if length:
            end = self._numbers[at + length - 1].end
            return length if self._is_year(at, length, end, before, cued or listed_with) else 0
        sure = compiled(rf"\w+\s+of{_SPACE}\Z").search(before) is not None
        length = self.short_at(at, sure=sure)
        if not length or not (cued or listed_with):
            return 0
        end = self._numbers[at + length - 1].end
        return length if sure or reading.counts_nothing(end) else 0

    def _is_year(self, at: int, length: int, end: int, before: str, cued: bool) -> bool:
        """Return True if the words around a number, or its form, show that it is a year."""
        number, reading = self._numbers[at], self._reading
        if reading.counts_at(end):
            return False
        if number.value in (18, 19) and length > 1:
            return True
        ends = reading.ends_at(end)
        if number.value % 100 == 0 or number.value in range(1800, 2000):
            return ends and (cued or compiled(_WEAK).search(before) is not None)
        return ends or cued
