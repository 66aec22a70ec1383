"""Read the rows of a shard as text for the engine, and write the filtered text as a shard."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from anonfilter.containers.encodings import bom_of
from anonfilter.files.paths import suffix_of
from anonfilter.text.lines import line_starts

PARQUET = ".parquet"
LINES = (".jsonl", ".ndjson")
BROKEN = "this is not JSON"
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")

Failures = dict[int, str]
"""The reason why a row is not in the output, by the number of the row from zero."""


class Rows(Protocol):
    """The rows of a shard. The engine reads their text as a file called ``name``."""

    name: str

    def __len__(self) -> int: ...

    def text(self, rows: Sequence[int]) -> bytes:
        """Return the text of these rows, which the engine reads as one document."""

    def row(self, text: bytes, line: int) -> int:
        """Return the number of the row, in such a text, that a line from one belongs to."""

    def unreadable(self) -> Failures:
        """Return the rows that the engine cannot read as text."""

    def shard(self, rows: Sequence[int], output: bytes) -> bytes | Failures:
        """Return the file of these rows with the filtered text, or the rows that it cannot hold."""


class Document:
    """A file that is one row."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data

    def __len__(self) -> int:
        return 1

    def text(self, rows: Sequence[int]) -> bytes:
        return self._data if rows else b""

    def row(self, text: bytes, line: int) -> int:
        return 0

    def unreadable(self) -> Failures:
        return {}

    def shard(self, rows: Sequence[int], output: bytes) -> bytes | Failures:
        return output


class Lines:
    """A file of JSON lines: each line is a row."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data
        self._length = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")

    @cached_property
    def lines(self) -> list[bytes]:
        return _LINE.findall(self._data)

    def __len__(self) -> int:
        return self._length

    def text(self, rows: Sequence[int]) -> bytes:
        whole = len(rows) == self._length  # the usual case, without a second copy in memory
        return self._data if whole else b"".join(self.lines[row] for row in rows)

    def row(self, text: bytes, line: int) -> int:
        decoded = text.decode("latin-1")  # which has the same line ends
        return decoded.count("\n", 0, line_starts(decoded)[line - 1])

    def unreadable(self) -> Failures:
        return {row: BROKEN for row, line in enumerate(self.lines) if not _is_json(line)}

    def shard(self, rows: Sequence[int], output: bytes) -> bytes | Failures:
        return output


def rows_of(name: str, data: bytes) -> Rows:
    """Return the rows of a file, read by the format of its suffix."""
    suffix = suffix_of(name)
    if suffix == PARQUET:
        from anonfilter_datasets.shards.parquet import Table

        return Table(name, data)
    if suffix in LINES and bom_of(data)[1] == "utf-8":
        return Lines(name, data)
    return Document(name, data)


def _is_json(line: bytes) -> bool:
    text = line.decode("utf-8-sig", "surrogateescape")
    try:
        if not text.isspace():
            json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
