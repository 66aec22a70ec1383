"""Read CSV: the place of each cell, and how it is written.

The syntax is that of Python's csv module with ``strict=True``: quotes within quotes are doubled, a
quoted cell may hold line ends, and nothing may follow its closing quote.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values

DELIMITERS = (",", ";", "\t", "|")


class CsvError(Exception):
    """An error: the text is not a valid table from this position on."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


@hide_values
@dataclass(frozen=True, slots=True)
class Dialect:
    """The delimiter between cells, and the quote around them."""

    delimiter: str
    quote: str = '"'

    def fits(self, written: str) -> bool:
        """Return True if a cell with this value needs no quotes."""
        special = (self.delimiter, "\n", "\r")
        return (
            written != ""
            and not written.startswith(self.quote)
            and not any(char in written for char in special)
        )

    def escape(self, value: str) -> str:
        """Return a value as it is written between quotes."""
        return value.replace(self.quote, self.quote * 2)


class CsvCell(NamedTuple):
    """A cell with the offsets of its value, without the quotes around it."""

    start: int
    end: int
    quoted: bool


CsvRow = list[CsvCell]


def read_rows(text: str, dialect: Dialect) -> Iterator[CsvRow]:
    """Yield the rows of a text, without empty lines."""
    cell = _cell_pattern(dialect)
    row: CsvRow = []
    at = 0
    while at < len(text) or row:
        match = cell.match(text, at)
        if match is None:
            raise _cell_error(text, at, dialect)
        quoted = match.start("quoted") >= 0
        row.append(CsvCell(*match.span("quoted" if quoted else "bare"), quoted))
        at = match.end()
        if match["end"] != dialect.delimiter:
            if len(row) > 1 or quoted or row[0].end > row[0].start:
                yield row
            row = []


def find_row_ends(text: str, dialect: Dialect) -> Iterator[int]:
    """Yield the ends of the complete rows in the beginning of a table."""
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


def _cell_error(text: str, at: int, dialect: Dialect) -> CsvError:
    quote = re.escape(dialect.quote)
    closed = re.compile(rf"{quote}(?:[^{quote}]++|{quote}{quote})*+{quote}").match(text, at)
    if closed is None:
        return CsvError("a cell has an opening quote and no closing quote", at)
    return CsvError("there is text after the closing quote of a cell", closed.end())


def read_table(text: str, dialect: Dialect) -> list[CsvRow]:
    """Return all rows; raise ``CsvError`` if a row is not as wide as the first row."""
    rows: list[CsvRow] = []
    for row in read_rows(text, dialect):
        if rows and len(row) != len(rows[0]):
            widths = f"this row has {counted(len(row), 'cell')}, the first has {len(rows[0])}"
            raise CsvError(widths, row[0].start - row[0].quoted)
        rows.append(row)
    return rows


def sniff_table(
    text: str, delimiters: Sequence[str], quote: str, *, is_beginning: bool = False
) -> tuple[Dialect, list[CsvRow]]:
    """Return the only dialect in which the text is a table, and its rows.

    The delimiter must occur in the first row; if none does, the table has one column. With
    ``is_beginning``, the text is the beginning of a table, and only complete rows are read.
    Raise ``CsvError`` if the text is a table in no dialect, or in several.
    """

    def read(dialect: Dialect) -> list[CsvRow]:
        ends = find_row_ends(text, dialect)
        return read_table(text[: max(ends, default=0)] if is_beginning else text, dialect)

    dialects = [Dialect(delimiter, quote) for delimiter in delimiters]
    widths = {dialect: _first_width(text, dialect) for dialect in dialects}
    likely = [dialect for dialect in dialects if widths[dialect] > 1]
    if not likely:
        return dialects[0], read(dialects[0])
    tables: list[tuple[Dialect, list[CsvRow]]] = []
    first_error: CsvError | None = None
    for dialect in sorted(likely, key=lambda dialect: -widths[dialect]):
        try:
            tables.append((dialect, read(dialect)))
        except CsvError as error:
            first_error = first_error or error
    if len(tables) == 1:
        return tables[0]
    if tables:
        names = " or ".join(repr(dialect.delimiter) for dialect, _ in tables)
        raise CsvError(f"more than one delimiter fits: {names}", 0)
    assert first_error is not None
    raise first_error


def _first_width(text: str, dialect: Dialect) -> int:
    try:
        return len(next(read_rows(text, dialect), []))
    except CsvError:
        return 1 + Counter(text.split("\n", 1)[0])[dialect.delimiter]
