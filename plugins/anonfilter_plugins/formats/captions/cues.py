"""What WebVTT, SubRip and SBV have in common: lines, and text with markup in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from anonfilter.text.origin import Piece
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.fields import GAP
from anonfilter_plugins.formats.shared.said import is_said

_LINE = re.compile(r"([^\r\n]*+)(?:\r\n|\r|\n|\Z)")

Meaning = Callable[[re.Match[str]], str | None]


class Line(NamedTuple):
    """Where a line begins and ends, without its line end."""

    start: int
    end: int


def lines(text: str) -> list[Line]:
    return [Line(*match.span(1)) for match in _LINE.finditer(text)]


def blocks(all_lines: list[Line], blank: Callable[[Line], bool]) -> Iterator[list[Line]]:
    """Runs of lines that are not blank."""
    block: list[Line] = []
    for line in all_lines:
        if not blank(line):
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def read_inline(
    text: str, start: int, end: int, pattern: re.Pattern[str], meaning: Meaning
) -> tuple[str, list[Piece]]:
    """What text[start:end] says, and where each part of it stands.

    ``meaning`` is asked about each match of the pattern: "" if it is markup, a character if it
    stands for one, None if it is text like any other.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    length, done = 0, start
    for match in pattern.finditer(text, start, end):
        meant = meaning(match)
        if meant is None:
            continue
        first, last = match.span()
        if first > done:
            parts.append(text[done:first])
            pieces.append(Piece(length, length + first - done, done, first))
            length += first - done
        if meant:
            parts.append(meant)
            pieces.append(Piece(length, length + len(meant), first, last))
            length += len(meant)
        done = last
    if done < end:
        parts.append(text[done:end])
        pieces.append(Piece(length, length + end - done, done, end))
    return "".join(parts), pieces


def add_said(
    builder: DocumentBuilder,
    said: tuple[str, list[Piece]],
    role: str,
    encode: Callable[[str], str],
) -> None:
    """Make a field of what was read, if there is a letter or digit in it."""
    if is_said(said[0]):
        start = builder.at
        builder.value(*said)
        builder.field(start, builder.at, role, encode, blank_lines=False)
        builder.gap(GAP)


def clock(written: str) -> float:
    """The seconds of ``1:02:03.5``; a comma may stand for the point."""
    seconds = 0.0
    for part in written.replace(",", ".").split(":"):
        seconds = 60 * seconds + float(part)
    return round(seconds, 3)


def one_line(value: str) -> str:
    """A value that may stand within a line and begins no timing."""
    return " ".join(value.split()).replace("-->", "->")
