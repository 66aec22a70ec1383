"""Divide spans that models label as dates into dates, times, ages and durations; drop others."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Literal, NamedTuple

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import EnabledPlugins, Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.values import hide_values
from anonfilter.text.words import is_common
from anonfilter_english.knowledge import date_kinds
from anonfilter_english.knowledge.word_lists import terms
from anonfilter_english.resolvers.span_edits import drop_each, edit_each


@hide_values
class Part(NamedTuple):
    """A stretch of a span, its label, and the reason for the label."""

    start: int
    end: int
    label: str
    reason: str


_WORD_AFTER = re.compile(r" ([a-z]{2,}|I)(?![\w'-])")
_SMALL_BEFORE = re.compile(r"[a-z,] \Z")
_NEAR_MAY = 2
_ZIP = re.compile(r"\d{5}(?:-\d{4})?")
_PLACE = "LOCATION"
_GAP = 6
_YEAR, _FIRST_YEAR, _LAST_YEAR = 4, 1850, 2100
_ORDERS = {6: ("%d%m%y", "%m%d%y", "%y%m%d"), 8: ("%Y%m%d", "%d%m%Y", "%m%d%Y")}
_PARTS = frozenset(("DATE", "TIME", "AGE", "DURATION", "HOLIDAY", "SEASON"))
_NO_DATE = "no date, since it has no digit, number word, month, weekday or decade"


class Dates:
    """A resolver that relabels, narrows, joins or drops spans of dates and times."""

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("DATE", "TIME"), description="labels whose spans are examined"
        )
        join: bool = Option(default=True, description="join the pieces of one date into one span")
        durations: Literal["keep", "age"] = Option(
            default="keep",
            description=(
                'age: the number of a duration that a detector found ("18 months") is '
                "an AGE; keep: durations stay"
            ),
        )
        weekdays: Literal["keep", "date"] = Option(
            default="date",
            description=(
                'keep: a weekday alone stays ("on Monday"), and "Monday the 15th" is a date'
            ),
        )
        keep: tuple[str, ...] = Option(
            default=("spoken",),
            description="detectors that distinguish dates, times and ages themselves",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._kept = setting.detectors(config.keep)
        self._known = frozenset(setting.labels)

    def needs(self) -> Needs:
        return Needs((_PARTS | {_PLACE}) & self._known, partial=frozenset({_PLACE}))

    def lacks(self, enabled: EnabledPlugins) -> Iterator[str]:
        if not enabled.finds(self._config.labels) and enabled.redacted & _PARTS:
            yield f"no enabled detector finds {' or '.join(self._config.labels)}"

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        towns = {span.end for span in spans if span.label == _PLACE}

        def divided(span: Span) -> tuple[Sequence[Span], str]:
            is_duration = span.label == "DURATION" and self._config.durations == "age"
            is_time = span.label in self._config.labels and span.detector not in self._kept
            if not (is_duration or is_time):
                return (span,), ""
            if _is_zip(text, span, towns):
                return (replace(span, label=_PLACE),), "a zip code"
            if _is_verb(text, span):
                return (), "a verb, not the month of May"
            if _is_other_number(text[span.start : span.end]):
                return (), "a number that cannot be a date"
            parts = list(self._with_ages(text, _parts(text, span.start, span.end)))
            kept = [
                replace(span, start=part.start, end=part.end, label=part.label)
                for part in parts
                if part.label in self._known
            ]
            return kept, "; ".join(dict.fromkeys(part.reason for part in parts)) or _NO_DATE

        def reason(span: Span) -> str:
            date = span.label == "DATE" and text[span.start : span.end]
            return "a weekday alone" if date and date_kinds.is_bare_weekday(date) else ""

        result, changes = edit_each(spans, divided)
        if self._config.join:
            result, changes = _joined(text, result, changes)
        if self._config.weekdays == "keep":
            result, dropped = drop_each(result, reason)
            changes += dropped
        return result, changes

    def _with_ages(self, text: str, parts: Iterator[Part]) -> Iterator[Part]:
        """Yield the parts; with ``durations: age``, yield the numbers of durations as ages."""
        for part in parts:
            numbers = []
            if part.label == "DURATION" and self._config.durations == "age":
                numbers = date_kinds.numbers_in(text, part.start, part.end)
            for start, end in numbers:
                yield Part(start, end, "AGE", "the number of a duration")
            if not numbers:
                yield part


def _is_zip(text: str, span: Span, towns: Container[int]) -> bool:
    """Return True for a zip code right after the name of a place: "Stockton, 95207"."""
    if not _ZIP.fullmatch(text, span.start, span.end):
        return False
    before = text[max(0, span.start - _GAP) : span.start]
    end = span.start - len(before) + len(before.rstrip(", \n"))
    return end in towns and end < span.start


def _is_verb(text: str, span: Span) -> bool:
    """Return True for "May" as a verb: "May fail on Windows", "May I?"."""
    if text[span.start : span.end] != "May":
        return False
    following = _WORD_AFTER.match(text, span.end)
    before = _SMALL_BEFORE.search(text, max(0, span.start - _NEAR_MAY), span.start)
    if following is None or before is not None:
        return False
    word = following[1]
    return word == "I" or (word not in terms("dates", "after_month") and is_common(word))


def _is_other_number(surface: str) -> bool:
    """Return True for five or more digits that are no date in any order: "1234567"."""
    if not surface.isascii() or not surface.isdigit() or len(surface) <= _YEAR:
        return False
    return not any(_is_day(surface, order) for order in _ORDERS.get(len(surface), ()))


def _is_day(digits: str, order: str) -> bool:
    try:
        day = datetime.strptime(digits, order)
    except ValueError:
        return False
    return _FIRST_YEAR <= day.year <= _LAST_YEAR


def _parts(text: str, start: int, end: int) -> Iterator[Part]:
    """Yield the dates, times, ages and durations in text[start:end], in order."""
    age = date_kinds.age_in(text, start, end)
    if age:
        yield Part(*age, "AGE", "an age")
        return
    if date_kinds.is_sentence(text, start, end):
        yield Part(start, end, "DURATION", "a stretch of time")
        return
    at = start
    for clock in date_kinds.CLOCK.finditer(text, start, end):
        yield from _without_clock(text, at, clock.start())
        yield Part(*clock.span(), "TIME", "a time of day")
        at = clock.end()
    yield from _without_clock(text, at, end)


def _without_clock(text: str, start: int, end: int) -> Iterator[Part]:
    """Yield text[start:end], which has no time of day, as one part with its label.

    Yield nothing if it is no date, holiday, season or duration.
    """
    start, end = date_kinds.trim_date(text, start, end)
    surface = date_kinds.with_single_blanks(text[start:end])
    if not surface:
        return
    if date_kinds.is_holiday(surface):
        yield Part(start, end, "HOLIDAY", "a holiday")
    elif date_kinds.has_absolute(surface):
        bare = start + text.startswith("'", start, end)
        yield Part(date_kinds.with_apostrophe(text, bare), end, "DATE", "a date")
    elif date_kinds.has_season(surface):
        yield Part(start, end, "SEASON", "a season")
    elif date_kinds.is_counted_unit(surface):
        yield Part(start, end, "DURATION", "a stretch of time")
    elif date_kinds.is_ordinal_unit(surface):
        return
    elif date_kinds.has_number(surface):
        yield Part(start, end, "DATE", "a date")


def _joined(
    text: str, spans: Sequence[Span], changes: list[Change]
) -> tuple[list[Span], list[Change]]:
    """Return the spans with the pieces of each date joined, and the changes.

    "Monday" and "the 15th of June" are pieces of one date.
    """
    dates = sorted((s for s in spans if s.label == "DATE"), key=lambda s: (s.start, s.end))
    joined: dict[Span, Span | None] = {}
    for before, after in pairwise(dates):
        first = joined.get(before) or before
        places = first.start, first.end, after.start, after.end
        if first.end <= after.start and date_kinds.continues(text, *places):
            whole = replace(first, end=after.end)
            changes.append(Change("", "one date in two pieces", (first, after), (whole,)))
            joined[before] = None
            joined[after] = whole
    return [
        joined[span] or span if span in joined else span
        for span in spans
        if joined.get(span, span) is not None
    ], changes
