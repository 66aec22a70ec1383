"""Classify a stretch of text as a date, time, age or duration."""

from __future__ import annotations

import re
from functools import cache

from anonfilter_english.knowledge.number_words import TEENS, UNITS
from anonfilter_english.knowledge.word_lists import alternatives, terms

_NUMERAL = r"\d+(?:[.,]\d+)*(?!\w)"
_YEAR = r"(?:1[4-9]|20)\d\d"

_HOURS = (word for word, value in {**UNITS, **TEENS}.items() if value <= 12)
_HOUR = rf"(?:{alternatives(_HOURS)})"
_MINUTE = r"(?:oh[\s-]\w+|\w+teen|(?:twenty|thirty|forty|fifty)(?:[\s-]\w+)?|ten)"
_M = r"[ap]\.?\s?m\b\.?"

CLOCK = re.compile(
    r"(?<![\w:./-])(?:"
    rf"\d{{1,2}}:\d{{2}}(?::\d{{2}}(?:[.,]\d{{1,6}})?)?(?:\s*{_M})?(?![:.]?\d)"
    rf"|\d{{1,2}}(?:\.\d{{2}})?\s*{_M}"
    r"|\d{1,2}\s*o'clock|\d{4}\s*(?:hours|hrs?)|\d{4}h"
    rf"|(?:half|quarter)\s+(?:past|to|after)\s+(?:\d{{1,2}}|{_HOUR})"
    rf"|{_HOUR}(?:[\s-]{_MINUTE})?(?:\s+o'clock|\s*{_M})"
    r")(?!\w)(?:\s+(?:[ECMP][SD]?T|GMT|UTC)\b)?",
    re.I,
)
_AGE_AFTER = re.compile(
    r"[\s-]*(?:years?|yrs?|months?|mos?|weeks?|days?)?[\s-]*(?:old|of\s+age)\b"
    r"|\s*(?:y/o|yo|y\.o\.)(?!\w)",
    re.I,
)
_AGE_BEFORE = re.compile(r"\b(?:aged?|ages|turn(?:ed|s|ing)?)\s+(?:of\s+|about\s+)?\Z", re.I)
_POSSESSIVE = re.compile(
    r"\b(?:my|your|his|her|their|our|whose)\s+(?:early\s+|mid\w*[\s-]|late\s+)?\Z", re.I
)
_TO_LIFE = re.compile(r"(?:[\s-]*years?)?[\s-]+to[\s-]+life\b", re.I)
_TO_LIFE_INSIDE = re.compile(r"\bto[\s-]+life\Z", re.I)
_FIRST_WORD = re.compile(r"[\w\"'-]+")
_LAST_SMALL_WORD = re.compile(
    r"\s+(?:at|on|the|in|of|around|about|or|and|to|until|till|from)\Z", re.I
)
_NUMERIC_DATE = re.compile(r"(?<!\d)\d{1,4}[/.\-]\d{1,2}(?:[/.\-]\d{1,4})?(?!\d)")
_DAY = re.compile(r"\b(?:\d{1,2})(?:st|nd|rd|th)\b", re.I)
_DECADE_FIGURES = re.compile(r"(?:\b|')(?:\d\d)?\d0'?s\b", re.I)
# "'61" and "'90s"; not "'61'", "'03/11/1961'" or "'12:30'", which are in quotes
_SHORT_YEAR = re.compile(r"\d\d(?:'?s)?(?![\w'])(?![/.:,-]\d)[^\S\n]*", re.I)
_YEAR_WORD = re.compile(rf"\b{_YEAR}(?:s|[/-]\d\d(?:\d\d)?)?\b")
_GAP = re.compile(r"\s*,?\s*(?:(?:on\s+)?the\s+|of\s+(?:the\s+)?|in\s+)?\Z", re.I)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_sources()[name], re.I)


@cache
def _sources() -> dict[str, str]:
    """Return the regexes for kinds of words and phrases in dates."""
    lists = ("units", "quantifiers", "months", "weekdays", "decades", "seasons", "holidays")
    unit, quantifier, *named = (alternatives(terms("dates", key)) for key in lists)
    months, weekdays, decades, seasons, holidays = named
    words = alternatives(terms("numbers", "numbers"))
    number = rf"(?:{_NUMERAL}|(?:{words})(?:[\s-](?:and[\s-])?(?:{words}))*)"
    ordinals = alternatives(terms("numbers", "ordinals"))
    ordinal = rf"(?:\d+(?:st|nd|rd|th)|(?:(?:{words})-)?(?:{ordinals}))"
    before = r"(?:(?:the|this|last|next|every|each|that|around|before|after|on|at|for)\s+)*"
    after = r"(?:\s+(?:day|eve|morning|evening|night|time|season|holidays?|break|weekend|week))?"
    quantity = rf"(?:{number}|\b(?:{quantifier})\b|\ban?\b)"
    return {
        "months": rf"\b(?:{months})\b",
        "weekdays": rf"\b(?:{weekdays})\b",
        "decades": rf"\b(?:{decades})\b",
        "seasons": rf"\b(?:{seasons})\b",
        "holidays": rf"{before}(?:{holidays})(?:'s)?{after}",
        "number": rf"\b{number}\b|\b{ordinal}\b",
        "counted": rf"{quantity}[\s-]*(?:\w+[\s-]+){{0,3}}?(?:{unit})\b",
        "ordinal": rf"\b{ordinal}[\s-](?:\w+[\s-])?(?:{unit})\b"
        rf"|\b(?:{unit})\s+(?:{number}|{ordinal})\b",
        "bare": number,
    }


def with_single_blanks(surface: str) -> str:
    return " ".join(surface.split())


def trim_date(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of a date without prepositions, articles and punctuation at its ends."""
    while True:
        while start < end and not text[start].isalnum() and text[start] != "'":
            start += 1
        while end > start and not text[end - 1].isalnum():
            end -= 1
        word = _FIRST_WORD.match(text, start, end)
        if word is None or word[0].casefold() not in terms("dates", "leading"):
            break
        start = word.end()
    tail = re.search(r"'s\Z", text[start:end], re.I)
    if tail and not text[start : start + tail.start()][-1:].isdigit():
        end = start + tail.start()
    last = _LAST_SMALL_WORD.search(text[start:end])
    return (start, start + last.start()) if last else (start, end)


def age_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of the number in text[start:end] if it is an age, else None."""
    surface = text[start:end]
    number = _pattern("bare").search(surface)
    following = text[end : end + 24]
    if number:
        first, last = start + number.start(), start + number.end()
        tail = text[last : end + 24]
        unit = _AGE_AFTER.match(tail)
        if unit and last + unit.end() > end - 1:
            return first, last
        alone = not surface[number.end() :].strip()
        if alone and _AGE_BEFORE.search(text[max(0, start - 24) : first]):
            return first, last
    decade = _pattern("decades").search(surface) or _DECADE_FIGURES.search(surface)
    if decade and not re.match(r"\s*(?:and\s+)?\d{4}", following):
        first = start + decade.start()
        if _POSSESSIVE.search(text[max(0, first - 24) : first]):
            return first, start + decade.end()
    return None


def numbers_in(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the places of all numbers in text[start:end]."""
    return [match.span() for match in _pattern("bare").finditer(text, start, end)]


def with_apostrophe(text: str, start: int) -> int:
    """Return the start of a date, moved before an apostrophe for its century: "'90s", "'61"."""
    if start == 0 or text[start - 1] != "'":
        return start
    year = _SHORT_YEAR.match(text, start)
    shortened = year is not None and not _pattern("months").match(text, year.end())
    return start - 1 if shortened else start


def is_bare_weekday(surface: str) -> bool:
    """Return True for a date that consists of a weekday: "Monday", "Tuesday morning"."""
    decade = _pattern("decades").search(surface)
    return components(surface) == {"weekdays"} and not decade and not has_number(surface)


def is_sentence(text: str, start: int, end: int) -> bool:
    """Return True for the years of a prison term: "25 to life"."""
    if _TO_LIFE_INSIDE.search(text[start:end]):
        return True
    return has_number(text[start:end]) and _TO_LIFE.match(text, end) is not None


def has_number(surface: str) -> bool:
    return any(c.isdigit() for c in surface) or _pattern("number").search(surface) is not None


def components(surface: str) -> frozenset[str]:
    """Return which of months, weekdays, year and day occur in a date."""
    found = {name for name in ("months", "weekdays") if _pattern(name).search(surface)}
    rest = surface
    if _YEAR_WORD.search(surface):
        found.add("year")
        rest = _YEAR_WORD.sub(" ", surface)
    if _DAY.search(rest) or ("months" in found and re.search(r"(?<!\d)\d{1,2}(?!\d)", rest)):
        found.add("day")
    return frozenset(found)


def has_absolute(surface: str) -> bool:
    """Return True for a date with a place in the calendar: "the 15th", not "the 3rd day"."""
    parts = components(surface)
    if parts - {"day"}:
        return True
    if _NUMERIC_DATE.search(surface) or _DECADE_FIGURES.search(surface):
        return True
    if _pattern("decades").search(surface):
        return True
    return "day" in parts and not is_ordinal_unit(surface)


def is_holiday(surface: str) -> bool:
    return _pattern("holidays").fullmatch(surface) is not None


def has_season(surface: str) -> bool:
    return _pattern("seasons").search(surface) is not None


def is_counted_unit(surface: str) -> bool:
    """Return True for a duration: "18 months", "the last 20 years", "a few days", "two-year"."""
    return not is_ordinal_unit(surface) and _pattern("counted").search(surface) is not None


def is_ordinal_unit(surface: str) -> bool:
    """Return True for a position in a sequence: "the third day", "the 19th century", "day 3"."""
    found = _pattern("ordinal").search(surface)
    return found is not None and _pattern("counted").match(surface) is None


def continues(text: str, start: int, end: int, next_start: int, next_end: int) -> bool:
    """Return True if text[next_start:next_end] continues the date in text[start:end]."""
    if next_start - end > 12 or not _GAP.match(text[end:next_start]):
        return False
    first, second = components(text[start:end]), components(text[next_start:next_end])
    return bool(first) and bool(second) and not first & second
