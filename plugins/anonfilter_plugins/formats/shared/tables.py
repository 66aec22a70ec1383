"""Labels of the cells of a table: titles of columns and rows, and the cells of a form.

A format says where cells are; which of them label others is decided here, for all formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.schema_names import is_title, may_be_title

_VALUE = re.compile(r"\d|@|\[[A-Z][A-Z0-9_]*\]")
_FORMS = (2, 4, 6)
_WIDEST = 16_384
Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell; ``header``: the format marks it as a title."""

    text: str
    header: bool = False


_EMPTY = Cell("")


def labels_of(rows: Sequence[Sequence[Cell]]) -> list[list[Labels]]:
    """Return the labels of each cell: the title of its column, and that of its row."""
    if _is_form(rows):
        return [list(row_labels(row)) for row in rows]
    titles: Sequence[Cell] = ()
    marked = False
    found: list[list[Labels]] = []
    for at, row in enumerate(rows):
        if _is_marked(row) or (not marked and _is_header(rows, at)):
            marked |= _is_marked(row)
            titles = row
            found.append([()] * len(row))
        elif titles:
            found.append(list(_below(titles, row)))
        else:
            found.append(list(row_labels(row)))
    return found


def _below(titles: Sequence[Cell], row: Sequence[Cell]) -> Iterator[Labels]:
    """Yield the labels of the cells of a row below ``titles``."""
    own = row[0].text if row and _labels_row(row[0]) else ""
    for column in range(len(row)):
        title = titles[column].text if column < len(titles) else ""
        yield tuple(filter(None, (title, own if column else "")))


def row_labels(row: Sequence[Cell]) -> Iterator[Labels]:
    """Yield the labels of the cells of a row in which a label stands before each value."""
    label, is_value = "", False
    for cell in row:
        if cell.text and not is_value and _labels_row(cell):
            label, is_value = cell.text, True
            yield ()
        else:
            yield (label,) if label and cell.text else ()
            is_value = is_value and not cell.text


def _is_form(rows: Sequence[Sequence[Cell]]) -> bool:
    """Return True if labels and values alternate from left to right."""
    width = max((_width(row) for row in rows), default=0)
    if width not in _FORMS or (rows and _is_marked(rows[0])):
        return False
    return all(
        2 * sum(_labels_row(cell) for cell in column) > len(column)
        for column in (_column(rows, at) for at in range(0, width, 2))
    )


def _is_marked(row: Sequence[Cell]) -> bool:
    """Return True if the format says that all cells of a row are titles."""
    cells = [cell for cell in row if cell.text]
    return bool(cells) and all(cell.header for cell in cells)


def _is_header(rows: Sequence[Sequence[Cell]], at: int) -> bool:
    """Return True for a row of known words of titles, or, at the beginning, of words over a
    column of which each value has a digit or is a tag."""
    cells = [cell for cell in rows[at] if cell.text]
    if len(cells) < 2:
        return False
    if all(is_title(cell.text) for cell in cells):
        return at + 1 < len(rows) and any(not is_title(one.text) for one in rows[at + 1])
    first = next((place for place, row in enumerate(rows) if _width(row) > 1), 0)
    return at == first and all(may_be_title(cell.text) for cell in cells) and _typed(rows, at)


def _typed(rows: Sequence[Sequence[Cell]], at: int) -> bool:
    """Return True if each value below one of the titles has a digit or is a tag."""
    for column in range(len(rows[at])):
        values = [text for text in _texts(rows[at + 1 :], column) if text]
        if rows[at][column].text and values and all(map(_VALUE.search, values)):
            return True
    return False


def _labels_row(cell: Cell) -> bool:
    return cell.header or is_title(cell.text)


def _width(row: Sequence[Cell]) -> int:
    return max((at + 1 for at, cell in enumerate(row) if cell.text), default=0)


def _column(rows: Sequence[Sequence[Cell]], at: int) -> list[Cell]:
    return [row[at] for row in rows if len(row) > at and row[at].text]


def _texts(rows: Sequence[Sequence[Cell]], column: int) -> Iterator[str]:
    return (row[column].text for row in rows if column < len(row))


@dataclass(slots=True)
class _Place:
    """The fields of a cell, as numbers of the builder."""

    first: int
    upto: int
    header: bool


@dataclass(slots=True)
class Table:
    """Remembers the cells of one table, and labels their fields at its end."""

    builder: DocumentBuilder
    named: bool = False  # the texts of cells have names, as attributes have otherwise
    rows: list[list[_Place | None]] = field(default_factory=list)
    _open: _Place | None = None
    _skipped: int = 0  # empty cells, which count once another follows
    _given: tuple[Cell, ...] = ()  # titles that stand elsewhere
    _titles: int = 0  # the number of the last row that was said to be one of titles
    _below: dict[int, tuple[int, _Place]] = field(default_factory=dict)

    def row(self) -> None:
        """Begin a row."""
        self._close()
        self._skipped = 0
        self.rows.append([])

    def cell(self, *, header: bool = False, across: int = 1, down: int = 1) -> None:
        """Begin a cell; the fields that follow are in it."""
        self._close()
        if not self.rows:
            self.rows.append([])
        row = self.rows[-1]
        row += [None] * min(self._skipped, _WIDEST - len(row))
        self._skipped = 0
        self._covered(row)
        header |= self._titles == len(self.rows)
        self._open = _Place(self.builder.fields, self.builder.fields, header)
        for _ in range(max(1, min(across, _WIDEST - len(row)))):
            if down > 1:
                self._below[len(row)] = (down - 1, self._open)
            row.append(self._open)

    def place(self, column: int, first: int) -> None:
        """Take the fields from the ``first`` on as a cell of this column, counted from 0."""
        row = self.rows[-1]
        if len(row) <= column < _WIDEST:
            row += [None] * (column - len(row))
            row.append(_Place(first, self.builder.fields, header=False))

    def titles(self, titles: Sequence[str]) -> None:
        """Begin with a row of titles that stands elsewhere."""
        self._given = tuple(Cell(title, header=True) for title in titles)

    def skip(self, cells: int) -> None:
        """Leave out cells that are empty."""
        self._close()
        self._skipped += cells

    def titled(self) -> None:
        """Take the row for one of titles."""
        for place in (*(self.rows[-1] if self.rows else ()), self._open):
            if place is not None:
                place.header = True
        self._titles = len(self.rows)

    def widen(self, across: int) -> None:
        """Have the cell that is open cover so many columns."""
        if self._open is not None:
            row = self.rows[-1]
            row += [self._open] * min(across - 1, _WIDEST - len(row))

    def end_cell(self) -> None:
        self._close()

    def end(self) -> None:
        """Label the fields of all cells."""
        self._close()
        texts: dict[int, str] = {}
        grid = [[self._cell(place, texts) for place in row] for row in self.rows]
        labelled: dict[int, tuple[_Place, dict[str, None]]] = {}
        labels_of_rows = labels_of([self._given, *grid])[1:] if self._given else labels_of(grid)
        for row, labels in zip(self.rows, labels_of_rows, strict=True):
            for place, own in zip(row, labels, strict=True):
                if place is not None and own:
                    labelled.setdefault(id(place), (place, {}))[1].update(dict.fromkeys(own))
        for place, found in labelled.values():
            self.builder.label(place.first, place.upto, tuple(found))

    def _close(self) -> None:
        if self._open is not None:
            self._open.upto = self.builder.fields
            self._open = None

    def _covered(self, row: list[_Place | None]) -> None:
        """Add the cells of rows above that cover the next places of a row."""
        while len(row) in self._below:
            left, place = self._below.pop(len(row))
            if left > 1:
                self._below[len(row)] = (left - 1, place)
            row.append(place)

    def _cell(self, place: _Place | None, texts: dict[int, str]) -> Cell:
        if place is None or place.upto == place.first:
            return _EMPTY
        if id(place) not in texts:
            texts[id(place)] = self.builder.text_of(place.first, place.upto, named=self.named)
        return Cell(texts[id(place)], place.header)
