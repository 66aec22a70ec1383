"""Label the cells of tables with titles, and the definitions of a list with their terms."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from anonfilter_documents.markup.markup_tokens import Token
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.tables import Table

_MOST = 1000  # columns and rows that one cell may cover


class Part(Enum):
    """The role of an element in a table or a list of definitions."""

    TABLE = auto()
    TITLES = auto()  # rows of titles
    ROW = auto()
    CELL = auto()
    TITLE = auto()
    COVERED = auto()  # a place that another cell covers
    TITLED = auto()  # marks the row around it as a row of titles
    ACROSS = auto()  # states how many columns the cell around it covers
    TERM = auto()
    DEFINITION = auto()


class Structure:
    """A labeller that reads the elements of a file, and labels cells and definitions."""

    def __init__(
        self, builder: DocumentBuilder, attribute: Callable[[Token, tuple[str, ...]], str]
    ) -> None:
        self._builder = builder
        self._attribute = attribute
        self._tables: list[Table] = []
        self._titles = 0  # open groups of rows of titles
        self._term: int | None = None  # the first field of the open term
        self._definition: int | None = None  # the first field of the open definition
        self._label = ""

    def open(self, part: Part, token: Token) -> None:
        """Begin an element with a role in a table or list."""
        if part is Part.TABLE:
            self._tables.append(Table(self._builder))
        elif part in (Part.TERM, Part.DEFINITION):
            self._end_definition()
            self._end_term()
            if part is Part.TERM:
                self._term = self._builder.field_count
            else:
                self._definition = self._builder.field_count
        elif self._tables:
            self._open_in_table(part, token, self._tables[-1])

    def _open_in_table(self, part: Part, token: Token, table: Table) -> None:
        if part is Part.TITLES:
            self._titles += 1
        elif part is Part.ROW:
            table.row()
        elif part in (Part.CELL, Part.TITLE):
            is_title = part is Part.TITLE or self._titles > 0
            repeated = self._number(token, "number-columns-repeated")
            if token.empty and repeated > 1:
                table.skip(repeated)
            else:
                across = self._number(token, "colspan", "gridspan", "number-columns-spanned")
                table.cell(header=is_title, across=across, down=self._number(token, "rowspan"))
        elif part is Part.COVERED:
            table.skip(self._number(token, "number-columns-repeated"))
        elif part is Part.TITLED:
            table.titled()
        elif part is Part.ACROSS:
            table.widen(self._number(token, "val") - 1)

    def close(self, part: Part) -> None:
        """End an element with a role in a table or list."""
        if part is Part.TABLE and self._tables:
            self._tables.pop().end()
            self._titles = 0
        elif part is Part.TITLES:
            self._titles = max(0, self._titles - 1)
        elif part in (Part.CELL, Part.TITLE) and self._tables:
            self._tables[-1].end_cell()
        elif part is Part.TERM:
            self._end_term()
        elif part is Part.DEFINITION:
            self._end_definition()

    def end(self) -> None:
        """End all open elements at the end of the file."""
        self._end_definition()
        while self._tables:
            self._tables.pop().end()

    def _end_term(self) -> None:
        if self._term is not None:
            self._label = self._builder.text_of(self._term, self._builder.field_count)
            self._term = None

    def _end_definition(self) -> None:
        if self._definition is not None and self._label:
            upto = self._builder.field_count
            self._builder.label_fields(self._definition, upto, (self._label,))
        self._definition = None

    def _number(self, token: Token, *names: str) -> int:
        value = self._attribute(token, names)
        return min(int(value), _MOST) if value.isdecimal() and len(value) < 9 else 1
