"""Recognise dates: "March nineteenth, two thousand three", "the fifth of May", "the eighties"."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from anonfilter_english.knowledge.number_words import Number
from anonfilter_english.knowledge.spoken_numbers import (
    Hit,
    Reading,
    compiled,
    either,
    listed,
    terms,
)
from anonfilter_english.knowledge.spoken_years import Years

_TO_DAY = r"[\s,.]{0,3}(?:the\s{1,3})?\Z"
_TO_YEAR = r"\s*,?\s*(?:(?:of|in)\s{1,3})?'?\Z"
_OF_MONTH = r"\s{1,3}(?:day\s{1,3})?of\s{1,3}\Z"
_OF_YEAR = r"\s{1,3}of\s{1,3}'?\Z"
_SLASHED = r"\s*(?:slash|dash|,|\s|-)\s*\Z"
_BEFORE_DAY = r"\b(?:on|by|until|till|since|before|after|from|through)\s{1,3}the\s{1,3}\Z"
# around a decade; "his thirties" is an age
_LISTED = (
    r"\s*(?:,|-|(?:,\s*)?(?:and|or|to|through|into))\s*(?:the\s+)?(?:(?:early|mid|late)[\s-])?\Z"
)
_POSSESSED = r"\b(?:my|his|her|their|your|our|whose)\s+(?:(?:early|mid|late)[\s-]+)?\Z"
_CUED = (
    r"\b(?:the\s+(?:(?:very\s+)?(?:early|mid|late|middle)(?:[\s-]to[\s-](?:mid|late))?[\s-]+)?"
    r"|(?:in|since|until|till|by|from|during|through|of)\s+(?:early|mid|late)[\s-]+"
    r"|(?:early|mid|late)-)\Z"
)


@cache
def _month() -> str:
    short = either(terms("short_months"))
    return rf"(?P<month>{listed('months')}|(?:{short})\.?)"


def find(reading: Reading) -> Iterator[Hit]:
    """Yield dates with a month, a year, a decade or a day of the month."""
    years = Years(reading)
    found = [*_with_month(reading, years), *_figures(reading, years)]
    found += _outside(_decades(reading), found)
    found += _outside(_years(reading, years), found)
    found += _outside(_days(reading), found)
    for hit in found:
        yield _of_birth(reading, hit)


def _outside(hits: Iterator[Hit], taken: Sequence[Hit]) -> list[Hit]:
    ends = sorted((hit.start, hit.end) for hit in taken)
    starts = [start for start, _ in ends]

    def free(hit: Hit) -> bool:
        at = bisect_left(starts, hit.end) - 1
        return at < 0 or ends[at][1] <= hit.start

    return [hit for hit in hits if free(hit)]


def _with_month(reading: Reading, years: Years) -> Iterator[Hit]:
    """Yield dates with a month, from the weekday to the year."""
    numbers = reading.numbers
    starts = [number.start for number in numbers]
    for match in compiled(_month()).finditer(reading.text):
        start, end = match.span()
        at = bisect_left(starts, start)
        day = _day_before(reading, at - 1, start)
        if day is not None:
            start = day.start
            end, year = _year_after(reading, years, at, end)
            whole = True
        else:
            end, day, year = _after(reading, years, at, end)
            whole = _is_date(reading, match["month"], start, day, year)
        if whole:
            rule = "whole date" if day is not None and year else "date"
            yield Hit(_from_weekday(reading, start), end, "DATE", rule)


def _day_before(reading: Reading, at: int, month: int) -> Number | None:
    """Return the day before a month, or None: "the nineteenth of" March, "15th" June."""
    if at < 0:
        return None
    number = reading.numbers[at]
    gap = reading.text[number.end : month]
    if not 0 < number.value < 32:
        return None
    beside = number.ordinal or not number.spelled
    if compiled(_OF_MONTH).match(gap) or (beside and compiled(r"\s{1,3}\Z").match(gap)):
        return number
    return None


def _after(reading: Reading, years: Years, at: int, end: int) -> tuple[int, Number | None, bool]:
    """Return what follows a month: the end of the date, its day or None, and if there is a year."""
    length = years.at(at) or years.short_at(at, spelled=True)
    if length and _near(reading, at, end, _TO_YEAR):
        ordinal_follows = reading.numbers[at].ordinal
        if not ordinal_follows:
            return reading.numbers[at + length - 1].end, None, True
    if at < len(reading.numbers) and _near(reading, at, end, _TO_DAY):
        day = reading.numbers[at]
        if 0 < day.value < 32 and (day.ordinal or not _counts(reading, day.end)):
            end, year = _year_after(reading, years, at + 1, day.end)
            return end, day, year
    return end, None, False


def _year_after(reading: Reading, years: Years, at: int, end: int) -> tuple[int, bool]:
    length = years.at(at) or years.short_at(at)
    if length and _near(reading, at, end, _TO_YEAR):
        return reading.numbers[at + length - 1].end, True
    return end, False


def _near(reading: Reading, at: int, end: int, pattern: str) -> bool:
    if at >= len(reading.numbers):
        return False
    start = reading.numbers[at].start
    return start - end < 20 and compiled(pattern).match(reading.text[end:start]) is not None


def _counts(reading: Reading, end: int) -> bool:
    return compiled(rf"\s{{1,3}}{listed('counted')}").match(reading.text, end) is not None


def _is_date(reading: Reading, month: str, start: int, day: Number | None, year: bool) -> bool:
    """Return True if a month and the words after it are a date: "may first" may be a verb."""
    word = month.rstrip(".").casefold()
    doubtful = month.islower() and word in terms("verbal_months")
    before_month = compiled(rf"{listed('before_month')}[\s-]{{1,3}}\Z")
    prepared = before_month.search(reading.before(start, 30)) is not None
    if day is not None or year:
        sure = year or (day is not None and day.ordinal and (day.value > 2 or word == "march"))
        return not doubtful or sure or prepared or _on(reading, start)
    return prepared and word in terms("months")


def _on(reading: Reading, start: int) -> bool:
    before = compiled(
        rf"(?:\b(?:on|of|by|from|to|until|till|through|around)|{listed('weekdays')},?)\s{{1,3}}\Z"
    )
    return before.search(reading.before(start, 30)) is not None


def _from_weekday(reading: Reading, start: int) -> int:
    """Return the start of the weekday before a date, or the start of the date."""
    pattern = compiled(rf"(?P<day>{listed('weekdays')}\.?)\s*,?\s*(?:the\s+)?\Z")
    before = reading.before(start, 24)
    match = pattern.search(before)
    if match is None or (match["day"].islower() and len(match["day"]) == 3):
        return start
    return start - len(before) + match.start()


def _figures(reading: Reading, years: Years) -> Iterator[Hit]:
    """Yield dates in numbers: "six slash twenty-one slash eighty-four", "nine nineteen of '71".

    Numbers without "slash" or "of" must follow a word for birth.
    """
    for at, month in enumerate(reading.numbers[:-2]):
        day = reading.numbers[at + 1]
        if not (month.spelled or day.spelled) or month.ordinal:
            continue
        if not (0 < month.value < 13 and 0 < day.value < 32):
            continue
        gaps = reading.gap(at), reading.gap(at + 1)
        length = years.at(at + 2) or years.short_at(at + 2)
        of_year = compiled(_OF_YEAR).match(gaps[1]) and (gaps[1][-1] == "'" or years.at(at + 2))
        separated = compiled(_SLASHED).match(gaps[0]) and compiled(_SLASHED).match(gaps[1])
        if not length or not (separated or (of_year and gaps[0].isspace())):
            continue
        if of_year or "slash" in gaps[0].casefold() or _is_birth(reading, month.start):
            yield Hit(month.start, reading.numbers[at + 1 + length].end, "DATE", "whole date")


def _years(reading: Reading, years: Years) -> Iterator[Hit]:
    for first, length in years.find():
        start = reading.numbers[first].start
        yield Hit(start, reading.numbers[first + length - 1].end, "DATE", "year", 0.85)


def _decades(reading: Reading) -> Iterator[Hit]:
    """Yield decades without their article: "the '90s", "the early two thousands"."""
    end = -1
    for match in compiled(_decade()).finditer(reading.text):
        before = reading.before(match.start(), 40)
        quantity = compiled(
            rf"\s+(?:range|{listed('counted')})"
        )  # "the mid nineties percent range"
        if compiled(_POSSESSED).search(before) or quantity.match(reading.text, match.end()):
            continue
        listed_with = end >= 0 and compiled(_LISTED).match(reading.text[end : match.start()])
        if match["sure"] or listed_with or compiled(_CUED).search(before):
            yield Hit(*match.span(), "DATE", "decade")
            end = match.end()


@cache
def _decade() -> str:
    words = listed("decades")
    return (
        rf"(?P<sure>(?<!\w)(?:eighteen|nineteen|twenty)[\s-]{words}|(?<![\w$£€.,/])(?:1[5-9]|20)\d0'?s(?!\w)"
        r"|(?<![\w'])'[1-9]0'?s(?!\w))"
        rf"|(?P<cued>{words}|{listed('late_decades')}|(?<![\w$£€.,/'])[1-9]0'?s(?![\w°]))"
    )


def _days(reading: Reading) -> Iterator[Hit]:
    """Yield days of the month: "on the fifteenth", "Monday the third"."""
    for number in reading.numbers:
        if not number.ordinal or not 0 < number.value < 32:
            continue
        if not number.spelled and compiled(r"\s+of\b").match(reading.text, number.end):
            continue
        start = _from_weekday(reading, number.start)
        before = compiled(_BEFORE_DAY).search(reading.before(number.start, 30))
        alone = number.value > 3 and before and reading.ends_at(number.end)
        if alone or (start < number.start and not _counts(reading, number.end)):
            yield Hit(start, number.end, "DATE", "day", 0.8)


def _is_birth(reading: Reading, start: int) -> bool:
    pattern = compiled(rf"{listed('birth')}[^.?!;\ufffc]{{0,40}}\Z")
    return pattern.search(reading.before(start)) is not None


def _of_birth(reading: Reading, hit: Hit) -> Hit:
    """Return a find, with the label of births if it is a whole date after a word for birth."""
    if hit.rule == "whole date" and _is_birth(reading, hit.start):
        return replace(hit, label="DATE_OF_BIRTH", rule="date of birth", score=0.97)
    return hit
