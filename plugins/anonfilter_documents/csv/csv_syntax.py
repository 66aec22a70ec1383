"""CSV as it stands in a file: where each cell is, and how it is written.

Read as Python's csv module reads it with ``strict=True``: quotes inside quotes are doubled, a
quoted cell may hold line ends, and nothing may follow its closing quote.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from anonfilter.text.values import hide_values

DELIMITERS = (",", ";", "\t", "|")


class CsvError(Exception):
    """The text is not the table that it should be, from this place on."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


@hide_values
@dataclass(frozen=True, slots=True)
class Dialect:
    """How cells are told from each other."""

    delimiter: str
    quote: str = '"'

    def fits(self, written: str) -> bool:
        """Is this cell read back as it is written, without quotes?"""
        special = (self.delimiter, "\n", "\r")
        return (
            written != ""
            and not written.startswith(self.quote)
            and not any(char in written for char in special)
        )

    def escape(self, value: str) -> str:
        """A value as it stands between quotes."""
        return value.replace(self.quote, self.quote * 2)


class Cell(NamedTuple):
    """A cell: where its value begins and ends in the text, without the quotes around it."""

    start: int
    end: int
    quoted: bool


Row = list[Cell]


def rows(text: str, dialect: Dialect) -> Iterator[Row]:
    """The rows of a text; empty lines are none."""
    cell = _cell_pattern(dialect)
    row: Row = []
    at = 0
    while at < len(text) or row:
        match = cell.match(text, at)
        if match is None:
            raise _broken_cell(text, at, dialect)
        quoted = match.start("quoted") >= 0
        row.append(Cell(*match.span("quoted" if quoted else "bare"), quoted))
        at = match.end()
        if match["end"] != dialect.delimiter:
            if len(row) > 1 or quoted or row[0].end > row[0].start:
                yield row
            row = []


def row_ends(text: str, dialect: Dialect) -> Iterator[int]:
    """Where rows end of a table that the text holds the beginning of."""
    cell = _cell_pattern(dialect)
    at = 0
    while (match := cell.match(text, at)) and match["end"]:
        at = match.end()
        if match["end"] != dialect.delimiter:
            yield at


def _cell_pattern(dialect: Dialect) -> re.Pattern[str]:
    quote, delimiter = re.escape(dialect.quote), re.escape(dialect.delimiter)
    return re.compile(
        rf"(?:{quote}(?P<quoted>(?:[^{quote}]++|{quote}{quote})*+){quote}"
        rf"|(?P<bare>(?!{quote})[^{delimiter}\r\n]*+))"
        rf"(?P<end>{delimiter}|\r\n|\r|\n|\Z)"
    )


def _broken_cell(text: str, at: int, dialect: Dialect) -> CsvError:
    quote = re.escape(dialect.quote)
    closed = re.compile(rf"{quote}(?:[^{quote}]++|{quote}{quote})*+{quote}").match(text, at)
    if closed is None:
        return CsvError("a quote is opened and never closed", at)
    return CsvError("something follows the closing quote of a cell", closed.end())


def table(text: str, dialect: Dialect) -> list[Row]:
    """All rows, each as wide as the first."""
    result: list[Row] = []
    for row in rows(text, dialect):
        if result and len(row) != len(result[0]):
            raise CsvError(
                f"this row has {_cells(len(row))}, the first has {_cells(len(result[0]))}",
                row[0].start - row[0].quoted,
            )
        result.append(row)
    return result


def _cells(count: int) -> str:
    return "one cell" if count == 1 else f"{count} cells"


def sniffed(
    text: str, delimiters: Sequence[str], quote: str, *, cut: bool = False
) -> tuple[Dialect, list[Row]]:
    """The one dialect in which the text is a table, or, if it is ``cut``, the beginning of one.

    What parts the cells of the first row parts those of all; and if none of the delimiters is
    in the first row, there is one column.
    """

    def read(one: Dialect) -> list[Row]:
        upto = max(row_ends(text, one), default=0) if cut else len(text)
        return table(text[:upto], one)

    dialects = [Dialect(delimiter, quote) for delimiter in delimiters]
    widths = {one: _first_width(text, one) for one in dialects}
    likely = sorted((one for one in dialects if widths[one] > 1), key=lambda one: -widths[one])
    if not likely:
        return dialects[0], read(dialects[0])
    found: list[tuple[Dialect, list[Row]]] = []
    first_error: CsvError | None = None
    for one in likely:
        try:
            found.append((one, read(one)))
        except CsvError as error:
            first_error = first_error or error
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(repr(one.delimiter) for one, _ in found)
        raise CsvError(f"its cells may be parted by {names}", 0)
    assert first_error is not None
    raise first_error


def _first_width(text: str, dialect: Dialect) -> int:
    try:
        return len(next(rows(text, dialect), []))
    except CsvError:
        return 1 + Counter(text.split("\n", 1)[0])[dialect.delimiter]
