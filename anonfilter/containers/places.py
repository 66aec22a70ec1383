"""Places as reports show them: line and column, and the member in a container."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from anonfilter.containers.member_text import is_divided, split_parts
from anonfilter.contract.document import Document, Finding, Source, Span
from anonfilter.errors import Incomplete
from anonfilter.files.paths import member_path
from anonfilter.text.lines import line_starts
from anonfilter.text.values import hide_values


@hide_values
class Place(NamedTuple):
    """A line and a column, counted from 1; in a container, within a ``member``."""

    member: str
    line: int
    column: int


class Places:
    """A map from the offsets of a decoded file to places."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = line_starts(text)
        self._members = [(0, len(text), ""), *_member_spans(text, 0, "")]

    def at(self, offset: int) -> Place:
        """Return the place of a character."""
        index = bisect_right(self._members, offset, key=lambda member: member[0]) - 1
        start, _, member = self._members[index]
        line = bisect_right(self._lines, offset)
        first = bisect_right(self._lines, start)
        return Place(member, line - first + 1, offset - max(start, self._lines[line - 1]) + 1)

    def lines(self, member: str) -> list[int]:
        """Return the offset at which each line of a member begins, and the end of the last line.

        Return an empty list if there is no such member, or if it is a container itself.
        """
        stretch = next(((start, end) for start, end, name in self._members if name == member), None)
        if stretch is None or is_divided(self._text[slice(*stretch)]):
            return []
        start, end = stretch
        begin = bisect_right(self._lines, start)
        lines = [start, *self._lines[begin : bisect_right(self._lines, end)]]
        return lines if lines[-1] == end else [*lines, end]

    def named(self, name: str, offset: int) -> str:
        """Return a place as errors name it: ``notes.txt:3:1``, ``data.zip: notes.txt:3:1``."""
        member, line, column = self.at(offset)
        return f"{member_path(name, member)}:{line}:{column}"


def findings_of(document: Document, spans: Iterable[Span]) -> Iterator[Finding]:
    """Yield spans as findings: with their places and without values, in the given order."""
    places = Places(document.source.text)
    for span in spans:
        start, end = document.origin.extent(span.start, span.end)
        member, line, column = places.at(start)
        last = places.at(max(start, end - 1)).line
        yield Finding(
            document.name,
            line,
            column,
            span.label,
            span.detector,
            span.score,
            start,
            end,
            last,
            member=member,
        )


def split_member_path(path: str) -> tuple[str, str]:
    """Return the file and the member of a path such as ``data.zip: notes.txt``."""
    cuts = [found.start() for found in re.finditer(": ", path)]
    for cut in () if os.path.lexists(path) else cuts:
        if os.path.lexists(path[:cut]):
            return path[:cut], path[cut + 2 :]
    return path, ""


def _member_spans(text: str, at: int, above: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start, end and path of the name of each member, and of its text."""
    for part in split_parts(text):
        path = member_path(above, part.name) if above else part.name
        yield at + part.named[0], at + part.named[1], f"{path} (name)"
        yield at + part.start, at + part.end, path
        yield from _member_spans(text[part.start : part.end], at + part.start, path)


def incomplete_at(source: Source, position: int, message: str, hint: str = "") -> Incomplete:
    """Return the error for a file that cannot be read at this position."""
    return Incomplete(message, where=Places(source.text).named(source.name, position), hint=hint)
