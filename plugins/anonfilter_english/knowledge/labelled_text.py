"""Find values with labels in the text itself: in lines of forms, aligned tables, and rows of SQL.

SSN: 536-22-8714        name     mrn          INSERT INTO t (name, ssn) VALUES ('Bo Obi', 536228714)
                        Bo Obi   MRN-48213
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

_HINT = re.compile(
    r"[:=\t|\n&\u2192\u21d2]|\S {2,}\S|\.{3}| [-\u2013\u2014]|->|\b(?:into|copy)\b", re.IGNORECASE
)
_SIGN = re.compile(
    r"[-=]>|[:=](?![:=/])|\.{3,}|_{3,}|[ \t][-\u2013\u2014]{1,3}(?=[ \t])|[\u2192\u21d2]"
    r"|(?<=\S)\](?=[ \t])"
)
_BEFORE = re.compile(r"[\n\t|;,:={}\[\]<>*\u2022?&\"]+|  +|(?<=[.!]) ")
_NOTE = re.compile(r"\([^()\n]{0,60}\)[ \t]*\Z")
_BEHIND = re.compile(
    r"[\n\t|;<>]|&(?:amp;)?(?=[\w.%\[\]-]{1,60}=|\Z)|  +"
    r"|,(?=\s*[\"'A-Za-z][\w '.-]{0,40}[\"']?\s*[:=])|[\"']?[}\]]"
)
_OPENING = re.compile(r"[\s*:=.\"'`{(\[]*")
# a label on a line of its own, and the line below it
_ABOVE = re.compile(
    r"^(?=([ \t>*#_-]{0,8}([^\W\d_][^\n.:;,!?&|=>\u2192\u2013\u2014]{1,50})\??[ \t*_]*\n"
    r"[ \t*_:]*([^\s:][^\n]*)))",
    re.MULTILINE,
)
_MOST_WORDS = 4
_NEXT_LINE = re.compile(r"[ \t*]*\n[ \t]*")
_BAR, _TAB, _AND = re.compile(r"\|"), re.compile(r"\t"), re.compile(r"(?<!\\)&")
_END_OF_ROW = re.compile(r"(?:\\\\|\s\\[a-z]+rule|\s\\hline|\s\\cline)[^&\n]*\Z")
_MACRO = re.compile(r"(?:\\[a-z]+\{)+([^{}]*)\}+")  # \textbf{SSN}
_GAP = re.compile(r" {2,}|\t+ *")
_RULE = re.compile(r"[\s|+=:─-]*\Z|\s*\\[a-z]+(?:[({\[][^\n]*)?\Z")
_VALUE_MARK = re.compile(r"[@=\[\]]|[.,]\Z")
_LINE = re.compile(r"[^\n]*")
_COLUMNED = re.compile(r"^.*?\S(?: {2,}|\t|[ \t]?\||[ \t]?&).*$", re.MULTILINE)
_INTO = re.compile(
    r"\b(?:(?:insert|replace)\s+(?:\w+\s+)?into|copy)\s+[\w.\"`\[\]]{1,200}\s*+\(([^()]{1,8000})\)"
    r"\s*+(?:(?:output|overriding)\s[^()]{0,200})?(values?\b|from\s+stdin[^\n]*\n)",
    re.IGNORECASE,
)
_BARE_INTO = re.compile(
    r"\b(?:insert|replace)\s+(?:\w+\s+)?into\s+([\w.\"`\[\]]{1,200})\s+values?\b", re.IGNORECASE
)
_CREATE = re.compile(
    r"\bcreate\s+(?:\w+\s+){0,3}table\s+(?:if\s+not\s+exists\s+)?([\w.\"`\[\]]{1,200})\s*+\(",
    re.IGNORECASE,
)
_SQL_NAME = re.compile(
    r"\s*+(?:--[^\n]*+\s*+)*+"
    r"(?:([(),])|'(?:[^']|'')*+'|[`\"\[][^`\"\]\n]*+[`\"\]]|[^\s(),;'\"`\[]++)"
)
_QUOTES = " \t\r\n\"`[]'"
_SQL = re.compile(
    r"\s*+(?:([(),])|N?'((?:[^'\\]|''|\\.)*+)'|\"((?:[^\"\\]|\\.)*+)\"|([^\s(),;'\"]++))"
)
# a string in a program and the name before it: `author: "Jane Doe"`, `patient = 'Jane Doe'`
_STRING = re.compile(
    r"(?<![\w$])(?P<name>[A-Za-z_$][\w$-]{1,60})[\"']?\s{0,4}(?:[:=]|=>)\s{0,4}(?P<quote>[\"'`])"
    r"(?P<value>[^\"'`\n<>{}]{2,120})(?P=quote)"
    r"|(?<=[>\"'`])\s*(?P<label>[A-Z][\w -]{1,40}):\s+"
    r"(?P<shown>[A-Z][^\"'`\n<>{}]{2,120})(?=[<\"'`])"
    r"|@(?P<mark>author)\s+(?P<written>[A-Z][^\W\d_]+(?:[ .'-]{1,2}[A-Z][^\W\d_]*){1,3})"
)
_LONGEST_LABEL, _LONGEST_VALUE = 80, 200
_MOST_CELLS = 200
_TABLE_ROWS = 30  # in a row: the table may be longer than the part of a file that is read at a time

Cell = tuple[int, int]
Knows = Callable[[str], bool]


class Labelled(NamedTuple):
    """A stretch of a text and its label."""

    start: int
    end: int
    label: str


def labelled(text: str, knows: Knows, created: str = "") -> Iterator[Labelled]:
    """Yield the values in a text beside or below a label that ``knows`` accepts.

    ``created``: the statements that create the SQL tables whose rows are in the text.
    """
    if not _HINT.search(text):
        return
    yield from _values_in_lines(text, knows)
    yield from _values_below_labels(text, knows)
    if "\n" in text or "\t" in text or "  " in text:
        yield from _values_in_tables(text, knows)
    yield from _values_of_sql(text, knows)
    if bare_rows(text):
        tables = {**_created_tables(created), **_created_tables(text)}
        for into in _BARE_INTO.finditer(text):
            names = tables.get(_table_name(into[1]), ())
            if any(map(knows, names)):
                yield from _values_of_rows(text, into.end(), names)


def has_titles(text: str) -> bool:
    """Return True if a text has table rows whose column titles may be far above them."""
    if _CREATE.search(text) or _INTO.search(text) or _BARE_INTO.search(text):
        return True
    rows = 0
    for line in text.splitlines():
        rows = rows + 1 if _COLUMNED.match(line) else 0
        if rows == _TABLE_ROWS:
            return True
    return False


def labelled_strings(text: str) -> Iterator[Labelled]:
    """Yield the strings of a program with the names of their variables or keys."""
    for found in _STRING.finditer(text):
        for label, value in (("name", "value"), ("label", "shown"), ("mark", "written")):
            if found[label]:
                yield Labelled(*_stripped(text, *found.span(value)), found[label])


def bare_rows(text: str) -> set[str]:
    """Return the names of the tables into which a text inserts rows without column names."""
    return {_table_name(into[1]) for into in _BARE_INTO.finditer(text)}


def created_at(text: str) -> dict[str, list[Cell]]:
    """Return, by name of a table, the places of the statements that create it."""
    found: dict[str, list[Cell]] = {}
    for table, place, _ in _creations(text):
        found.setdefault(table, []).append(place)
    return found


@lru_cache(maxsize=32)  # many rows follow one statement
def _created_tables(text: str) -> Mapping[str, list[str]]:
    """Return the column names of each ``CREATE TABLE`` of a text, by table name."""
    return {table: names for table, _, names in _creations(text)}


def _creations(text: str) -> Iterator[tuple[str, Cell, list[str]]]:
    """Yield name, place and column names of each table that a text creates."""
    at = 0
    while (create := _CREATE.search(text, at)) is not None:
        names: list[str] = []
        at = create.end()
        is_first, depth = True, 1
        while depth and (part := _SQL_NAME.match(text, at)) is not None:
            at = part.end()
            sign = part[1]
            depth += (sign == "(") - (sign == ")")
            if sign == "," and depth == 1:
                is_first = True
            elif is_first and not sign:
                names.append(part[0].rpartition("\n")[2].strip(_QUOTES))
                is_first = False
        yield _table_name(create[1]), (create.start(), at), names


def _table_name(written: str) -> str:
    return written.rpartition(".")[2].strip(_QUOTES).lower()


def _values_in_lines(text: str, knows: Knows) -> Iterator[Labelled]:
    """Yield the values of lines such as ``SSN: 536-22-8714`` and ``ssn = "536228714"``."""
    found = [
        (*label, sign.end())
        for sign in _SIGN.finditer(text)
        if (label := _label_before(text, sign.start())) and knows(text[slice(*label)])
    ]
    for at, (first, last, behind) in enumerate(found):
        following = found[at + 1][0] if at + 1 < len(found) else len(text)
        start, end = _value(text, behind, following)
        if end > start:
            yield Labelled(start, end, text[first:last])


def _values_below_labels(text: str, knows: Knows) -> Iterator[Labelled]:
    """Yield the lines below a line that consists of a label."""
    for pair in _ABOVE.finditer(text):
        label = pair[2].strip()
        is_pair = not _SIGN.search(pair[2]) and not _SIGN.search(pair[3])
        is_short = len(label.split()) <= _MOST_WORDS and len(pair[3]) <= _LONGEST_VALUE
        if is_pair and is_short and knows(label):
            yield Labelled(*_stripped(text, *pair.span(3)), label)


def _label_before(text: str, end: int) -> Cell | None:
    """Return the place of the label that ends at this offset; None without a label."""
    begin = max(0, end - _LONGEST_LABEL)
    begin = max(begin, text.rfind("\n", begin, end) + 1)
    if (note := _NOTE.search(text, begin, end)) is not None:
        end = note.start()
    while end > begin and text[end - 1] in " \t*\"'`_])":
        end -= 1
    for between in _BEFORE.finditer(text, begin, end):
        begin = between.end()
    while begin < end and not text[begin].isalpha():
        begin += 1
    return (begin, end) if end > begin + 1 else None


def _value(text: str, start: int, following: int) -> Cell:
    """Return the place of the value after a sign such as a colon.

    The value is on the same line or alone on the next line.
    """
    if (line := _NEXT_LINE.match(text, start)) is not None:
        start = line.end()
    following = max(following, start)
    start = _OPENING.match(text, start, following).end()  # type: ignore[union-attr]
    limit = min(following, start + _LONGEST_VALUE)
    behind = _BEHIND.search(text, start, limit)
    end = behind.start() if behind is not None else limit
    while end > start and text[end - 1] in " \t\r*\"'`,":
        end -= 1
    return start, end


def _values_in_tables(text: str, knows: Knows) -> Iterator[Labelled]:
    """Yield the cells of aligned tables with their column titles, and values of aligned forms."""
    at = 0
    while (line := _COLUMNED.search(text, at)) is not None:
        at = line.end() + 1
        titles = _cells(text, *line.span())
        if not _are_titles(text, titles, knows):
            yield from _values_in_pairs(text, titles, knows)
            continue
        for row in _rows(text, at):
            at = row[1] + 1
            cells = _cells(text, *row)
            yield from _values_in_pairs(text, cells, knows)
            yield from _values_by_column(text, titles, cells)


def _values_in_pairs(text: str, cells: Sequence[Cell], knows: Knows) -> Iterator[Labelled]:
    """Yield the values of a line of labels and values, which may begin with a line number."""
    if len(cells) in (3, 5) and text[slice(*cells[0])].isdecimal():
        cells = cells[1:]
    if len(cells) in (2, 4):
        for label, value in zip(cells[::2], cells[1::2], strict=True):
            if label[1] - label[0] <= _LONGEST_LABEL and knows(text[slice(*label)]):
                yield Labelled(*value, text[slice(*label)])


def _are_titles(text: str, cells: Sequence[Cell], knows: Knows) -> bool:
    """Return True for the titles of a table, False for a label before its value."""
    names = [text[slice(*cell)] for cell in cells]
    known = [at for at, name in enumerate(names) if knows(name)]
    others = [name for at, name in enumerate(names) if at not in known]
    return (
        2 <= len(names) <= _MOST_CELLS
        and known not in ([], [0] if len(names) == 2 else [])
        and all(len(name) <= _LONGEST_LABEL for name in names)
        and not any(name[:1].isdigit() or _VALUE_MARK.search(name) for name in others)
    )


def _rows(text: str, at: int) -> Iterator[Cell]:
    """Yield the lines of a table from an offset up to an empty line, without its rules."""
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None or not line[0].strip():
            return
        if not _RULE.match(line[0]):
            yield line.span()
        at = line.end() + 1


def _cells(text: str, start: int, end: int) -> list[Cell]:
    """Return the places of the cells in a line, between bars, tabs, ampersands or wide blanks."""
    last = _END_OF_ROW.search(text, start, end) if text.find("&", start, end) >= 0 else None
    end = last.start() if last is not None else end
    is_latex = last is not None
    bars = not is_latex and "|" in text[start:end]
    between = _BAR if bars else _AND if is_latex else _TAB if "\t" in text[start:end] else _GAP
    cells: list[Cell] = []
    for gap in (*between.finditer(text, start, end), None):
        cell = _stripped(text, start, gap.start() if gap is not None else end)
        if is_latex and (macro := _MACRO.fullmatch(text, *cell)) is not None:
            cell = _stripped(text, *macro.span(1))
        cells.append(cell)
        start = gap.end() if gap is not None else end
    if between is _GAP or bars:
        while cells and cells[0][0] == cells[0][1]:
            del cells[0]
        while cells and cells[-1][0] == cells[-1][1]:
            del cells[-1]
    return cells


def _stripped(text: str, start: int, end: int) -> Cell:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _values_by_column(
    text: str, titles: Sequence[Cell], cells: Sequence[Cell]
) -> Iterator[Labelled]:
    """Yield the cells of a row with their titles, by number if the counts fit, else by position."""
    if len(cells) == len(titles):
        pairs: Iterable[tuple[Cell, Cell]] = zip(titles, cells, strict=True)
    elif len(cells) == len(titles) + 1:  # the first column has row numbers and no title
        pairs = zip(titles, cells[1:], strict=True)
    else:
        down = _line_start(text, cells[0][0]) - _line_start(text, titles[0][0]) if cells else 0
        pairs = [
            (_nearest(titles, (start - down, end - down)), (start, end)) for start, end in cells
        ]
    for title, cell in pairs:
        if cell[1] > cell[0]:
            yield Labelled(*cell, text[slice(*title)])


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _nearest(titles: Sequence[Cell], cell: Cell) -> Cell:
    """Return the title that shares most columns with a cell, or is nearest to it."""
    return max(titles, key=lambda title: min(title[1], cell[1]) - max(title[0], cell[0]))


def _values_of_sql(text: str, knows: Knows) -> Iterator[Labelled]:
    """Yield the values of ``INSERT`` and ``COPY`` statements with their column names."""
    for into in _INTO.finditer(text):
        names = [name.strip(_QUOTES) for name in into[1].split(",")]
        if not any(map(knows, names)):
            continue
        if into[2].lower().startswith("value"):
            yield from _values_of_rows(text, into.end(), names)
        else:
            for row in _rows(text, into.end()):
                if text.startswith("\\.", row[0]) or _INTO.match(text, row[0], row[1] + 1):
                    break
                cells = _cells(text, *row)
                yield from (Labelled(*cell, name) for name, cell in zip(names, cells, strict=False))


def _values_of_rows(text: str, at: int, names: Sequence[str]) -> Iterator[Labelled]:
    """Yield the values of rows in parentheses, with their column names."""
    depth = column = 0
    while (part := _SQL.match(text, at)) is not None:
        at = part.end()
        sign = part[1]
        if sign == "(":
            depth += 1
            column = column if depth > 1 else 0
        elif sign == ")":
            depth -= 1
        elif sign == ",":
            column += depth == 1
        elif depth == 0 or part[0].strip().lower() == "insert":
            return
        elif depth == 1 and column < len(names):
            yield Labelled(*part.span(part.lastindex or 0), names[column])
