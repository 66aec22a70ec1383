"""An annotated text, and changes to it that keep its annotation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

UNSURE = "UNSURE"
EITHER = "EITHER"
"""Labels of words that are not trained on, and of words that may be ordinary or OTHER."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A name text[start:end] with its label."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Example:
    """A text and the names in it, in order and without overlaps."""

    text: str
    marks: tuple[Mark, ...]
    source: str = ""

    def part(self, start: int, end: int) -> Example:
        """Return text[start:end], with the names that are completely inside."""
        inside = (
            Mark(mark.start - start, mark.end - start, mark.label)
            for mark in self.marks
            if start <= mark.start and mark.end <= end
        )
        return Example(self.text[start:end], tuple(inside), self.source)

    def map(self, change: Callable[[str], str]) -> Example:
        """Return the example with a change of each name and of each stretch between names."""
        return joined(((change(text), label) for text, label in self.stretches()), self.source)

    def stretches(self) -> Iterator[tuple[str, str]]:
        """Yield the names and the stretches between them, each with its label; "" for no name."""
        done = 0
        for mark in self.marks:
            yield self.text[done : mark.start], ""
            yield self.text[mark.start : mark.end], mark.label
            done = mark.end
        yield self.text[done:], ""


def joined(stretches: Iterable[tuple[str, str]], source: str = "") -> Example:
    """Return the example that consists of these stretches; a stretch with a label is a name."""
    parts: list[str] = []
    marks: list[Mark] = []
    length = 0
    for text, label in stretches:
        if label and text:
            marks.append(Mark(length, length + len(text), label))
        parts.append(text)
        length += len(text)
    return Example("".join(parts), tuple(marks), source)


def outermost(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the marks in order, without empty marks and marks that overlap an earlier mark."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda one: (one.start, -one.end)):
        if mark.start < mark.end and (not kept or mark.start >= kept[-1].end):
            kept.append(mark)
    return tuple(kept)
