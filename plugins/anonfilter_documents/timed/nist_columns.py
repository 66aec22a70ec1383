"""Read lines of columns separated by spaces, as in the formats of NIST's tools.

The first columns hold the name of the recording, the channel, the speaker and the times. Lines that
begin with ``;;`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import Source
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.captions.cues import Line, split_lines, to_one_line
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.decoded_text import whole_piece
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.timed_words import DECIMAL, has_letters_or_digits

NULL = "@"  # the word of a line without a word
_COLUMN = re.compile(r"\S+")
_TIME = re.compile(DECIMAL)


@hide_values
class Column(NamedTuple):
    """A column of a line, with its offsets."""

    text: str
    start: int
    end: int

    @property
    def pieces(self) -> list[Piece]:
        return whole_piece(self.start, self.end)


class ColumnReader:
    """A reader that makes fields of the parts that all NIST column files have."""

    def __init__(self, source: Source, what: str, layout: str) -> None:
        self.builder = DocumentBuilder(source)
        self._source = source
        self._what = what
        self._layout = layout
        self._schema_names: dict[str, bool] = {}

    def read_lines(self, columns: int) -> Iterator[tuple[Line, list[Column]]]:
        """Yield each line with its first columns, at most ``columns`` of them.

        Comments are not yielded: they become fields.
        """
        text = self._source.text
        for line in split_lines(text):
            if text.startswith(";;", line.start):
                self.builder.set_time(None)
                self.add_field(line.start + 2, line.end)
                continue
            found: list[Column] = []
            for match in _COLUMN.finditer(text, *line):
                found.append(Column(match[0], *match.span()))
                if len(found) == columns:
                    break
            if found:
                yield line, found

    def read_time(self, column: Column) -> float:
        if not _TIME.fullmatch(column.text):
            raise self.incomplete_at(column.start, "a time in seconds is expected")
        return float(column.text)

    def require_columns(self, line: Line, columns: list[Column], least: int) -> None:
        if len(columns) < least:
            raise self.incomplete_at(line.start, f"this line has fewer than {least} columns")

    def add_label(self, column: Column, role: str = "text") -> None:
        """Make a field of the name of a recording, channel or speaker, unless tools invented it."""
        is_default = self._schema_names.get(column.text)
        if is_default is None:
            is_default = self._schema_names[column.text] = is_schema_name(column.text)
        if not is_default:
            self.add_field(column.start, column.end, role)

    def add_field(self, start: int, end: int, role: str = "text") -> None:
        if has_letters_or_digits(self._source.text[start:end]):
            encode = to_one_line if role == "speech" else to_one_word
            self.builder.add_stretch_field(start, end, role, encode, blank_lines=False)

    def incomplete_at(self, position: int, message: str) -> Exception:
        hint = f"The columns of a line are {self._layout}."
        return incomplete_at(self._source, position, f"is not a {self._what}: {message}", hint)


def to_one_word(value: str) -> str:
    """Return the value as one word, with underscores for blanks."""
    return "_".join(value.split()) or NULL
