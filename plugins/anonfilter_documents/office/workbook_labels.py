"""Labels of the cells of a workbook; most texts are in a part that all sheets share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from anonfilter.contract.document import Source
from anonfilter.text.values import hide_values
from anonfilter_documents.markup.character_references import read_references
from anonfilter_documents.markup.markup_tokens import Kind, Token, attributes_of, read_xml_tokens
from anonfilter_documents.markup.xml import local_name
from anonfilter_documents.shared.tables import Cell, Labels, Row, label_cells

SHARED = "xl/sharedStrings.xml"
_SHEETS = "xl/worksheets/sheet"


@hide_values
@dataclass(frozen=True, slots=True)
class WorkbookLabels:
    """The labels of each cell, by its sheet and its number, and the labels of each shared text."""

    cells: Mapping[str, Mapping[int, Labels]] = field(default_factory=dict)
    shared: Mapping[int, Labels] = field(default_factory=dict)


@hide_values
@dataclass(slots=True)
class _Cell:
    """A cell of a sheet: its column from 0 on, and its text or the number of a shared text."""

    column: int
    text: str = ""
    shared: bool = False


def read_workbook_labels(parts: Mapping[str, Source]) -> WorkbookLabels:
    """Return the labels of all cells of a workbook, given its parts by their names."""
    texts = list(_read_shared_texts(parts[SHARED])) if SHARED in parts else []
    cells: dict[str, dict[int, Labels]] = {}
    shared = defaultdict[int, dict[str, None]](dict)
    for name, source in parts.items():
        if not name.startswith(_SHEETS) or not name.endswith(".xml"):
            continue
        rows = list(_read_rows(source))
        cells[name], number = {}, 0
        for row, labels in zip(
            rows, label_cells([_texts_of(row, texts) for row in rows]), strict=True
        ):
            for cell in row:
                cell_labels = labels.get(cell.column, ())
                if cell_labels:
                    cells[name][number] = cell_labels
                if cell_labels and cell.shared and cell.text.isdecimal():
                    shared[int(cell.text)].update(dict.fromkeys(cell_labels))
                number += 1
    return WorkbookLabels(cells, {number: tuple(labels) for number, labels in shared.items()})


def _texts_of(row: list[_Cell], texts: list[str]) -> Row:
    """Return the cells of a row that have text."""
    cells: dict[int, Cell] = {}
    for cell in row:
        text = cell.text
        if cell.shared:
            at = int(text) if text.isdecimal() else len(texts)
            text = texts[at] if at < len(texts) else ""
        if text.strip():
            cells[cell.column] = Cell(text.strip())
    return dict(sorted(cells.items()))


def _read_rows(source: Source) -> Iterator[list[_Cell]]:
    """Yield the cells of each row of a sheet."""
    row: list[_Cell] = []
    in_text = False
    for token in read_xml_tokens(source):
        name = local_name(token.name) if token.name else ""
        if token.kind is Kind.OPEN:
            if name == "c":
                row.append(_read_cell(source, token, row))
            in_text = name in ("v", "t") and not token.empty
        elif token.kind is Kind.TEXT and in_text and row:
            row[-1].text += read_references(source, token.start, token.end, xml=True)[0]
        elif token.kind is Kind.CLOSE:
            in_text = False
            if name == "row":
                yield row
                row = []


def _read_cell(source: Source, token: Token, row: list[_Cell]) -> _Cell:
    values = attributes_of(source, token)
    letters = values.get("r", "").rstrip("0123456789")
    column = 0
    for letter in letters if letters.isascii() and letters.isalpha() and len(letters) < 4 else "":
        column = column * 26 + ord(letter.upper()) - 64
    following = row[-1].column + 1 if row else 0
    return _Cell(column - 1 if column else following, shared=values.get("t") == "s")


def _read_shared_texts(source: Source) -> Iterator[str]:
    """Yield the shared texts."""
    text: list[str] = []
    inside = False
    for token in read_xml_tokens(source):
        name = local_name(token.name) if token.name else ""
        if token.kind is Kind.OPEN:
            if name == "si":
                text = []
            inside = name == "t" and not token.empty
            if name == "si" and token.empty:
                yield ""
        elif token.kind is Kind.TEXT and inside:
            text.append(read_references(source, token.start, token.end, xml=True)[0])
        elif token.kind is Kind.CLOSE:
            inside = False
            if name == "si":
                yield "".join(text)
