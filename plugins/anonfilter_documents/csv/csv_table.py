"""Tables as CSV: each cell is text, in the role of its column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field as Option
from pydantic import StringConstraints, model_validator

from anonfilter.containers.kinds import refuse
from anonfilter.contract.document import BareValue, Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.files.paths import suffix_of
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.csv.csv_syntax import (
    DELIMITERS,
    Cell,
    CsvError,
    Dialect,
    Row,
    row_ends,
    sniffed,
)
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.fields import Role, add_value
from anonfilter_documents.shared.places import broken
from anonfilter_documents.shared.records import Records
from anonfilter_documents.shared.schema_names import is_schema_name, is_title
from anonfilter_documents.shared.tables import Cell as TableCell
from anonfilter_documents.shared.tables import Labels, row_labels

_BY_SUFFIX = {".csv": DELIMITERS, ".tsv": ("\t",), ".tab": ("\t",), ".psv": ("|",)}
_Character = Annotated[str, StringConstraints(min_length=1, max_length=1, pattern=r"[^\r\n]")]


class CsvTable:
    """Comma-separated values (.csv, .tsv, .tab, .psv)."""

    class Config(Strict):
        columns: dict[str, Role] = Option(
            default_factory=dict,
            description="roles by the column's title, or by its number from 1 on: text, speech, "
            "speaker; leave: it is not looked at",
        )
        others: Literal["text", "leave"] = Option(
            default="text", description="columns that are not named: are they looked at?"
        )
        header: bool = Option(default=True, description="the first row holds the columns' titles")
        delimiter: _Character | None = Option(
            default=None, description="what parts cells; else a comma, semicolon, tab or | is found"
        )
        quote: _Character = Option(default='"', description="what stands around cells")
        speakers: bool = Option(
            default=False, description="cells of several turns are divided as transcripts"
        )
        records: Records = Option(
            default=Records(),
            description="a row is a record; `by` is the title or number of a column",
        )
        suffixes: tuple[str, ...] = Option(
            default=tuple(_BY_SUFFIX), description="the files that are read so"
        )

        @model_validator(mode="after")
        def _titles_need_a_header(self) -> CsvTable.Config:
            titles = [repr(column) for column in self.columns if not column.isdecimal()]
            if titles and not self.header:
                raise ValueError(f"without a header there is no column {', '.join(titles)}")
            return self

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._config = config

    def refuse(self, data: bytes, name: str) -> None:
        refuse(data, name)

    def parts(self, beginning: Source) -> RowParts:
        dialect, rows = self._table(beginning, cut=True)
        head = next(row_ends(beginning.text, dialect), 0) if rows and self._config.header else 0
        return RowParts(dialect, beginning.text[:head], self._config.records.apart())

    def read(self, source: Source) -> Document:
        dialect, rows = self._table(source)
        reading = _Reading(source, dialect, self._config.speakers)
        header = rows[0] if self._config.header and rows else []
        titles = [reading.text_of(cell) for cell in header]
        roles = self._roles(source, titles, len(rows[0]) if rows else 0)
        for cell, title in zip(header, titles, strict=True):
            if not (title.strip() in self._config.columns or is_schema_name(title)):
                reading.take(cell, "text")
        apart = self._config.records.apart()
        group = self._group(titles, len(roles)) if apart else None
        for row in rows[1:] if header else rows:
            if apart:
                reading.builder.record()
            if group is not None:
                reading.builder.belongs(reading.text_of(row[group]))
            labels = reading.labels(row)
            names = titles or [""] * len(row)
            for cell, role, name, label in zip(row, roles, names, labels, strict=True):
                if role != "leave":
                    reading.take(cell, role, name, label)
        return reading.builder.build()

    def _group(self, header: Sequence[str], width: int) -> int | None:
        """The column that says which rows belong together, if the table has it."""
        by, titles = self._config.records.by, [title.strip() for title in header]
        if by in titles:
            return titles.index(by)
        return int(by) - 1 if by.isdecimal() and 0 < int(by) <= width else None

    def _table(self, source: Source, *, cut: bool = False) -> tuple[Dialect, list[Row]]:
        delimiters: Sequence[str] = _BY_SUFFIX.get(suffix_of(source.name), DELIMITERS)
        if self._config.delimiter is not None:
            delimiters = (self._config.delimiter,)
        try:
            return sniffed(source.text, delimiters, self._config.quote, cut=cut)
        except CsvError as error:
            raise broken(
                source, error.position, f"is no table: {error.message}",
                "`delimiter:` and `quote:` in the rules say how cells are parted.",
            ) from None  # fmt: skip

    def _roles(self, source: Source, header: Sequence[str], width: int) -> list[Role]:
        """The role of each column."""
        titles = [title.strip() for title in header]
        roles: list[Role] = [self._config.others] * width
        named, titled = set[str](), set(titles)
        for at in range(width):
            # a number is a column's title if there is such a one, else its place
            names = {str(at + 1)} - titled | set(titles[at : at + 1])
            for name in names & self._config.columns.keys():
                roles[at] = self._config.columns[name]
                named.add(name)
        missing = self._config.columns.keys() - named
        looked_at = [name for name in missing if self._config.columns[name] != "leave"]
        if width and looked_at and self._config.others == "leave":
            columns = ", ".join(sorted(repr(name) for name in looked_at))
            raise Incomplete(
                f"has no column {columns}, and all that the rules do not name is left",
                where=source.name,
                hint="Correct `columns:`, or say `others: text`.",
            )
        return roles


@hide_values
@dataclass(frozen=True, slots=True)
class RowParts:
    """A table that is divided behind its rows, each part read with the first row."""

    dialect: Dialect
    head: str
    apart: bool
    linked: bool = False

    def end(self, text: str, low: int, high: int, *, words: bool = False) -> int | None:
        last = None
        if words:
            return None
        for at in row_ends(text, self.dialect):
            if at > high:
                break
            last = at if at >= low else None
        return last


class _Reading:
    """Takes the cells of one file into a document."""

    def __init__(self, source: Source, dialect: Dialect, speakers: bool) -> None:
        self.builder = DocumentBuilder(source)
        self._text = source.text
        self._dialect = dialect
        self._speakers = speakers

    def text_of(self, cell: Cell) -> str:
        text = self._text[cell.start : cell.end]
        quote = self._dialect.quote
        return text.replace(quote * 2, quote) if cell.quoted else text

    def labels(self, row: Row) -> Sequence[Labels]:
        """The labels of each cell beside the title of its column."""
        if not row or not is_title(self.text_of(row[0])):
            return [()] * len(row)
        texts = (self.text_of(cell).strip() for cell in row)
        found = row_labels({at: TableCell(text) for at, text in enumerate(texts) if text})
        return [found.get(at, ()) for at in range(len(row))]

    def take(self, cell: Cell, role: str, name: str = "", labels: Labels = ()) -> None:
        if cell.end == cell.start:
            return
        dialect = self._dialect
        first = self.builder.fields
        if cell.quoted and dialect.quote in self._text[cell.start : cell.end]:
            text = self.builder.value(self.text_of(cell), self._pieces(cell))
        else:
            text = self.builder.take(cell.start, cell.end)
        if cell.quoted:
            add_value(self.builder, text, role, dialect.escape, speakers=self._speakers, name=name)
        else:
            bare = BareValue(cell.start, cell.end, dialect.fits, dialect.escape, dialect.quote)
            add_value(self.builder, text, role, speakers=self._speakers, bare=bare, name=name)
        self.builder.label(first, self.builder.fields, labels)

    def _pieces(self, cell: Cell) -> list[Piece]:
        """Where each part of a cell stands whose quotes are doubled."""
        pieces: list[Piece] = []
        length, done = 0, cell.start
        quote = self._dialect.quote
        while (at := self._text.find(quote, done, cell.end)) >= 0:
            pieces.append(Piece(length, length + at - done, done, at))
            length += at - done
            pieces.append(Piece(length, length + 1, at, at + 2))
            length, done = length + 1, at + 2
        pieces.append(Piece(length, length + cell.end - done, done, cell.end))
        return [piece for piece in pieces if piece.end > piece.start]
