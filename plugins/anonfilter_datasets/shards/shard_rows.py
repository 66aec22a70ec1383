"""Read the rows of a shard as text for the engine, and write filtered text as a shard.

A shard may be compressed with gzip. The engine refuses other compression.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from anonfilter.containers.encodings import bom_of
from anonfilter.errors import Incomplete
from anonfilter.files.paths import original, suffix_of
from anonfilter.text.lines import line_starts

PARQUET = ".parquet"
JSON_LINES = (".jsonl", ".ndjson")
GZIP = ".gz"
_COMPRESSED = (GZIP, ".bz2", ".xz", ".zst", ".lz4", ".br", ".z", ".zip", ".7z")
_GZIP_LEVEL = 6
NOT_JSON = "this is not JSON"
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")

Failures = dict[int, str]
"""The reason why a row is not in the output, by the number of the row from zero."""


class Rows(Protocol):
    """The rows of a shard. The engine reads their text as a file called ``name``."""

    name: str

    def __len__(self) -> int: ...

    def text(self, rows: Sequence[int]) -> bytes:
        """Return the text of the rows with these numbers, which the engine reads as a document."""

    def row_at(self, text: bytes, line: int) -> int:
        """Return the index of the row in ``text`` that the line belongs to; lines count from 1."""

    def unreadable(self) -> Failures:
        """Return the rows that the engine cannot read as text."""

    def shard(self, rows: Sequence[int], output: bytes) -> bytes | Failures:
        """Return a file with the filtered text of these rows, or the rows that it cannot hold."""


class WholeFile:
    """A file that is read as a single row."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data

    def __len__(self) -> int:
        return 1

    def text(self, rows: Sequence[int]) -> bytes:
        return self._data if rows else b""

    def row_at(self, text: bytes, line: int) -> int:
        return 0

    def unreadable(self) -> Failures:
        return {}

    def shard(self, rows: Sequence[int], output: bytes) -> bytes | Failures:
        return output


class JsonLines:
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
        if len(rows) == self._length:  # the usual case, without a second copy in memory
            return self._data
        return b"".join(self.lines[row] for row in rows)

    def row_at(self, text: bytes, line: int) -> int:
        decoded = text.decode("latin-1")  # which has the same line ends
        return decoded.count("\n", 0, line_starts(decoded)[line - 1])

    def unreadable(self) -> Failures:
        return {row: NOT_JSON for row, line in enumerate(self.lines) if not _is_json(line)}

    def shard(self, rows: Sequence[int], output: bytes) -> bytes | Failures:
        return output


def rows_of(name: str, data: bytes) -> Rows:
    """Return the rows of a file, unpacked and read by the format of its suffix."""
    if suffix_of(name) == GZIP:
        data = _decompress(name, data)
        name = uncompressed_name(name)
    suffix = suffix_of(name)
    if suffix == PARQUET:
        from anonfilter_datasets.shards.parquet_rows import ParquetRows

        return ParquetRows(name, data)
    if suffix in JSON_LINES and bom_of(data)[1] == "utf-8":
        return JsonLines(name, data)
    return WholeFile(name, data)


def uncompressed_name(name: str) -> str:
    """Return the name without the suffix of a compression."""
    suffix = suffix_of(name)
    return original(name)[: -len(suffix)] if suffix in _COMPRESSED else name


def compress_for(name: str, data: bytes) -> bytes:
    """Return the bytes to write under this name; equal data gives equal bytes at any time."""
    return gzip.compress(data, _GZIP_LEVEL, mtime=0) if suffix_of(name) == GZIP else data


def _decompress(name: str, data: bytes) -> bytes:
    try:
        if not data:
            raise EOFError
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        raise Incomplete("this is not a complete gzip file", where=name) from None


def _is_json(line: bytes) -> bool:
    text = line.decode("utf-8-sig", "surrogateescape")
    try:
        if not text.isspace():
            json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
