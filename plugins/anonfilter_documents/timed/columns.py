"""Lines of columns with blanks between them, as the tools of NIST have them.

The name of the recording, the channel, the speaker and the times stand in the first columns.
Empty lines and those that begin with ``;;`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from anonfilter.contract.document import Source
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.captions.cues import Line, lines, one_line
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.fields import GAP
from anonfilter_documents.shared.places import broken
from anonfilter_documents.shared.said import DECIMAL, is_said
from anonfilter_documents.shared.schema_names import is_schema_name

NULL = "@"  # what stands for no word
_COLUMN = re.compile(r"\S+")
_TIME = re.compile(DECIMAL)


@hide_values
class Column(NamedTuple):
    """A column of a line, and where it stands."""

    text: str
    start: int
    end: int

    @property
    def stands(self) -> list[Piece]:
        return [Piece(0, self.end - self.start, self.start, self.end)]


class Reading:
    """Takes what all such files have into a document."""

    def __init__(self, source: Source, what: str, layout: str) -> None:
        self.builder = DocumentBuilder(source)
        self._source = source
        self._what = what
        self._layout = layout
        self._plain: dict[str, bool] = {}

    def records(self, columns: int) -> Iterator[tuple[Line, list[Column]]]:
        """The lines that are no comments, with at most so many columns; comments are taken."""
        text = self._source.text
        for line in lines(text):
            if text.startswith(";;", line.start):
                self.builder.untimed()
                self.take(line.start + 2, line.end)
                continue
            found: list[Column] = []
            for match in _COLUMN.finditer(text, *line):
                found.append(Column(match[0], *match.span()))
                if len(found) == columns:
                    break
            if found:
                yield line, found

    def time(self, column: Column) -> float:
        if not _TIME.fullmatch(column.text):
            raise self.broken(column.start, "this is no time in seconds")
        return float(column.text)

    def require(self, line: Line, columns: list[Column], least: int) -> None:
        if len(columns) < least:
            raise self.broken(line.start, f"this line has fewer than {least} columns")

    def label(self, column: Column, role: str = "text") -> None:
        """Take the name of a recording, a channel or a speaker, unless any program gives it."""
        plain = self._plain.get(column.text)
        if plain is None:
            plain = self._plain[column.text] = is_schema_name(column.text)
        if not plain:
            self.take(column.start, column.end, role)

    def take(self, start: int, end: int, role: str = "text") -> None:
        if is_said(self._source.text[start:end]):
            begin = self.builder.at
            self.builder.take(start, end)
            encode = one_line if role == "speech" else one_word
            self.builder.field(begin, self.builder.at, role, encode, blank_lines=False)
            self.builder.gap(GAP)

    def broken(self, position: int, message: str) -> Exception:
        return broken(
            self._source, position, f"is no {self._what}: {message}",
            f"A line is {self._layout}.",
        )  # fmt: skip


def one_word(value: str) -> str:
    """A value that is one column."""
    return "_".join(value.split()) or NULL
