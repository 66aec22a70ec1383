"""Read the table of a Parquet or Arrow file, and write it again with the same layout."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol

from anonfilter.containers.arrow_columns import arrow as pa
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

_CODECS = (None, "lz4", "zstd")
_FILE = b"ARROW1"


class Layout(Protocol):
    """The layout of the rows of a table in its file."""

    def write(self, table: Any) -> bytes:
        """Return the bytes of the file for a table with the same number of rows."""


@contextmanager
def damage_as_incomplete(name: str) -> Iterator[None]:
    """Turn errors of the library about a damaged file into ``Incomplete``."""
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, OverflowError, TypeError, KeyError) as error:
        raise Incomplete(
            f"is not a Parquet or Arrow file, or is damaged ({type(error).__name__})", where=name
        ) from None


_PROBE = (
    "import os, sys; from anonfilter_documents.containers.arrow_table import probe;"
    " probe(sys.stdin.buffer.read()); os._exit(0)"
)
_sound: set[bytes] = set()


def require_sound(data: bytes, name: str) -> None:
    """Raise ``Incomplete`` for a damaged file that would end this process.

    Another process reads the file first, because the library can crash on damaged files.
    """
    digest = blake2b(data).digest()
    if digest in _sound:
        return
    command = [sys.executable, "-P", "-c", _PROBE]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    if done.returncode < 0:
        raise Incomplete("is damaged: the Arrow library crashes when it reads it", where=name)
    mark_readable(data)


def mark_readable(data: bytes) -> None:
    """Record that the Arrow library can read these bytes, for ``require_sound``."""
    if len(_sound) > 1_000:
        _sound.clear()
    _sound.add(blake2b(data).digest())


def read_table(data: bytes, name: str, most: int) -> tuple[Any, Layout]:
    """Return the table of a file and its layout; ``most`` is the limit of unpacked bytes."""
    with damage_as_incomplete(name):
        read = _read_parquet if data.startswith(b"PAR1") else _read_arrow
        table, layout = read(data, name, most)
        table.validate(full=True)  # using a damaged table would end the process
        return table, layout


def _require_size(size: int, most: int, name: str) -> None:
    if size > most:
        raise Incomplete(
            f"holds {size:,} bytes unpacked; the limit is {most:,}",
            where=name,
            hint="Filter it in parts: anonfilter run FOLDER OUTPUT",
        )


@hide_values
@dataclass(frozen=True, slots=True)
class _Parquet:
    """The layout of a Parquet file: its row groups, and how each column is compressed."""

    groups: tuple[int, ...]
    options: dict[str, Any]

    def write(self, table: Any) -> bytes:
        from pyarrow import parquet  # slow to load, and Arrow files do not need it

        sink = io.BytesIO()
        with parquet.ParquetWriter(sink, table.schema, **self.options) as writer:
            at = 0
            for rows in self.groups:
                writer.write_table(table.slice(at, rows), row_group_size=max(1, rows))
                at += rows
        return sink.getvalue()


def _read_parquet(data: bytes, name: str, most: int) -> tuple[Any, Layout]:
    from pyarrow import parquet  # slow to load, and Arrow files do not need it

    file = parquet.ParquetFile(pa.BufferReader(data))
    metadata = file.metadata
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    _require_size(sum(group.total_byte_size for group in groups), most, name)
    columns = [groups[0].column(at) for at in range(groups[0].num_columns)] if groups else []
    compression = {
        column.path_in_schema: column.compression.replace("UNCOMPRESSED", "NONE")
        for column in columns
    }
    with_dictionary = [
        column.path_in_schema
        for column in columns
        if any("DICTIONARY" in encoding for encoding in column.encodings)
    ]
    options = {
        "version": metadata.format_version,
        "compression": compression or "NONE",
        "use_dictionary": with_dictionary or False,
        "write_statistics": any(column.is_stats_set for column in columns),
        "store_schema": b"ARROW:schema" in (metadata.metadata or {}),
    }
    return file.read(), _Parquet(tuple(group.num_rows for group in groups), options)


@dataclass(frozen=True, slots=True)
class _Arrow:
    """The layout of an Arrow file or stream: its batches of rows, and how they are compressed."""

    batches: tuple[int, ...]
    stream: bool
    codec: str | None

    def write(self, table: Any) -> bytes:
        sink = io.BytesIO()
        new = pa.ipc.new_stream if self.stream else pa.ipc.new_file
        options = pa.ipc.IpcWriteOptions(compression=self.codec, unify_dictionaries=True)
        with new(sink, table.schema, options=options) as writer:
            at = 0
            for rows in self.batches:
                for batch in table.slice(at, rows).combine_chunks().to_batches():
                    writer.write_batch(batch)
                at += rows
        return sink.getvalue()


def _read_arrow(data: bytes, name: str, most: int) -> tuple[Any, Layout]:
    stream = not data.startswith(_FILE)
    source = pa.BufferReader(data)
    reader = pa.ipc.open_stream(source) if stream else pa.ipc.open_file(source)
    batches: list[Any] = []
    size = 0
    for batch, metadata in _read_batches(reader, stream):
        size += batch.nbytes
        _require_size(size, most, name)
        if metadata:
            raise Incomplete(
                "has metadata on single batches of rows, which is not read", where=name
            )
        batches.append(batch)
    table = pa.Table.from_batches(batches, reader.schema)
    rows = tuple(batch.num_rows for batch in batches)
    layouts = [_Arrow(rows, stream, codec) for codec in _CODECS]
    return table, min(layouts, key=lambda layout: abs(len(layout.write(table)) - len(data)))


def _read_batches(reader: Any, stream: bool) -> Any:
    """Yield the batches of a file or stream, each with its own metadata."""
    if not stream:
        yield from map(reader.get_batch_with_custom_metadata, range(reader.num_record_batches))
        return
    while True:
        try:
            yield reader.read_next_batch_with_custom_metadata()
        except StopIteration:
            return
