"""Putting replacements into a file: one pass, by the offsets of the original."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from anonfilter.model import Document, Replacement

_LINE_END = re.compile(r"(?:\r\n|\r|\n)[ \t]*")


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of the decoded file and what it is changed to."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The changed text, and the way back from its offsets to those of the original."""

    text: str
    edits: tuple[Edit, ...]
    shifts: tuple[tuple[int, int], ...]

    def original(self, offset: int) -> int:
        """Where an offset outside all replacements was before."""
        at = bisect_right(self.shifts, (offset, 1 << 62)) - 1
        return offset if at < 0 else offset - self.shifts[at][0] + self.shifts[at][1]


def edits(document: Document, replacements: Sequence[Replacement]) -> list[Edit]:
    """The replacements as edits of the file."""
    starts = [field.start for field in document.fields]
    result: list[Edit] = []
    for replacement in replacements:
        field = document.fields[max(0, bisect_right(starts, replacement.start) - 1)]
        text = field.encode(replacement.text)
        for start, end in document.origin.stretches(replacement.start, replacement.end):
            result.append(Edit(start, end, _wrapped(document.source.text, start, end, text)))
            text = ""
    result.sort(key=lambda edit: edit.start)
    return result


def _wrapped(source: str, start: int, end: int, tag: str) -> str:
    """The tag with the line ends that stood inside what it replaces.

    They come first, so that the text goes on behind the tag, unless that would leave an empty
    line, which is the end of a paragraph.
    """
    line_ends = "".join(_LINE_END.findall(source, start, end))
    if not line_ends:
        return tag
    return tag + line_ends if _begins_line(source, start) else line_ends + tag


def _begins_line(source: str, at: int) -> bool:
    """Is there nothing but blanks before this place on its line?"""
    while at > 0 and source[at - 1].isspace() and source[at - 1] not in "\r\n":
        at -= 1
    return at == 0 or source[at - 1] in "\r\n"


def rewrite(document: Document, replacements: Sequence[Replacement]) -> Rewritten:
    source = document.source.text
    parts: list[str] = []
    shifts: list[tuple[int, int]] = []
    done = length = 0
    applied = edits(document, replacements)
    for edit in applied:
        if edit.start < done:
            raise ValueError("replacements overlap")
        parts += source[done : edit.start], edit.text
        length += edit.start - done + len(edit.text)
        shifts.append((length, edit.end))
        done = edit.end
    parts.append(source[done:])
    return Rewritten("".join(parts), tuple(applied), tuple(shifts))
