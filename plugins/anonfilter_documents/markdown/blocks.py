"""The blocks of Markdown, line by line: what is text, what is code, rows of tables, definitions.

What is not surely code is text, so that nothing is hidden that a page would show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import groupby
from typing import NamedTuple

from anonfilter_documents.markdown.prose import is_prose

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
_DEEPEST = 20  # signs of items in front of one line; what follows is text
_POINTS = re.compile(r"[/.:#<@?=]")
_CELL = re.compile(r"(?:[^|\\\r\n]++|\\.|\\)*+")


class Kind(Enum):
    """What a block is. A ``TABLE`` begins with cells of titles, and goes on until its ``END``; the
    stretches of a ``REFERENCE`` are label, target and title; ``PLAIN`` is text in which no sign is
    markup."""

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
    kind: Kind
    stretches: Sequence[Stretch]


def front_matter(text: str) -> re.Match[str] | None:
    """The settings that a file begins with, which are its second group."""
    return _FRONT.match(text)


class Blocks:
    """Divides a text; ``within`` says whether a line that was given last is part of code."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines: list[Stretch] = []  # of a paragraph
        self._code: list[Stretch] = []
        self._in_table = False
        self._fence = ""
        self._indented = self._depth = 0  # of the fence, or of the paragraph
        self._listed = False  # text that is indented may belong to an item
        self._blank = True
        self._scripted = -1
        self._unclosed = set[str]()

    @property
    def within(self) -> bool:
        return bool(self._fence)

    def all(self) -> Iterator[Block]:
        """All blocks, in the order of the text."""
        at = 0
        if front := front_matter(self._text):
            yield Block(Kind.FRONT, [front.span(2)])
            at = front.end()
        for line in LINE.finditer(self._text, at):
            yield from self.line(*line.span())
        yield from self._flush()

    def line(self, start: int, end: int) -> Iterator[Block]:
        """Take one line; yields the blocks that it ends."""
        if start < self._scripted:
            return
        start, depth = self._unquoted(start, end)
        first = _BLANKS.match(self._text, start, end).end()  # type: ignore[union-attr]
        line = self._text[first:end]
        indented = len(self._text[start:first].expandtabs(4))
        if self._fence:
            if not self._ends_fence(line, indented, depth):
                self._code.append((start, end))
                return
            yield from self._flush()
            if self._closes(line):
                self._fence = ""
                return
            self._fence = ""
        if not line.strip():
            yield from self._flush()
            self._blank = True
            return
        if self._blank and not indented:
            self._listed = False
        if depth > self._depth:
            yield from self._flush()
        self._depth = depth
        yield from self._content(first, end, start, indented)
        self._blank = False

    def _unquoted(self, start: int, end: int) -> tuple[int, int]:
        """Where a line begins behind the signs of quotes, and how many there are."""
        depth = 0
        if self._listed and not self._fence:
            start = self._behind_blanks(start, end, ">")
        while (self._depth > depth or not self._fence) and (
            sign := _QUOTE.match(self._text, start, end)
        ):
            start, depth = sign.end(), depth + 1
        return start, depth

    def _behind_blanks(self, start: int, end: int, sign: str) -> int:
        blanks = _BLANKS.match(self._text, start, end)
        return blanks.end() if blanks and self._text.startswith(sign, blanks.end()) else start

    def _ends_fence(self, line: str, indented: int, depth: int) -> bool:
        left = bool(line.strip()) and self._listed and self._indented > indented == 0
        return depth < self._depth or left or self._closes(line)

    def _closes(self, line: str) -> bool:
        line = line.rstrip()
        return line.startswith(self._fence) and not line.strip(self._fence[0])

    def _content(self, first: int, end: int, start: int, indented: int) -> Iterator[Block]:
        """Take what stands in a line behind quotes and blanks."""
        if indented >= 4 and not (self._listed or self._lines):
            self._code.append((start, end))
            return
        if self._code:
            yield from self._flush()
        number = None  # of an item, or a year: it is part of the text
        for _ in range(_DEEPEST):
            sign = self._item(first, end)
            if sign is None:
                break
            yield from self._flush()
            self._listed = True
            number = first if sign.lastindex else None
            first += sign.end()
        line = self._text[first:end]
        if (fence := _FENCE.match(line)) and (indented < 4 or self._listed):
            yield from self._flush()
            self._fence, self._indented = fence[1] or fence[2], indented
            self._code.append((first + len(self._fence), end))
        elif (heading := _HEADING.match(line)) is not None:
            yield from self._flush()
            self._lines.append((first + heading.end(), end))
            yield from self._flush()
        elif _RULE.match(line) or _UNDERLINE.match(line):
            yield from self._flush()
        elif (script := _SCRIPT.match(line)) and (upto := self._script(script[1], first)):
            yield from self._flush()
            yield Block(Kind.CODE, [(first, upto)])
            self._scripted = upto
        else:
            yield from self._text_line(line, first if number is None else number, end)

    def _item(self, first: int, end: int) -> re.Match[str] | None:
        """The sign of an item of a list, or of a quote in it."""
        line = self._text[first:end]
        sign = _ITEM.match(line) or (_QUOTE.match(line) if self._listed else None)
        if sign is None or _RULE.match(line):
            return None
        return (
            None if sign.lastindex and self._lines and sign[1] != "1" and not self._listed else sign
        )

    def _script(self, name: str, first: int) -> int:
        """Where a script ends; 0 if it does not."""
        if name in self._unclosed:
            return 0
        end = re.compile(rf"(?i)</{name}\s*>").search(self._text, first)
        if end is None:
            self._unclosed.add(name)
        return end.end() if end is not None else 0

    def _text_line(self, line: str, first: int, end: int) -> Iterator[Block]:
        if _LEADS.match(line):
            yield from self._flush()
            self._listed = True
        if self._in_table:
            yield Block(Kind.ROW, [(first, first)])
            yield from (Block(Kind.CELL, [cell]) for cell in self._cells(first, end))
        elif len(self._lines) == 1 and "|" in line and _DELIMITERS.match(line):
            titles = self._cells(*self._lines.pop())
            yield Block(Kind.TABLE, [(first, first)])
            yield from (Block(Kind.TITLE, [one]) for one in titles)
            self._in_table = True
        elif not self._lines and (reference := _REFERENCE.match(line)) and _points(reference):
            groups = (1, 2 if reference[2] is not None else 3, reference.lastindex or 3)
            spans = [reference.span(group) for group in dict.fromkeys(groups)]
            yield Block(Kind.REFERENCE, [(first + low, first + high) for low, high in spans])
        else:
            self._lines.append((first, end))

    def _cells(self, first: int, end: int) -> list[Stretch]:
        text = self._text
        if text.startswith("|", first):
            first += 1
        cells: list[Stretch] = []
        while first < end and (cell := _CELL.match(text, first, end)):
            cells.append(cell.span())
            first = cell.end() + 1 if text[cell.end() : cell.end() + 1] == "|" else end
        return cells

    def _flush(self) -> Iterator[Block]:
        """End the block that is open."""
        if self._lines:
            yield Block(Kind.TEXT, self._lines)
        if self._code:
            yield from divided(self._text, self._code)
        if self._in_table:
            yield Block(Kind.END, [(0, 0)])
        self._lines, self._code, self._in_table = [], [], False


def divided(text: str, lines: Sequence[Stretch]) -> Iterator[Block]:
    """Code, without those lines and comments of it that are sentences."""
    parts = (part for line in lines for part in _parted(text, *line))
    for prose, own in groupby(parts, lambda part: is_prose(text[slice(*part)])):
        yield Block(Kind.PLAIN if prose else Kind.CODE, list(own))


def _parted(text: str, start: int, end: int) -> Iterator[Stretch]:
    """A line of code, and the comment behind it."""
    comment = _COMMENT.search(text, start, end)
    at = comment.end() if comment is not None else start
    yield from ((first, last) for first, last in ((start, at), (at, end)) if last > first)


def _points(reference: re.Match[str]) -> bool:
    """Whether the target of a definition is an address: else it is a note in brackets."""
    return _POINTS.search(reference[0], reference.end(1) + 2) is not None
