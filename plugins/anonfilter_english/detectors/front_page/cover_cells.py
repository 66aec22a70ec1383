"""Divide the lines of a transcript's cover into cells: covers have columns, tables and frames."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anonfilter.text.values import hide_values

_LINE = re.compile(r"[^\n\f]+")
_NUMBERED = re.compile(r"[ \t]*\d{1,3}(?:[ \t]{2,}|\t|[ \t]*\Z)")
_CELL = re.compile(r"(?:(?!\s{3,}|\t|\s+[)|:](?:\s|\Z)|\|).)+")
_FRAME = " \t)(|*_/"
_NEAR = 14  # columns between cells of the same column
_REACH = 2  # lines


@hide_values
@dataclass(frozen=True, slots=True)
class Cell:
    """A separate stretch of a line."""

    start: int
    end: int
    text: str
    line: int
    column: int


def cells(text: str, start: int, end: int) -> list[Cell]:
    """Return the cells of text[start:end] in reading order."""
    return [
        cell
        for number, line in enumerate(_LINE.finditer(text, start, end))
        for cell in _cells(text, line.start(), line.end(), number)
    ]


def _cells(text: str, start: int, end: int, number: int) -> Iterator[Cell]:
    numbered = _NUMBERED.match(text, start, end)
    first = numbered.end() if numbered else start
    for match in _CELL.finditer(text, first, end):
        begin, stop = match.span()
        while begin < stop and text[begin] in _FRAME:
            if text[begin] == "(" and ")" in text[begin:stop]:
                break
            begin += 1
        while stop > begin and text[stop - 1] in _FRAME:
            if text[stop - 1] == ")" and "(" in text[begin:stop]:
                break
            stop -= 1
        if any(char.isalnum() for char in text[begin:stop]):
            yield Cell(begin, stop, text[begin:stop], number, begin - start)


def below(column: Sequence[Cell], at: int) -> Cell | None:
    """Return the next cell below this cell in the same column; None if none is near."""
    cell = column[at]
    for following in column[at + 1 : at + 9]:
        if following.line > cell.line + _REACH:
            return None
        if following.line > cell.line and abs(following.column - cell.column) <= _NEAR:
            return following
    return None


def beside(column: Sequence[Cell], at: int) -> Sequence[Cell]:
    """Return the other cells of the same line, at most four on each side."""
    near = range(max(0, at - 4), min(len(column), at + 5))
    return [column[i] for i in near if i != at and column[i].line == column[at].line]
