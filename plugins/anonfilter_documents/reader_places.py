"""Name places in a document as its readers count them: a paragraph, a cell, a slide, a time.

The markup of office documents has few lines, and readers do not see it. Places are therefore
counted in the fields of a document, or in the cells of its sheets. Sheets and columns have numbers
here, because their titles may be personal data, which no report shows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from anonfilter.containers.member_text import split_parts
from anonfilter.containers.places import Places
from anonfilter.contract.document import CODE, Document
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values
from anonfilter_documents.csv.csv_syntax import DELIMITERS, CsvError, sniff_table

_IN_PARAGRAPHS = (".docx", ".docm", ".odt", ".rtf", ".epub", ".html", ".htm", ".xhtml")
_OFFICE = (".docx", ".docm", ".xlsx", ".xlsm", ".pptx", ".pptm", ".odt", ".ods", ".odp", ".epub")
_SEEN = re.compile(
    r"word/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml|content\.xml"
    r"|xl/(?:sharedStrings|comments\d*|worksheets/[^/]*)\.xml"
    r"|ppt/(?:slides|notesSlides)/[^/]*\.xml|.*\.x?html?"
)
"""The parts of office documents that readers see."""
_TABLES = (".csv", ".tsv", ".tab", ".psv")
_DELIMITERS = {".tsv": ("\t",), ".tab": ("\t",), ".psv": ("|",)}
_BODIES = ("word/document.xml", "content.xml")
_SHARED = "xl/sharedStrings.xml"
_NAMES = (
    (re.compile(r"word/(header|footer)\d*\.xml"), r"\1"),
    (re.compile(r"(?:word|xl)/(footnotes|endnotes|comments)\d*\.xml"), r"\1"),
    (re.compile(r"xl/workbook\.xml"), "name of a sheet"),
    (re.compile(r"ppt/slides/slide(\d+)\.xml"), r"slide \1"),
    (re.compile(r"ppt/notesSlides/notesSlide(\d+)\.xml"), r"notes of slide \1"),
    (re.compile(r"docProps/.*|customXml/.*|meta\.xml"), "properties of the document"),
)
"""The names of parts of office documents, as readers know them."""
_SHEET = re.compile(r'<sheet\b[^>]*?\br:id="([^"]*)"')
_RELATION = re.compile(r"<Relationship\b[^>]*>")
_ATTRIBUTE = re.compile(r'\b(Id|Target)="([^"]*)"')
_CELL = re.compile(r'<c\b[^>]*?\br="([A-Z]+\d+)"(?:[^>]*?\bt="(\w+)")?[^>]*>')
_VALUE = re.compile(r"<v>(\d+)</v>")
_TABLE = re.compile(r"<table:table\b(?=[ >])")
_ROW = re.compile(r'<table:table-row\b(?:[^>]*?number-rows-repeated="(\d+)")?')
_ODS_CELL = re.compile(
    r'<table:(?:covered-)?table-cell\b(?:[^>]*?number-columns-repeated="(\d+)")?'
)


def text_of(document: Document) -> str:
    """Return the text that readers of a container see, without markup, styles and properties."""
    places = Places(document.source.text)
    shown: list[str] = []
    for field in document.fields:
        file, _, part = places.at(document.origin.position(field.start)).member.rpartition(": ")
        is_office = suffix_of(file or document.name) in _OFFICE
        if field.role != CODE and not field.name and (not is_office or _SEEN.fullmatch(part)):
            shown.append(document.text[field.start : field.end])
    return "\n".join(shown)


def of(document: Document) -> Callable[[int], str]:
    """Return a function that names the place of an offset of the decoded file."""
    return _ReaderPlaces(document).at


@hide_values
class _Start(NamedTuple):
    """The offset at which something begins, and its name."""

    offset: int
    name: str


class _ReaderPlaces:
    """The places of a document; parts of it are read when a place in them is named."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._places = Places(document.source.text)
        self._starts: dict[str, Sequence[_Start]] = {}
        self._numbers: dict[tuple[str, int], int] = {}
        counts: dict[str, int] = defaultdict(int)
        for field in document.fields:
            if field.role != CODE and not field.name:
                at = document.origin.position(field.start)
                member = self._places.at(at).member
                counts[member] += 1
                self._numbers[member, field.start] = counts[member]

    def at(self, offset: int) -> str:
        """Return the name of a place: ``paragraph 3``, ``sheet 2, cell B7``, ``0:01:12``."""
        document, place = self._document, self._places.at(offset)
        at = document.origin.offset(offset)
        index = bisect_right(document.fields, at, key=lambda field: field.start) - 1
        field = document.fields[index] if index >= 0 else None
        for timing in field.timings if field is not None else ():
            if timing.time is not None and timing.start <= at < max(timing.end, timing.start + 1):
                return _clock(timing.time[0])
        file, _, inner = place.member.rpartition(": ")
        named = self._in_part(inner, offset) or self._in_table(place.member, offset)
        if not named:
            number = self._numbers.get((place.member, field.start)) if field is not None else None
            counted = number and (
                inner in _BODIES or self._has_suffix(file or inner, _IN_PARAGRAPHS)
            )
            named = f"paragraph {number:,}" if counted else f"line {place.line:,}"
            if place.member and not counted:
                named = f"{inner}, {named}"
        return f"{file}: {named}" if file else named

    def _has_suffix(self, member: str, suffixes: Sequence[str]) -> bool:
        name = member or self._document.name
        return suffix_of(name) in suffixes

    def _in_part(self, part: str, offset: int) -> str:
        """Return the cell in a workbook, or the name of a part of an office document."""
        if part.startswith("xl/worksheets/") or part == _SHARED or part == "content.xml":
            if "office" not in self._starts:
                self._starts["office"] = sorted(_cells(self._document.source.text))
            return _last(self._starts["office"], offset)
        for pattern, name in _NAMES:
            if match := pattern.fullmatch(part):
                return match.expand(name)
        return ""

    def _in_table(self, member: str, offset: int) -> str:
        """Return the row and the column of a table of comma-separated values."""
        name = member or self._document.name
        if suffix_of(name) not in _TABLES:
            return ""
        if name not in self._starts:
            text, base = self._text_of(member)
            try:
                _, rows = sniff_table(text, _DELIMITERS.get(suffix_of(name), DELIMITERS), '"')
            except CsvError:  # the rules state another dialect
                rows = []
            self._starts[name] = [
                _Start(base + cell.start, f"row {row:,}, column {column:,}")
                for row, cells in enumerate(rows, 1)
                for column, cell in enumerate(cells, 1)
            ]
        return _last(self._starts[name], offset)

    def _text_of(self, member: str) -> tuple[str, int]:
        """Return the text of a member and where it begins in the decoded file."""
        lines = self._places.lines(member) if member else []
        text = self._document.source.text
        return (text[lines[0] : lines[-1]], lines[0]) if lines else (text, 0)


def _clock(seconds: float) -> str:
    minutes, second = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"


def _last(starts: Sequence[_Start], offset: int) -> str:
    """Return the name of the last of the starts at or before an offset."""
    at = bisect_right(starts, offset, key=lambda start: start.offset) - 1
    return starts[at].name if at >= 0 else ""


def _cells(text: str) -> Iterator[_Start]:
    """Yield the cells of a workbook, and its shared texts with the cells that show them."""
    parts = {part.name: part for part in split_parts(text)}
    texts = {name: text[part.start : part.end] for name, part in parts.items()}
    if "content.xml" in parts:
        for start, name in _opendocument_cells(texts["content.xml"]):
            yield _Start(parts["content.xml"].start + start, name)
        return
    shared: dict[int, list[str]] = defaultdict(list)
    for sheet, part in enumerate(_sheets(texts), 1):
        cells = list(_CELL.finditer(texts[part]))
        ends = [cell.start() for cell in cells[1:]] + [len(texts[part])]
        for cell, end in zip(cells, ends, strict=True):
            name = f"sheet {sheet}, cell {cell[1]}"
            yield _Start(parts[part].start + cell.start(), name)
            if cell[2] == "s" and (value := _VALUE.search(texts[part], cell.end(), end)):
                shared[int(value[1])].append(name)
    for number, match in enumerate(re.finditer(r"<si\b", texts.get(_SHARED, ""))):
        yield _Start(parts[_SHARED].start + match.start(), "; ".join(shared[number]))


def _sheets(texts: dict[str, str]) -> Iterator[str]:
    """Yield the part of each sheet of a workbook, in their order."""
    targets: dict[str, str] = {}
    for relation in _RELATION.finditer(texts.get("xl/_rels/workbook.xml.rels", "")):
        found = dict(_ATTRIBUTE.findall(relation[0]))
        targets[found.get("Id", "")] = "xl/" + found.get("Target", "").removeprefix("/xl/")
    for number in _SHEET.findall(texts.get("xl/workbook.xml", "")):
        if targets.get(number, "") in texts:
            yield targets[number]


def _opendocument_cells(text: str) -> Iterator[_Start]:
    """Yield the cells of the sheets of an OpenDocument file."""
    tables = list(_TABLE.finditer(text))
    ends = [table.start() for table in tables[1:]] + [len(text)]
    for sheet, (table, end) in enumerate(zip(tables, ends, strict=True), 1):
        number = 1
        rows = list(_ROW.finditer(text, table.end(), end))
        for row, row_end in zip(rows, [*(each.start() for each in rows[1:]), end], strict=True):
            column = 1
            for cell in _ODS_CELL.finditer(text, row.end(), row_end):
                name = f"sheet {sheet}, cell {_letters(column)}{number}"
                yield _Start(cell.start(), name)
                column += int(cell[1] or 1)
            number += int(row[1] or 1)


def _letters(column: int) -> str:
    """Return the letters of a column: A, B, … AA."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
