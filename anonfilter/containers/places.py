"""Places in a file for people: line and column, and of a file that holds others, in which."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from anonfilter.containers.dividing import is_divided, parts_of
from anonfilter.contract.document import Document, Finding, Span
from anonfilter.text.lines import line_starts


class Place(NamedTuple):
    """Line and column, counted from one; in a file that holds others those in a ``member``."""

    member: str
    line: int
    column: int


class Places:
    """The places of a decoded file."""

    def __init__(self, text: str) -> None:
        self._lines = line_starts(text)
        self._members = [(0, ""), *_members(text, 0, "")]

    def at(self, offset: int) -> Place:
        """The place of a character."""
        start, member = self._members[
            bisect_right(self._members, offset, key=lambda one: one[0]) - 1
        ]
        line = bisect_right(self._lines, offset)
        first = bisect_right(self._lines, start)
        return Place(member, line - first + 1, offset - max(start, self._lines[line - 1]) + 1)

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


def _members(text: str, at: int, above: str) -> Iterator[tuple[int, str]]:
    """Where names and texts of all members begin, and what they are called."""
    for part in parts_of(text) if is_divided(text) else ():
        called = inside(above, part.name) if above else part.name
        yield at + part.named[0], f"{called} (name)"
        yield at + part.start, called
        yield from _members(text[part.start : part.end], at + part.start, called)
