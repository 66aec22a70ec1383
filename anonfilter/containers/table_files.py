"""Files of tables, Parquet and Arrow: how they are read, and written again as they were."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol

from anonfilter.containers.columns import arrow as pa
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

_CODECS = (None, "lz4", "zstd")
_FILE = b"ARROW1"


class Layout(Protocol):
    """How the rows of a table lie in its file."""

    def write(self, table: Any) -> bytes:
        """The file of a table with as many rows."""


@contextmanager
def damage_told(name: str) -> Iterator[None]:
    """Tell what a library finds damaged in a file."""
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, OverflowError, TypeError, KeyError) as error:
        raise Incomplete(
            f"is damaged, or no Parquet or Arrow file: {type(error).__name__}", where=name
        ) from None


_PROBE = (
    "import os, sys; from anonfilter.containers.table import probe; probe(sys.stdin.buffer.read());"
    " os._exit(0)"
)
_sound: set[bytes] = set()


def require_sound(data: bytes, name: str) -> None:
    """Refuse what ends a process that reads it, as damaged files can: another one tries first."""
    digest = blake2b(data).digest()
    if digest in _sound:
        return
    command = [sys.executable, "-P", "-c", _PROBE]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    if done.returncode < 0:
        raise Incomplete("is damaged: what reads it ends", where=name)
    take_for_sound(data)


def take_for_sound(data: bytes) -> None:
    """Remember what was read, or written, here."""
    if len(_sound) > 1_000:
        _sound.clear()
    _sound.add(blake2b(data).digest())


def read_table(data: bytes, name: str, most: int) -> tuple[Any, Layout]:
    """A table of not more bytes than these, and how it lies in the file."""
    with damage_told(name):
        read = _read_parquet if data.startswith(b"PAR1") else _read_arrow
        table, layout = read(data, name, most)
        table.validate(full=True)  # what is damaged ends the process where it is used
        return table, layout


def _require(size: int, most: int, name: str) -> None:
    if size > most:
        raise Incomplete(
            "holds more than is unpacked of a file", where=name,
            hint="Filter it in parts: anonfilter run FOLDER OUTPUT",
        )  # fmt: skip


@hide_values
@dataclass(frozen=True, slots=True)
class _Parquet:
    """Groups of rows and how each column is compressed."""

    groups: tuple[int, ...]
    options: dict[str, Any]

    def write(self, table: Any) -> bytes:
        from pyarrow import parquet

        sink = io.BytesIO()
        with parquet.ParquetWriter(sink, table.schema, **self.options) as writer:
            at = 0
            for rows in self.groups:
                writer.write_table(table.slice(at, rows), row_group_size=max(1, rows))
                at += rows
        return sink.getvalue()


def _read_parquet(data: bytes, name: str, most: int) -> tuple[Any, Layout]:
    from pyarrow import parquet

    file = parquet.ParquetFile(pa.BufferReader(data))
    about = file.metadata
    groups = [about.row_group(at) for at in range(about.num_row_groups)]
    _require(sum(group.total_byte_size for group in groups), most, name)
    columns = [groups[0].column(at) for at in range(groups[0].num_columns)] if groups else []
    paths = [column.path_in_schema for column in columns]
    options = {
        "version": "1.0" if about.format_version == "1.0" else about.format_version,
        "compression": {
            path: column.compression if column.compression != "UNCOMPRESSED" else "NONE"
            for path, column in zip(paths, columns, strict=True)
        } or "NONE",
        "use_dictionary": [
            path for path, column in zip(paths, columns, strict=True)
            if any("DICTIONARY" in one for one in column.encodings)
        ] or False,
        "write_statistics": any(column.is_stats_set for column in columns),
        "store_schema": b"ARROW:schema" in (about.metadata or {}),
    }  # fmt: skip
    return file.read(), _Parquet(tuple(group.num_rows for group in groups), options)


@dataclass(frozen=True, slots=True)
class _Arrow:
    """Batches of rows in a file, or a stream, and how they are compressed."""

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
    for batch, told in _batches(reader, stream):
        size += batch.nbytes
        _require(size, most, name)
        if told:
            raise Incomplete("has metadata of single batches, which is not read", where=name)
        batches.append(batch)
    table = pa.Table.from_batches(batches, reader.schema)
    rows = tuple(batch.num_rows for batch in batches)
    tried = [_Arrow(rows, stream, codec) for codec in _CODECS]
    return table, min(tried, key=lambda layout: abs(len(layout.write(table)) - len(data)))


def _batches(reader: Any, stream: bool) -> Any:
    """The batches of a file or stream, each with metadata of its own."""
    if not stream:
        yield from map(reader.get_batch_with_custom_metadata, range(reader.num_record_batches))
        return
    while True:
        try:
            yield reader.read_next_batch_with_custom_metadata()
        except StopIteration:
            return
