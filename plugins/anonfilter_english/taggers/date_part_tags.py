"""Tag dates part by part: "Monday the 15th of June" is "[DAY_OF_WEEK] the [DAY] of [MONTH]"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from anonfilter.contract.book import Book
from anonfilter.contract.document import Label, Mention, Replacement
from anonfilter.contract.numbering import as_key
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.contract.tags import Template
from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.number_words import DECADES, Number
from anonfilter_english.knowledge.spoken_numbers import Reading
from anonfilter_english.knowledge.spoken_years import Years
from anonfilter_english.knowledge.word_lists import alternatives, terms

PARTS = ("DAY_OF_WEEK", "DAY", "MONTH", "YEAR", "DECADE", "NUMBER", "DATE")
_WHOLE = "DATE"
_YEAR = r"(?:1[0-9]|20)\d\d"


@hide_values
@dataclass(frozen=True, slots=True)
class Part:
    """A part of a date, and the name of its kind."""

    start: int
    end: int
    name: str


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the regexes of the parts that their form identifies, the longest forms first."""
    months = alternatives(terms("spoken", "months") | terms("spoken", "short_months"))
    weekdays = alternatives(terms("spoken", "weekdays"))
    decades = "|".join(DECADES)
    numeric = (
        r"(?<!\w)\d{1,4}(?P<mark>\s?[/.\-]\s?)\d{1,2}(?P=mark)\d{1,4}"
        r"(?:T?[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?(?!\w)"
    )
    incomplete = (
        r"(?<!\w)(?:\d{1,2}[/.]\d{1,2}|\d{1,2}/(?:\d\d){1,2}"
        r"|(?:1\d|20)\d\d-(?:0[1-9]|1[0-2])|\d{1,2} \d{1,2} \d{4}"
        r"|(?:1[5-9]|20)\d{6})(?![\w/])"
    )
    decade = (
        rf"(?<!\w)(?:(?:eighteen|nineteen|twenty)[\s-])?(?:{decades})(?!\w)"
        r"|(?<!\w)(?:two\s+thousands|twenty[\s-]tens)(?!\w)"
        r"|(?:(?<![\w'])'|(?<!\w))(?:\d\d)?\d0'?s(?!\w)"
    )
    sources = (
        ("DATE", numeric),
        ("DATE", incomplete),
        ("YEAR", rf"(?<!\w){_YEAR}(?=\s?[-/]\s?\d\d(?!\d))|(?<={_YEAR}[-/])\d\d(?!\w)"),
        ("DECADE", decade),
        ("YEAR", rf"(?<![\w'])'\d\d(?!\w)|(?<!\d){_YEAR}(?!\w)"),
        ("DAY_OF_WEEK", rf"(?<![^\W_])(?:{weekdays})s?(?![^\W_])(?:\.(?=\s*\w|,))?"),
        ("MONTH", rf"(?<![^\W\d_])(?:{months})(?![^\W\d_])(?:\.(?=\s*\w|,))?"),
    )
    return tuple((name, re.compile(source, re.I)) for name, source in sources)


_BESIDE_MONTH = re.compile(r"\s*(?:(?:day\s+)?of\s+(?:the\s+)?|,?\s*(?:the\s+)?|-|/)\Z", re.I)
_DAY_BEFORE_MONTH = re.compile(  # "3-5 June", "3 and 4 June"
    r"\s*(?:-|and|to|or|through)\s*\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?\Z"
)
_RANGE = re.compile(r"\s*(?:-|/|and|or|to|through|until|till|&)\s*(?:the\s+)?\Z", re.I)
_UNIT = re.compile(r"[\s-]+(?:week|half|quarter|day|weekend|month|year|part)s?\b", re.I)
_LEFT = re.compile(r"\w*\d[\w:.,/'-]*\w|\w*\d\w*")


class DateParts:
    """A tagger that replaces each part of a date by its kind: ``[MONTH] [DAY], [YEAR]``.

    The tags have no numbers. Words between the parts stay.
    """

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        self._wholes = {
            name: Template(label.template or f"[{_WHOLE}]")
            for name, label in setting.labels.items()
        }

    def templates(self, label: Label) -> Iterable[Template]:
        return (*(Template(f"[{part}]") for part in PARTS), self._wholes[label.name])

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        start = mention.span.start
        found = parts(mention.surface)
        # A date of numbers only, such as "six, twenty-one, eighty-four", gets one tag.
        names = {part.name for part in found} - {"YEAR"}
        if not found or names == {"NUMBER"}:
            whole = self._wholes[mention.label.name]
            key = as_key(mention.surface)
            number = book.number(whole.sequence, key) if whole.is_numbered else ""
            yield Replacement(start, mention.span.end, whole.mint(number))
            return
        for part in found:
            yield Replacement(start + part.start, start + part.end, f"[{part.name}]")


def parts(surface: str) -> list[Part]:
    """Return the parts of a date in order."""
    found: list[Part] = []
    for name, pattern in _patterns():
        for match in pattern.finditer(surface):
            _add(found, Part(*match.span(), name))
    _add_numbers(surface, found)
    for match in _LEFT.finditer(surface):
        _add(found, Part(*match.span(), "NUMBER"))
    return sorted(found, key=lambda part: part.start)


def _add(found: list[Part], part: Part) -> None:
    if all(part.end <= other.start or other.end <= part.start for other in found):
        found.append(part)


def _add_numbers(surface: str, found: list[Part]) -> None:
    """Add days and years in words, numbers beside a month, and other numbers."""
    reading = Reading(surface)
    years = Years(reading)
    taken = 0
    for at, number in enumerate(reading.numbers):
        if at < taken:
            continue
        length = years.at(at) or years.short_at(at)
        is_day = not length and _is_day(surface, number, found)
        if length or (not is_day and _is_last_year(number, found)):
            taken = at + (length or 1)
            _add(found, Part(number.start, reading.numbers[taken - 1].end, "YEAR"))
        else:
            _add(found, Part(number.start, number.end, "DAY" if is_day else "NUMBER"))


def _is_last_year(number: Number, found: list[Part]) -> bool:
    """Return True for a number of two digits after month and day, in a date without a year."""
    names = {part.name for part in found if part.end <= number.start}
    has_year = any(part.name == "YEAR" for part in found)
    return not number.ordinal and number.value < 100 and not has_year and {"DAY", "MONTH"} <= names


def _is_day(surface: str, number: Number, found: list[Part]) -> bool:
    """Return True for an ordinal up to 31, and for a number up to 31 beside a month or a day."""
    if not 0 < number.value < 32 or _UNIT.match(surface, number.end):
        return False
    if number.ordinal:
        return True
    return any(_goes_with(surface, number, part) for part in found)


def _goes_with(surface: str, number: Number, part: Part) -> bool:
    """Return True for a number beside a month, or at the end of a range of days."""
    if part.end <= number.start:
        before = surface[part.end : number.start]
        pattern = {"MONTH": _BESIDE_MONTH, "DAY": _RANGE}.get(part.name)
        return pattern is not None and pattern.match(before) is not None
    after = surface[number.end : part.start]
    beside = _BESIDE_MONTH.match(after) or _DAY_BEFORE_MONTH.match(after)
    return part.name == "MONTH" and beside is not None
