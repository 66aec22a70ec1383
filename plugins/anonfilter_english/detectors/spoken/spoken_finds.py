"""Find dates, times, ages, heights, numbers and addresses in spoken form in a text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from anonfilter_english.detectors.spoken import (
    ages,
    clock_times,
    digit_strings,
    heights,
    internet_addresses,
)
from anonfilter_english.detectors.spoken import spoken_dates as dates
from anonfilter_english.detectors.spoken import spoken_places as places
from anonfilter_english.knowledge.spoken_numbers import Hit, Reading, compiled

Parser = Callable[[Reading], Iterable[Hit]]

# In order of precedence: finds that overlap those of an earlier parser are dropped.
PARSERS: tuple[Parser, ...] = (
    internet_addresses.find,
    places.find,
    digit_strings.find,
    dates.find,
    clock_times.find,
    heights.find,
    ages.find,
)

# The labels of values that speakers begin again after a slip.
_RESTARTED = frozenset(("TIME", "HEIGHT", "DATE", "DATE_OF_BIRTH", "PHONE_NUMBER"))


def find(text: str) -> list[Hit]:
    """Return the finds of all parsers in the order of the text, without overlaps."""
    reading = Reading(text)
    found: list[Hit] = []
    for parse in PARSERS:
        taken = sorted((hit.start, hit.end) for hit in found)
        found += _free(parse(reading), taken)
    found.sort(key=lambda hit: hit.start)
    ends = [0, *(hit.end for hit in found)]
    return [_with_false_start(reading, hit, end) for hit, end in zip(found, ends, strict=False)]


_BROKEN_OFF = r"\s?-{1,2}\s{1,3}(?:(?:no|sorry|uh|um|I mean|correction)\b[\s,]{1,3}){0,2}\Z"


def _with_false_start(reading: Reading, hit: Hit, done: int) -> Hit:
    """Return a find with its false start: "nine four- nine forty-seven AM"."""
    start, gap = hit.start, _BROKEN_OFF
    at = bisect_left(reading.numbers, hit.start, key=lambda number: number.start) - 1
    while at >= 0 and hit.label in _RESTARTED:
        number = reading.numbers[at]
        between = reading.text[number.end : start]
        if number.start < done or not compiled(gap).match(between):
            break
        start, gap, at = number.start, r"[\s-]{1,3}\Z", at - 1
    return hit if start == hit.start else replace(hit, start=start)


def _free(hits: Iterable[Hit], taken: Sequence[tuple[int, int]]) -> Iterator[Hit]:
    """Yield the finds that overlap neither one another nor the given places."""
    at = done = 0
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        while at < len(taken) and taken[at][1] <= hit.start:
            at += 1
        if hit.start >= done and (at == len(taken) or taken[at][0] >= hit.end):
            yield hit
            done = hit.end
