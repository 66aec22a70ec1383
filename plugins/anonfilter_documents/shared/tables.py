"""Label the cells of tables with the titles of columns and rows, or with labels in a form.

A format reports where cells are. This module decides for all formats which cells are labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from anonfilter.text.values import hide_values
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.schema_names import is_title, may_be_title

_VALUE = re.compile(r"\d|@|\[[A-Z][A-Z0-9_]*[\]:]")
_FORMS = (2, 4, 6)
_MOST = 50  # columns that one cell may cover
Labels = tuple[str, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell.

    ``header`` is True if the format marks the cell as a title, and ``pair`` is True if the first
    paragraph of the cell is the label of the other paragraphs.
    """

    text: str
    header: bool = False
    pair: bool = False


Row = Mapping[int, Cell]
"""The cells of a row that have text, by column, from left to right."""


def label_cells(rows: Sequence[Row]) -> Iterator[dict[int, Labels]]:
    """Yield for each row the labels of its cells, by column: the titles of column and row."""
    if _is_form(rows):
        yield from map(label_row, rows)
        return
    first = next((at for at, row in enumerate(rows) if len(row) > 1), 0)
    titles: Row = {}
    marked = False
    for at, row in enumerate(rows):
        if _is_marked(row) or (not marked and _is_header(rows, at, first)):
            marked |= _is_marked(row)
            titles = row
            yield {}
        else:
            yield _below(titles, row) if titles else label_row(row)


def label_row(row: Row) -> dict[int, Labels]:
    """Return the labels of the cells of a row in which a label precedes each value, by column."""
    label, is_value = "", False
    found: dict[int, Labels] = {}
    for column, cell in row.items():
        if not is_value and _is_label(cell):
            label, is_value = cell.text, True
        else:
            is_value = False
            if label:
                found[column] = (label,)
    return found


def _below(titles: Row, row: Row) -> dict[int, Labels]:
    """Return the labels of the cells of a row below the row ``titles``, by column."""
    first = row.get(0)
    row_title = (first.text,) if first is not None and _is_label(first) else ()
    found: dict[int, Labels] = {}
    for column in row:
        title = (titles[column].text,) if column in titles else ()
        found[column] = (*title, *(row_title if column else ()))
    return found


def _is_form(rows: Sequence[Row]) -> bool:
    """Return True if labels and values alternate from left to right."""
    width = max((max(row, default=-1) + 1 for row in rows), default=0)
    first = next(filter(None, rows), {})
    if width not in _FORMS or all(is_title(cell.text) for cell in first.values()):
        return False
    columns = ([row[at] for row in rows if at in row] for at in range(0, width, 2))
    return all(2 * sum(map(_is_label, column)) > len(column) for column in columns)


def _is_marked(row: Row) -> bool:
    """Return True if the format marks all cells of a row as titles."""
    return bool(row) and all(cell.header for cell in row.values())


def _is_header(rows: Sequence[Row], at: int, first: int) -> bool:
    """Return True for a row of words that are usual in titles.

    The ``first`` row may have other words if all values of a column below it have digits or are
    tags.
    """
    row = rows[at]
    if len(row) < 2 or any(cell.pair for cell in row.values()):
        return False
    if all(is_title(cell.text) for cell in row.values()):
        below = rows[at + 1].values() if at + 1 < len(rows) else ()
        return any(not is_title(cell.text) for cell in below)
    titled = at == first and all(may_be_title(cell.text) for cell in row.values())
    return titled and _has_typed_column(row, rows[at + 1 :])


def _has_typed_column(titles: Row, rows: Sequence[Row]) -> bool:
    """Return True if each value below one of the titles has a digit or is a tag."""
    typed: dict[int, bool] = {}
    for row in rows:
        for column, cell in row.items():
            if typed.get(column, True):
                typed[column] = _VALUE.search(cell.text) is not None
    return any(typed.get(column) for column in titles)


def _is_label(cell: Cell) -> bool:
    return not cell.pair and (cell.header or is_title(cell.text))


@dataclass(slots=True)
class _Place:
    """The fields of a cell: the index of the first, and the index after the last."""

    first: int
    upto: int
    header: bool


@hide_values
@dataclass(slots=True)
class Table:
    """The cells of one table, whose fields are labelled by :meth:`end`.

    With ``named``, the text of a cell includes fields with a name, such as values with keys.
    """

    builder: DocumentBuilder
    named: bool = False
    _rows: list[dict[int, _Place]] = field(default_factory=list)
    _column: int = 0  # where the next cell begins
    _open: _Place | None = None
    _titled: bool = False  # the row has titles
    _given: Row = field(default_factory=dict)  # titles from outside of the table
    _covered: dict[int, tuple[int, _Place]] = field(default_factory=dict)  # by cells of rows above

    def titles(self, titles: Sequence[str]) -> None:
        """Set the titles of the columns, which the file states outside of the table."""
        self._given = {at: Cell(title, header=True) for at, title in enumerate(titles) if title}

    def row(self) -> None:
        """Begin a row."""
        self.end_cell()
        self._rows.append({})
        self._column, self._titled = 0, False

    def cell(self, *, header: bool = False, across: int = 1, down: int = 1) -> None:
        """Begin a cell; the fields that are added next belong to it."""
        self.end_cell()
        if not self._rows:
            self.row()
        while self._column in self._covered:
            left, place = self._covered.pop(self._column)
            if left > 1:
                self._covered[self._column] = (left - 1, place)
            self._rows[-1][self._column] = place
            self._column += 1
        begun = self.builder.field_count
        self._open = _Place(begun, begun, header or self._titled)
        for column in range(self._column, self._column + min(across, _MOST) if down > 1 else 0):
            self._covered[column] = (down - 1, self._open)
        self.widen(across)

    def widen(self, across: int) -> None:
        """Extend the open cell over the next columns."""
        if self._open is not None:
            for column in range(self._column, self._column + min(across, _MOST)):
                self._rows[-1][column] = self._open
            self._column += across

    def place(self, column: int, first: int) -> None:
        """Make a cell of the fields from index ``first`` on; columns are counted from 0."""
        self._rows[-1][column] = _Place(first, self.builder.field_count, header=False)

    def skip(self, cells: int) -> None:
        """End the open cell, and leave this number of columns empty."""
        self.end_cell()
        self._column += cells

    def titled(self) -> None:
        """Mark all cells of the row as titles."""
        self._titled = True
        for place in self._rows[-1].values() if self._rows else ():
            place.header = True

    def end_cell(self) -> None:
        """End the cell that is open."""
        if self._open is not None:
            self._open.upto = self.builder.field_count
            self._open = None

    def end(self) -> None:
        """Label the fields of all cells."""
        self.end_cell()
        texts: dict[int, str] = {}
        rows = [self._given] if self._given else []
        rows += [self._texts(row, texts) for row in self._rows]
        found = list(label_cells(rows))[len(rows) - len(self._rows) :]
        for places, labels_by_column in zip(self._rows, found, strict=True):
            for column, labels in labels_by_column.items():
                self.builder.label_fields(places[column].first, places[column].upto, labels)

    def _texts(self, row: Mapping[int, _Place], known: dict[int, str]) -> Row:
        """Return the cells of a row that have text."""
        cells: dict[int, Cell] = {}
        for column, place in sorted(row.items(), key=lambda item: item[0]):
            if place.upto > place.first:
                if place.first not in known:
                    text = self.builder.text_of(place.first, place.upto, named=self.named)
                    # a cell may have the text of controls and pictures only
                    text = text or self.builder.text_of(place.first, place.upto, named=True)
                    known[place.first] = text
                if known[place.first]:
                    cells[column] = Cell(known[place.first], place.header, self._is_pair(place))
        return cells

    def _is_pair(self, place: _Place) -> bool:
        """Return True if a cell has several texts and the first one is a label."""
        fields = (self.builder.text_of(at, at + 1) for at in range(place.first, place.upto))
        texts = list(filter(None, fields))
        return len(texts) > 1 and is_title(texts[0])
