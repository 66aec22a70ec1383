"""Places in a file for people: line and column, and of a file that holds others, in which."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from anonfilter.containers.dividing import is_divided, parts_of
from anonfilter.contract.document import Document, Finding, Span
from anonfilter.text.lines import line_starts
from anonfilter.text.values import hide_values


@hide_values
class Place(NamedTuple):
    """Line and column, counted from one; in a file that holds others those in a ``member``."""

    member: str
    line: int
    column: int


class Places:
    """The places of a decoded file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = line_starts(text)
        self._members = [(0, len(text), ""), *_members(text, 0, "")]

    def at(self, offset: int) -> Place:
        """The place of a character."""
        start, _, member = self._members[
            bisect_right(self._members, offset, key=lambda one: one[0]) - 1
        ]
        line = bisect_right(self._lines, offset)
        first = bisect_right(self._lines, start)
        return Place(member, line - first + 1, offset - max(start, self._lines[line - 1]) + 1)

    def lines(self, member: str) -> list[int]:
        """Where each line of a member begins, and where the last one ends; none where a file has
        no such member, or its lines are those of members."""
        stretch = next(((start, end) for start, end, one in self._members if one == member), None)
        if stretch is None or is_divided(self._text[slice(*stretch)]):
            return []
        start, end = stretch
        begin = bisect_right(self._lines, start)
        lines = [start, *self._lines[begin : bisect_right(self._lines, end)]]
        return lines if lines[-1] == end else [*lines, end]

    def named(self, name: str, offset: int) -> str:
        """The place as errors name it: ``notes.txt:3:1``, ``data.zip: notes.txt:3:1``."""
        member, line, column = self.at(offset)
        return f"{inside(name, member)}:{line}:{column}"


def findings_of(document: Document, left: Iterable[Span]) -> Iterator[Finding]:
    """Spans, in the order of the text, as findings: with their places, without values."""
    places = Places(document.source.text)
    for span in left:
        start, end = document.origin.extent(span.start, span.end)
        member, line, column = places.at(start)
        last = places.at(max(start, end - 1)).line
        yield Finding(
            document.name, line, column, span.label, span.detector, span.score, start, end, last,
            member=member,
        )  # fmt: skip


def inside(name: str, member: str) -> str:
    """The name of a member of a file, or of a file that has none."""
    return f"{name}: {member}" if member else name


def member_in(place: str) -> tuple[str, str]:
    """The file of a place, and the member in it: of ``data.zip: notes.txt``, as reports have it."""
    cuts = [found.start() for found in re.finditer(": ", place)]
    for cut in () if os.path.lexists(place) else cuts:
        if os.path.lexists(place[:cut]):
            return place[:cut], place[cut + 2 :]
    return place, ""


def _members(text: str, at: int, above: str) -> Iterator[tuple[int, int, str]]:
    """Where names and texts of all members begin and end, and what they are called."""
    for part in parts_of(text) if is_divided(text) else ():
        called = inside(above, part.name) if above else part.name
        yield at + part.named[0], at + part.named[1], f"{called} (name)"
        yield at + part.start, at + part.end, called
        yield from _members(text[part.start : part.end], at + part.start, called)
