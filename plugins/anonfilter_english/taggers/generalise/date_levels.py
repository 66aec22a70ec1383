"""Generalise dates to the month, the year or the decade."""

from __future__ import annotations

import re
from collections.abc import Sequence

from anonfilter.contract.document import Document, Mention
from anonfilter_english.knowledge.date_reading import listed_number, year_of
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.taggers.date_part_tags import parts
from anonfilter_english.taggers.generalise.levels import Generalised

LEVELS = ("month", "year", "decade")
_CENTURY = r"(?:1[5-9]|20)"
_YEAR = rf"{_CENTURY}\d\d"
_YEAR_FIRST = re.compile(
    rf"(?P<year>{_YEAR})(?P<mark>\s?[-/.]\s?)(?P<month>\d\d?)"
    r"(?:(?P=mark)\d\d?(?:[T ][\d:.,]+\w*)?)?"
)
_YEAR_LAST = re.compile(
    rf"(?:(?P<one>\d\d?)(?P<mark>\s?[-/.]\s?|\s))?(?P<other>\d\d?)(?(mark)(?P=mark)|\s?[-/.]\s?)(?P<year>{_YEAR})"
)
_DECADE = re.compile(rf"(?:the\s+)?(?P<decade>{_CENTURY}\d0)\W?s", re.I)
_IN_DATES = frozenset(("DAY", "DAY_OF_WEEK", "MONTH", "YEAR"))
_MONTHS = 12


class DateLevel:
    """Dates at one level: ``[DATE: May 1971]``, ``[DATE: 1971]`` or ``[DATE: 1970s]``.

    A date that states only a part, or is ambiguous (03/04/1971), is written at a coarser level.
    """

    stem = "DATE"

    def __init__(self, level: str) -> None:
        self._level = level
        months = "|".join(map(_month_name, range(1, _MONTHS + 1)))
        forms = {
            "month": rf"(?:{months})(?: {_YEAR})?|{_YEAR}|",
            "year": rf"{_YEAR}|",
            "decade": "",
        }
        self._values = re.compile(rf"{forms[level]}{_CENTURY}\d0s")

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and self._values.fullmatch(value) is not None

    def generalise(
        self, document: Document, mentions: Sequence[Mention]
    ) -> Sequence[Generalised | None]:
        found = (self._of(mention.surface) for mention in mentions)
        return [
            Generalised(value, 0, len(mention.surface)) if value else None
            for value, mention in zip(found, mentions, strict=True)
        ]

    def _of(self, surface: str) -> str:
        """Return a date at this level; "" if it is not certain."""
        if match := _DECADE.fullmatch(surface.strip()):
            return f"{match['decade']}s"
        read = _numeric(surface.strip()) or _in_words(surface)
        if read is None:
            return ""
        years, months = read
        if self._level == "month" and len(months) == 1 and len(years) < 2:
            (month,) = months
            return " ".join((_month_name(month), *map(str, years)))
        if self._level != "decade" and len(years) == 1:
            return str(*years)
        decades = {year - year % 10 for year in years}
        return f"{decades.pop()}s" if len(decades) == 1 else ""


def _numeric(surface: str) -> tuple[set[int], set[int]] | None:
    """Return year and month of a date in figures; no month if day and month could be either."""
    match = _YEAR_FIRST.fullmatch(surface)
    if match is not None:
        figures = {int(match["month"])}
    else:
        match = _YEAR_LAST.fullmatch(surface)
        if match is None:
            return None
        figures = {int(match[name]) for name in ("one", "other") if match[name]}
    months = {figure for figure in figures if 0 < figure <= _MONTHS}
    if not months:
        return None
    return {int(match["year"])}, months if len(months) == 1 else set()


def _in_words(surface: str) -> tuple[set[int], set[int]] | None:
    """Return the years and months of a date; None if a part of it cannot be read."""
    found = parts(surface)
    if not found or not {part.name for part in found} <= _IN_DATES:
        return None
    years, months = set[int](), set[int]()
    for part in found:
        written = surface[part.start : part.end]
        if part.name == "YEAR":
            year = year_of(written) if len(re.sub(r"\D", "", written)) != 2 else None
            if year is None or not re.fullmatch(_YEAR, str(year)):
                return None
            years.add(year)
        elif part.name == "MONTH":
            month = listed_number(written, "months")
            if month is None:
                return None
            months.add(month)
    return years, months


def _month_name(month: int) -> str:
    return str(table("dates")["full_months"][month - 1]).title()
