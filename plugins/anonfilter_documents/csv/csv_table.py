"""CSV tables: each cell is text, with the role of its column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field as Option
from pydantic import StringConstraints, model_validator

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import BareValue, Document, Source
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values
from anonfilter_documents.csv.csv_syntax import (
    DELIMITERS,
    CsvCell,
    CsvError,
    CsvRow,
    Dialect,
    find_row_ends,
    sniff_table,
)
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.decoded_text import decode_stretches
from anonfilter_documents.shared.format_bases import (
    CheckedFormat,
    FormatWithSuffixes,
    suffixes_option,
)
from anonfilter_documents.shared.record_settings import Records
from anonfilter_documents.shared.schema_names import is_schema_name, is_title
from anonfilter_documents.shared.tables import Cell, Labels, label_row
from anonfilter_documents.shared.value_fields import Role, add_value

_BY_SUFFIX = {".tsv": ("\t",), ".tab": ("\t",), ".psv": ("|",)}
_MOST_ABOVE = 10  # rows in which the titles are searched for
_Character = Annotated[str, StringConstraints(min_length=1, max_length=1, pattern=r"[^\r\n]")]


class CsvTable(CheckedFormat, FormatWithSuffixes["CsvTable.Config"]):
    """Comma-separated values (.csv, .tsv, .tab, .psv)."""

    class Config(Strict):
        columns: dict[str, Role] = Option(
            default_factory=dict,
            description=(
                "roles by the title of a column, or by its number from 1: text, speech,"
                " speaker; leave: do not read it"
            ),
        )
        others: Literal["text", "leave"] = Option(
            default="text", description="the role of all other columns"
        )
        header: bool = Option(default=True, description="the first row has the columns' titles")
        delimiter: _Character | None = Option(
            default=None,
            description="the character between cells; by default a comma, semicolon, tab or |",
        )
        quote: _Character = Option(default='"', description="the quote character around cells")
        speakers: bool = Option(
            default=False, description="divide cells with several speaker turns like transcripts"
        )
        records: Records = Option(
            default=Records(),
            description="how rows form records; `by` is the title or number of a column",
        )
        suffixes: tuple[str, ...] = suffixes_option("csv")

        @model_validator(mode="after")
        def _require_header_for_titles(self) -> Self:
            titles = [repr(column) for column in self.columns if not column.isdecimal()]
            if titles and not self.header:
                raise ValueError(f"without a header there is no column {', '.join(titles)}")
            return self

    def parts(self, beginning: Source) -> RowParts:
        dialect, rows = self._read_table(beginning, is_beginning=True)
        head = 0
        if rows and self._config.header:
            header = rows[_header_at(_CsvReader(beginning, dialect, self._config.speakers), rows)]
            ends = find_row_ends(beginning.text, dialect)
            head = next((end for end in ends if header and end >= header[-1].end), 0)
        return RowParts(dialect, beginning.text[:head], self._config.records.apart())

    def read(self, source: Source) -> Document:
        dialect, rows = self._read_table(source)
        reader = _CsvReader(source, dialect, self._config.speakers)
        first = _header_at(reader, rows) if self._config.header else 0
        header = rows[first] if self._config.header and rows else []
        titles = [reader.text_of(cell) for cell in header]
        roles = self._roles(source, titles, len(rows[0]) if rows else 0)
        for cell, title in zip(header, titles, strict=True):
            if not (title.strip() in self._config.columns or is_schema_name(title)):
                reader.add_cell(cell, "text")
        for cell in (cell for row in rows[:first] for cell in row):
            reader.add_cell(cell, "text")
        apart = self._config.records.apart()
        group = self._group_column(titles, len(roles)) if apart else None
        for row in rows[first + 1 :] if header else rows:
            if apart:
                reader.builder.begin_record()
            if group is not None:
                reader.builder.set_group(reader.text_of(row[group]))
            names = titles or [""] * len(row)
            for cell, role, name, labels in zip(
                row, roles, names, reader.labels_of(row), strict=True
            ):
                if role != "leave":
                    reader.add_cell(cell, role, name, labels)
        return reader.builder.build()

    def _group_column(self, header: Sequence[str], width: int) -> int | None:
        """Return the index of the column that groups records; None if the table lacks it."""
        by, titles = self._config.records.by, [title.strip() for title in header]
        if by in titles:
            return titles.index(by)
        return int(by) - 1 if by.isdecimal() and 0 < int(by) <= width else None

    def _read_table(
        self, source: Source, *, is_beginning: bool = False
    ) -> tuple[Dialect, list[CsvRow]]:
        delimiters: Sequence[str] = _BY_SUFFIX.get(suffix_of(source.name), DELIMITERS)
        if self._config.delimiter is not None:
            delimiters = (self._config.delimiter,)
        try:
            quote = self._config.quote
            return sniff_table(source.text, delimiters, quote, is_beginning=is_beginning)
        except CsvError as error:
            hint = "Set `delimiter:` and `quote:` of the format `csv` in the rules."
            message = f"is not a table: {error.message}"
            raise incomplete_at(source, error.position, message, hint) from None

    def _roles(self, source: Source, header: Sequence[str], width: int) -> list[Role]:
        """Return the role of each column."""
        titles = [title.strip() for title in header]
        roles: list[Role] = [self._config.others] * width
        named, titled = set[str](), set(titles)
        for at in range(width):
            # a number is the title of a column if a column has that title, else a position
            names = {str(at + 1)} - titled | set(titles[at : at + 1])
            for name in names & self._config.columns.keys():
                roles[at] = self._config.columns[name]
                named.add(name)
        missing = self._config.columns.keys() - named
        missing_text = [name for name in missing if self._config.columns[name] != "leave"]
        if width and missing_text and self._config.others == "leave":
            columns = ", ".join(sorted(repr(name) for name in missing_text))
            raise Incomplete(
                f"has no column {columns}, and the rules leave all other columns unread",
                where=source.name,
                hint="Correct `columns:`, or write `others: text`.",
            )
        return roles


def _header_at(reader: _CsvReader, rows: Sequence[CsvRow]) -> int:
    """Return the index of the row with the titles.

    It is the first row, unless lines of one cell are above the titles of at least three columns, as
    in tables that a spreadsheet has exported.
    """
    for at, row in enumerate(rows[:_MOST_ABOVE]):
        texts = [text for cell in row if (text := reader.text_of(cell).strip())]
        if at and 2 * sum(map(is_title, texts)) >= len(texts) > 2:
            return at
        if len(texts) > 1:
            break
    return 0


@hide_values
@dataclass(frozen=True, slots=True)
class RowParts:
    """The rules for a table that may be divided after each row; each part has the header."""

    dialect: Dialect
    head: str
    apart: bool
    linked: bool = False

    def end(self, text: str, low: int, high: int, *, words: bool = False) -> int | None:
        last = None
        if words:
            return None
        for at in find_row_ends(text, self.dialect):
            if at > high:
                break
            last = at if at >= low else None
        return last


class _CsvReader:
    """A reader that makes fields of the cells of one file."""

    def __init__(self, source: Source, dialect: Dialect, speakers: bool) -> None:
        self.builder = DocumentBuilder(source)
        self._text = source.text
        self._dialect = dialect
        self._doubled_quote = re.compile(re.escape(dialect.quote * 2))
        self._speakers = speakers

    def text_of(self, cell: CsvCell) -> str:
        text = self._text[cell.start : cell.end]
        quote = self._dialect.quote
        return text.replace(quote * 2, quote) if cell.quoted else text

    def labels_of(self, row: CsvRow) -> Sequence[Labels]:
        """Return the labels of each cell besides the title of its column."""
        if not row or not is_title(self.text_of(row[0])):
            return [()] * len(row)
        texts = (self.text_of(cell).strip() for cell in row)
        found = label_row({at: Cell(text) for at, text in enumerate(texts) if text})
        return [found.get(at, ()) for at in range(len(row))]

    def add_cell(self, cell: CsvCell, role: str, name: str = "", labels: Labels = ()) -> None:
        if cell.end == cell.start:
            return
        dialect = self._dialect
        first = self.builder.field_count
        if cell.quoted and dialect.quote in self._text[cell.start : cell.end]:
            quotes = self._doubled_quote.finditer(self._text, cell.start, cell.end)
            decoded = ((*quote.span(), dialect.quote) for quote in quotes)
            text = self.builder.add_text(
                *decode_stretches(self._text, cell.start, cell.end, decoded)
            )
        else:
            text = self.builder.add_stretch(cell.start, cell.end)
        if cell.quoted:
            add_value(self.builder, text, role, dialect.escape, speakers=self._speakers, name=name)
        else:
            bare = BareValue(cell.start, cell.end, dialect.fits, dialect.escape, dialect.quote)
            add_value(self.builder, text, role, speakers=self._speakers, bare=bare, name=name)
        self.builder.label_fields(first, self.builder.field_count, labels)
