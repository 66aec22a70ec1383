"""Tables and lists of definitions in markup, whose titles and terms label other text."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from anonfilter_documents.markup.tokens import Token
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.tables import Table

_MOST = 1000  # columns and rows that one cell may cover


class Part(Enum):
    """What an element is in a table or a list of definitions."""

    TABLE = auto()
    TITLES = auto()  # rows of titles
    ROW = auto()
    CELL = auto()
    TITLE = auto()
    COVERED = auto()  # a place that another cell covers
    TITLED = auto()  # says that the row in which it stands is one of titles
    ACROSS = auto()  # says how many columns the cell covers in which it stands
    TERM = auto()
    DEFINITION = auto()


class Structure:
    """Follows the elements of a file, and labels the fields of cells and definitions."""

    def __init__(
        self, builder: DocumentBuilder, attribute: Callable[[Token, tuple[str, ...]], str]
    ) -> None:
        self._builder = builder
        self._attribute = attribute
        self._tables: list[Table] = []
        self._titles = 0  # rows of titles that are open
        self._term: int | None = None  # the first field of the term that is open
        self._defined = 0  # the first field of the definition that is open
        self._label = ""

    def opened(self, part: Part, token: Token) -> None:
        """An element begins."""
        if part is Part.TABLE:
            self._tables.append(Table(self._builder))
        elif part in (Part.TERM, Part.DEFINITION):
            self._defines(part)
        elif self._tables:
            self._in_table(part, token, self._tables[-1])

    def _in_table(self, part: Part, token: Token, table: Table) -> None:
        if part is Part.TITLES:
            self._titles += 1
        elif part is Part.ROW:
            table.row()
        elif part in (Part.CELL, Part.TITLE):
            titled = part is Part.TITLE or self._titles > 0
            repeated = self._number(token, "number-columns-repeated")
            if token.empty and repeated > 1:
                table.skip(repeated)
            else:
                across = self._number(token, "colspan", "gridspan", "number-columns-spanned")
                table.cell(header=titled, across=across, down=self._number(token, "rowspan"))
        elif part is Part.COVERED:
            table.skip(self._number(token, "number-columns-repeated"))
        elif part is Part.TITLED:
            table.titled()
        elif part is Part.ACROSS:
            table.widen(self._number(token, "val") - 1)

    def closed(self, part: Part) -> None:
        """An element has ended."""
        if part is Part.TABLE and self._tables:
            self._tables.pop().end()
            self._titles = 0
        elif part is Part.TITLES:
            self._titles = max(0, self._titles - 1)
        elif part in (Part.CELL, Part.TITLE) and self._tables:
            self._tables[-1].end_cell()
        elif part is Part.TERM and self._term is not None:
            self._label = self._builder.text_of(self._term, self._builder.field_count)
            self._term = None
        elif part is Part.DEFINITION:
            self._end_definition()

    def end(self) -> None:
        """The file has ended, with what is still open."""
        self._end_definition()
        while self._tables:
            self._tables.pop().end()

    def _defines(self, part: Part) -> None:
        self._end_definition()
        if self._term is not None:
            self._label = self._builder.text_of(self._term, self._builder.field_count)
            self._term = None
        if part is Part.TERM:
            self._term = self._builder.field_count
        else:
            self._defined = self._builder.field_count + 1

    def _end_definition(self) -> None:
        if self._defined and self._label:
            self._builder.label_fields(self._defined - 1, self._builder.field_count, (self._label,))
        self._defined = 0

    def _number(self, token: Token, *names: str) -> int:
        value = self._attribute(token, names)
        return min(int(value), _MOST) if value.isdecimal() and len(value) < 9 else 1
