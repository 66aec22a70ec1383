"""Divide Markdown into blocks, line by line: text, code, tables and definitions.

A line is text unless it is certainly code, so that all text that a page shows is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import groupby
from typing import NamedTuple

from anonfilter_documents.markdown.prose_in_code import is_prose

Stretch = tuple[int, int]

LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n)|[^\r\n]++")
_FRONT = re.compile(
    r"(---|\+\+\+)[ \t]*+\r?\n(?=[\w\"'.-]+[ \t]*+[:=]|#)"
    r"((?:(?!\1|\.\.\.)[^\n]*+\n){0,500}?)(?:\1|\.\.\.)[ \t]*+$",
    re.MULTILINE,
)
_SCRIPT = re.compile(r"<(script|style)\b", re.IGNORECASE)
_QUOTE = re.compile(r" {0,3}> ?")
_BLANKS = re.compile(r"[ \t]*+")
_RULE = re.compile(r"([-*_])(?:[ \t]*+\1){2,}+[ \t\r\n]*+\Z")
_HEADING = re.compile(r"#{1,6}(?=[ \t\r\n]|\Z)[ \t]*+")
_UNDERLINE = re.compile(r"(?:=++|-++)[ \t\r\n]*+\Z")
_FENCE = re.compile(r"(`{3,}+)[^`\r\n]*+[\r\n]*+\Z|(~{3,}+)")
_ITEM = re.compile(r"(?:[-*+]|([0-9]{1,9})[.)])(?:[ \t]++(?:\[[ xX]\][ \t]++)?|(?=[\r\n]|\Z))")
_LEADS = re.compile(r"\[\^[^\]\s]++\]:|(?:!!!|\?\?\?\+?|===|:)(?=[ \t])")
_DELIMITERS = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t\r\n]*+\Z")
_REFERENCE = re.compile(
    r"\[([^\[\]^][^\[\]]{0,998}+)\]:[ \t]*+(?:<([^<>\r\n]*+)>|([^\s<>]*+))"
    r"(?:[ \t]++(?:\"([^\"\r\n]*+)\"|'([^'\r\n]*+)'|\(([^()\r\n]*+)\)))?+[ \t\r\n]*+\Z"
)
_COMMENT = re.compile(r"(?<=\S)[ \t]++(?=(?:#|//|--|;|%)[ \t])")
_DEEPEST = 20  # signs of items before one line; further signs are text
_POINTS = re.compile(r"[/.:#<@?=]")
_CELL = re.compile(r"(?:[^|\\\r\n]++|\\.|\\)*+")


class Kind(Enum):
    """The kind of a block.

    A ``TABLE`` is followed by the cells of its titles, and ends with ``END``. The stretches of a
    ``REFERENCE`` are its label, target and title. ``PLAIN`` is text without markup.
    """

    TEXT = auto()
    PLAIN = auto()
    CODE = auto()
    TABLE = auto()
    TITLE = auto()
    ROW = auto()
    CELL = auto()
    END = auto()
    FRONT = auto()
    REFERENCE = auto()


class Block(NamedTuple):
    """A block with the stretches of its lines."""

    kind: Kind
    stretches: Sequence[Stretch]


class Blocks:
    """A reader of the blocks of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines: list[Stretch] = []  # lines of the open paragraph
        self._code: list[Stretch] = []
        self._in_table = False
        self._fence = ""
        self._indent = self._depth = 0  # of the fence, or of the paragraph
        self._in_list = False  # indented text may belong to an item
        self._blank = True
        self._script_end = -1
        self._unclosed = set[str]()

    @property
    def in_code(self) -> bool:
        """True if the line that was read last is part of fenced code."""
        return bool(self._fence)

    def read(self) -> Iterator[Block]:
        """Yield all blocks in the order of the text."""
        at = 0
        if front := _FRONT.match(self._text):
            yield Block(Kind.FRONT, [front.span(2)])
            at = front.end()
        for line in LINE.finditer(self._text, at):
            yield from self.read_line(*line.span())
        yield from self._end_block()

    def read_line(self, start: int, end: int) -> Iterator[Block]:
        """Read one line, and yield the blocks that it ends."""
        if start < self._script_end:
            return
        start, depth = self._skip_quote_signs(start, end)
        first = _BLANKS.match(self._text, start, end).end()  # type: ignore[union-attr]
        line = self._text[first:end]
        indent = len(self._text[start:first].expandtabs(4))
        if self._fence:
            if not self._ends_fence(line, indent, depth):
                self._code.append((start, end))
                return
            yield from self._end_block()
            is_fence = self._is_closing_fence(line)
            self._fence = ""
            if is_fence:
                return
        if not line.strip():
            yield from self._end_block()
            self._blank = True
            return
        if self._blank and not indent:
            self._in_list = False
        if depth > self._depth:
            yield from self._end_block()
        self._depth = depth
        yield from self._read_content(first, end, start, indent)
        self._blank = False

    def _skip_quote_signs(self, start: int, end: int) -> tuple[int, int]:
        """Return the offset after the signs of quotes in a line, and the number of signs."""
        depth = 0
        if self._in_list and not self._fence:
            blanks = _BLANKS.match(self._text, start, end)
            if blanks and self._text.startswith(">", blanks.end()):
                start = blanks.end()
        while (self._depth > depth or not self._fence) and (
            sign := _QUOTE.match(self._text, start, end)
        ):
            start, depth = sign.end(), depth + 1
        return start, depth

    def _ends_fence(self, line: str, indent: int, depth: int) -> bool:
        ends_item = bool(line.strip()) and self._in_list and self._indent > indent == 0
        return depth < self._depth or ends_item or self._is_closing_fence(line)

    def _is_closing_fence(self, line: str) -> bool:
        line = line.rstrip()
        return line.startswith(self._fence) and not line.strip(self._fence[0])

    def _read_content(self, first: int, end: int, start: int, indent: int) -> Iterator[Block]:
        """Read the rest of a line after quote signs and spaces."""
        if indent >= 4 and not (self._in_list or self._lines):
            self._code.append((start, end))
            return
        if self._code:
            yield from self._end_block()
        number = None  # the number of an item could be a year, so it is part of the text
        for _ in range(_DEEPEST):
            sign = self._match_item(first, end)
            if sign is None:
                break
            yield from self._end_block()
            self._in_list = True
            number = first if sign.lastindex else None
            first += sign.end()
        line = self._text[first:end]
        if (fence := _FENCE.match(line)) and (indent < 4 or self._in_list):
            yield from self._end_block()
            self._fence, self._indent = fence[1] or fence[2], indent
            self._code.append((first + len(self._fence), end))
        elif (heading := _HEADING.match(line)) is not None:
            yield from self._end_block()
            self._lines.append((first + heading.end(), end))
            yield from self._end_block()
        elif _RULE.match(line) or _UNDERLINE.match(line):
            yield from self._end_block()
        elif (script := _SCRIPT.match(line)) and (upto := self._find_script_end(script[1], first)):
            yield from self._end_block()
            yield Block(Kind.CODE, [(first, upto)])
            self._script_end = upto
        else:
            yield from self._read_text(line, first if number is None else number, end)

    def _match_item(self, first: int, end: int) -> re.Match[str] | None:
        """Match the sign of an item of a list, or of a quote in an item."""
        line = self._text[first:end]
        sign = _ITEM.match(line) or (_QUOTE.match(line) if self._in_list else None)
        if sign is None or _RULE.match(line):
            return None
        # Within a paragraph, only the number 1 begins a list.
        is_text = sign.lastindex and self._lines and sign[1] != "1" and not self._in_list
        return None if is_text else sign

    def _find_script_end(self, name: str, first: int) -> int:
        """Return the end of a script; return 0 if there is no end tag."""
        if name in self._unclosed:
            return 0
        end = re.compile(rf"(?i)</{name}\s*>").search(self._text, first)
        if end is None:
            self._unclosed.add(name)
        return end.end() if end is not None else 0

    def _read_text(self, line: str, first: int, end: int) -> Iterator[Block]:
        if _LEADS.match(line):
            yield from self._end_block()
            self._in_list = True
        if self._in_table:
            yield Block(Kind.ROW, [(first, first)])
            yield from (Block(Kind.CELL, [cell]) for cell in self._split_cells(first, end))
        elif len(self._lines) == 1 and "|" in line and _DELIMITERS.match(line):
            titles = self._split_cells(*self._lines.pop())
            yield Block(Kind.TABLE, [(first, first)])
            yield from (Block(Kind.TITLE, [title]) for title in titles)
            self._in_table = True
        elif not self._lines and (reference := _REFERENCE.match(line)) and _has_address(reference):
            groups = (1, 2 if reference[2] is not None else 3, reference.lastindex or 3)
            spans = [reference.span(group) for group in dict.fromkeys(groups)]
            yield Block(Kind.REFERENCE, [(first + low, first + high) for low, high in spans])
        else:
            self._lines.append((first, end))

    def _split_cells(self, first: int, end: int) -> list[Stretch]:
        text = self._text
        if text.startswith("|", first):
            first += 1
        cells: list[Stretch] = []
        while first < end and (cell := _CELL.match(text, first, end)):
            cells.append(cell.span())
            first = cell.end() + 1 if text[cell.end() : cell.end() + 1] == "|" else end
        return cells

    def _end_block(self) -> Iterator[Block]:
        """End the open block."""
        if self._lines:
            yield Block(Kind.TEXT, self._lines)
        if self._code:
            yield from _split_prose(self._text, self._code)
        if self._in_table:
            yield Block(Kind.END, [(0, 0)])
        self._lines, self._code, self._in_table = [], [], False


def _split_prose(text: str, lines: Sequence[Stretch]) -> Iterator[Block]:
    """Divide code into code, and lines and comments that are sentences."""
    parts = (part for line in lines for part in _split_comment(text, *line))
    for prose, stretches in groupby(parts, lambda part: is_prose(text[slice(*part)])):
        yield Block(Kind.PLAIN if prose else Kind.CODE, list(stretches))


def _split_comment(text: str, start: int, end: int) -> Iterator[Stretch]:
    """Yield a line of code, and the comment after it."""
    comment = _COMMENT.search(text, start, end)
    at = comment.end() if comment is not None else start
    yield from ((first, last) for first, last in ((start, at), (at, end)) if last > first)


def _has_address(reference: re.Match[str]) -> bool:
    """Return True if the target of a definition is an address, and not a note in brackets."""
    return _POINTS.search(reference[0], reference.end(1) + 2) is not None
