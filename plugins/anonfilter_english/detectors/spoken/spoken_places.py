"""Recognise addresses with spoken numbers: "fourteen twenty-five Oak Street"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from anonfilter_english.knowledge.number_words import Number
from anonfilter_english.knowledge.spoken_numbers import Hit, Reading, compiled, listed

_TOGETHER = r"(?:\s{1,3}|-|,\s{1,3}|\s?-\s?)\Z"
_NUMBERED = r"\s{1,3}(?:street|avenue|ave|boulevard|blvd)\b\.?"
_MOST_NUMBERS = 6
_LEAST_HOUSE_NUMBER = 10


@cache
def _street() -> str:
    """Return a regex for a street: some capitalised words, or at most two others, and a type."""
    small = rf"(?!{listed('not_in_street')})[^\W\d][\w.'-]*"
    large = rf"(?=(?-i:[A-Z])){small}"
    compass = rf"(?:{listed('compass')}\s{{1,3}})?"
    return (
        rf"\s{{1,3}}{compass}(?:(?:{large}\s{{1,3}}){{1,4}}(?=(?-i:[A-Z])){listed('streets')}"
        rf"|(?:{small}\s{{1,3}}){{1,2}}{listed('plain_streets')})\.?"
    )


def find(reading: Reading) -> Iterator[Hit]:
    """Yield house numbers with their streets, numbered streets, and apartments."""
    done = 0
    for at, number in enumerate(reading.numbers):
        if number.start < done:
            continue
        hit = _address(reading, at) or _ordinal(reading, number, number.start)
        if hit is None:
            hit = _apartment(reading, at)
        if hit is not None:
            yield hit
            done = hit.end


def _address(reading: Reading, at: int) -> Hit | None:
    """Return the address that begins with a house number in words, or None."""
    numbers = reading.numbers
    last = at
    while last + 1 < len(numbers) and last - at < _MOST_NUMBERS:
        if numbers[last].ordinal or not compiled(_TOGETHER).match(reading.gap(last)):
            break
        last += 1
    for end in range(last, at - 1, -1):
        house = numbers[at : end + 1]
        if not any(number.spelled for number in house):
            continue
        if house[-1].ordinal and len(house) > 1:
            hit = _ordinal(reading, house[-1], house[0].start)
            if hit is not None and not house[0].ordinal:
                return hit
        elif len(house) > 1 or house[0].value >= _LEAST_HOUSE_NUMBER:
            street = compiled(_street()).match(reading.text, house[-1].end)
            if street is not None and not house[-1].ordinal:
                stop = street.end() - street[0].endswith(".")
                return Hit(house[0].start, stop, "LOCATION", "street")
    return None


def _ordinal(reading: Reading, number: Number, start: int) -> Hit | None:
    """Return the street in "Seventy-third Avenue", "fourteen East Fifth Street", or None."""
    if not number.ordinal or not number.spelled:
        return None
    match = compiled(_NUMBERED).match(reading.text, number.end)
    if match is None:
        return None
    return Hit(start, match.end() - match[0].endswith("."), "LOCATION", "numbered street")


def _apartment(reading: Reading, at: int) -> Hit | None:
    """Return the apartment in "apartment twelve", "suite four B", or None."""
    number = reading.numbers[at]
    if not number.spelled or number.ordinal:
        return None
    before = reading.before(number.start, 40)
    match = compiled(rf"{listed('apartments')}[\s,#]{{1,3}}\Z").search(before)
    if match is None:
        return None
    while compiled(r"[\s-]{1,2}\Z").match(reading.gap(at)):
        at += 1
    end = reading.numbers[at].end
    letter = compiled(r"[\s-]{0,2}(?-i:[A-Z])(?![\w'])").match(reading.text, end)
    start = number.start - (len(before) - match.start())
    return Hit(start, letter.end() if letter else end, "LOCATION", "apartment")
