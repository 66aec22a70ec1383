"""Read people, places, times and numbers on the cover of a hearing, deposition or arbitration."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anonfilter.text.values import hide_values
from anonfilter_english.detectors.front_page import cover_entries
from anonfilter_english.detectors.front_page.cover_cells import Cell, below, beside, cells
from anonfilter_english.detectors.front_page.cover_entries import SegmentKind
from anonfilter_english.detectors.front_page.cover_headings import Expect, heading, numbers
from anonfilter_english.detectors.front_page.cover_places import bodies, counties, places

_ID = re.compile(r"[A-Za-z]{0,2}[- ]?\d[\d-]{2,}")
_SMALL = re.compile(r"(?:[^\W\d_]\. ?){1,2}[^\W\d_]{2,}(?:-[^\W\d_]{2,})?")
_RULED = re.compile(r"/s/|_{5,}")
_TIME_BEHIND = re.compile(r"\s+at\s+|\s+from\s+|,?\s+(?=\d{1,2}:\d\d)", re.I)


@hide_values
@dataclass(frozen=True, slots=True)
class Found:
    """A find on a cover: its place in the text, its kind, and its canonical form."""

    start: int
    end: int
    what: str
    canonical: str = ""


def read(text: str, start: int, end: int) -> Iterator[Found]:
    """Yield the people, places, dates and numbers in text[start:end]."""
    page = cells(text, start, end)
    expecting = Expect.OTHER
    indent = -1
    for at, cell in enumerate(page):
        kind, first = heading(cell.text)
        first += cell.start
        alone = first >= cell.end
        if kind is not None and (alone or kind is Expect.PEOPLE or expecting is Expect.PEOPLE):
            expecting, indent = kind, -1
        elif expecting is Expect.PEOPLE and cover_entries.is_boilerplate(cell.text):
            expecting = Expect.OTHER
        for begin, stop, label in numbers(cell.text):
            plain = "".join(filter(str.isalnum, cell.text[begin:stop])).upper()
            yield Found(cell.start + begin, cell.start + stop, label, plain)
        if alone:
            continue
        reading = expecting if kind is None else kind
        if reading is Expect.PEOPLE:
            if 0 <= indent < cell.column - 1:
                reading = Expect.OTHER  # This line continues the item before.
            elif kind is None and indent < 0:
                indent = cell.column
        yield from _value(text, page, at, first, reading)
        if kind is None and expecting is not Expect.PEOPLE:
            expecting = Expect.OTHER


def _value(text: str, page: Sequence[Cell], at: int, first: int, kind: Expect) -> Iterator[Found]:
    """Yield the finds in a cell from ``first`` on, read as the kind that its heading announces."""
    cell = page[at]
    if kind is Expect.PLACE:
        yield from (Found(*place, "place") for place in places(text, first, cell.end, sure=True))
    elif kind in (Expect.DATE, Expect.TIME):
        yield from _when(text, first, cell.end, kind)
    elif kind is not Expect.NUMBER:
        yield from _entry(text, page, at, first, kind)


def _when(text: str, first: int, end: int, kind: Expect) -> Iterator[Found]:
    """Yield the date or time that begins at ``first``; nothing if it has no digit."""
    what = "date" if kind is Expect.DATE else "time"
    divided = _TIME_BEHIND.search(text, first, end) if kind is Expect.DATE else None
    stop = divided.start() if divided else end
    while stop > first and text[stop - 1] in " .,;":
        if text[stop - 1] == "." and text[stop - 2 : stop - 1] in "mM":  # "9:30 a.m."
            break
        stop -= 1
    if any(char.isdigit() for char in text[first:stop]):
        yield Found(first, stop, what)


def _entry(text: str, page: Sequence[Cell], at: int, first: int, kind: Expect) -> Iterator[Found]:
    """Yield people, firms and places in a cell about people, or in a cell without a heading."""
    cell = page[at]
    found = cover_entries.segments(text, first, cell.end)
    under = below(page, at)
    row = beside(page, at)
    role = any(_is_role(text, near) for near in (*row, *filter(None, [under])))
    known = any(_ID.fullmatch(near.text) for near in row)
    signed = at > 0 and _RULED.search(text, page[at - 1].end, cell.start) is not None
    listed = kind in (Expect.PEOPLE, Expect.PERSON) or known or signed
    people = list(cover_entries.names(found, listed=listed, role_near=role))
    if not people and kind is Expect.PERSON:
        people = [
            segment
            for segment in found[:1]
            if segment.kind is SegmentKind.MAYBE or segment.like_name
        ]
    places_found = list(counties(text, first, cell.end))
    places_found += () if places_found else places(text, first, cell.end, sure=False)
    people = [
        segment for segment in people if not any(a <= segment.start < b for a, b in places_found)
    ]
    yield from (Found(segment.start, segment.end, "person") for segment in people)
    small = _SMALL.fullmatch(text, first, cell.end) if first > cell.start else None
    if small and kind in (Expect.PEOPLE, Expect.PERSON):
        yield Found(*small.span(), "person")
    no_people = [segment for segment in found if segment not in people]
    yield from (Found(*body, "organization") for body in bodies(no_people))
    yield from (Found(*place, "place") for place in places_found)


def _is_role(text: str, cell: Cell) -> bool:
    if heading(cell.text)[0] is not None:
        return False
    return cover_entries.is_role_only(cover_entries.segments(text, cell.start, cell.end))
