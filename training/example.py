"""An annotated text, and what can be done to it without losing the annotation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

UNSURE = "UNSURE"
EITHER = "EITHER"
"""Labels of words that nothing is taught of, and of words that may be ordinary or an OTHER."""


@dataclass(frozen=True, slots=True)
class Mark:
    """text[start:end] is a name of this label."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Example:
    """A text and the names in it, in order, none inside another."""

    text: str
    marks: tuple[Mark, ...]
    source: str = ""

    def part(self, start: int, end: int) -> Example:
        """text[start:end], with the names that lie wholly within."""
        inside = (
            Mark(mark.start - start, mark.end - start, mark.label)
            for mark in self.marks
            if start <= mark.start and mark.end <= end
        )
        return Example(self.text[start:end], tuple(inside), self.source)

    def map(self, change: Callable[[str], str]) -> Example:
        """Each stretch between names, and each name, changed on its own."""
        return joined(((change(text), label) for text, label in self.stretches()), self.source)

    def stretches(self) -> Iterator[tuple[str, str]]:
        """The text in pieces, with the label of those that are names."""
        done = 0
        for mark in self.marks:
            yield self.text[done : mark.start], ""
            yield self.text[mark.start : mark.end], mark.label
            done = mark.end
        yield self.text[done:], ""


def joined(stretches: Iterable[tuple[str, str]], source: str = "") -> Example:
    """The text that pieces make, and the names among them."""
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
    """In order, without those that touch an earlier, longer one."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda one: (one.start, -one.end)):
        if mark.start < mark.end and (not kept or mark.start >= kept[-1].end):
            kept.append(mark)
    return tuple(kept)
