"""Parquet, which the engine reads as JSON lines: an object a row, with a member a column.

Columns in which nothing is replaced stay as they are, whatever their type. Of the others the type
stays, so a row in which a number or a date would become a tag is kept aside. The file's metadata,
free text of the programs that wrote it, is left out, and so is what no row has of a dictionary.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from anonfilter.errors import Incomplete, PluginError
from anonfilter.shards.rows import Failures

try:
    import pyarrow as pa
    from pyarrow import compute, parquet
except ModuleNotFoundError as error:
    raise PluginError(
        f"Parquet needs {error.name!r}, which is not installed",
        hint="Install it: python -m pip install 'anonfilter[ray]'",
    ) from None


class Table:
    """The rows of a Parquet file."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = f"{name}.jsonl"
        try:
            self._table = parquet.ParquetFile(pa.BufferReader(data)).read()
        except (pa.ArrowException, OSError) as error:
            raise Incomplete(
                f"cannot be read as Parquet: {type(error).__name__}", where=name
            ) from None
        self._columns = self._table.column_names
        if len({*self._columns}) < len(self._columns):
            raise Incomplete("has two columns of one name", where=name)
        for number, field in enumerate(self._table.schema, 1):
            if any(map(_is_bytes, _types(field.type))):
                raise Incomplete(
                    f"column {number} holds bytes, which cannot be read", where=name,
                    hint="Leave it out, or make it text.",
                )  # fmt: skip
        self._rows: list[dict[str, Any]] = self._table.to_pylist()

    def __len__(self) -> int:
        return len(self._rows)

    def text(self, rows: Sequence[int]) -> bytes:
        """Of no rows, the names of the columns, which are in the file all the same."""
        read = [self._rows[row] for row in rows] or [dict.fromkeys(self._columns)]
        return "".join(f"{_written(row)}\n" for row in read).encode()

    def row(self, text: bytes, line: int) -> int:
        return line - 1

    def unreadable(self) -> Failures:
        return {}

    def shard(self, rows: Sequence[int], output: bytes) -> bytes | Failures:
        """The table of these rows, with what was replaced in their text."""
        after = [json.loads(line) for line in output.decode().split("\n") if line]
        if not rows:
            (names,) = after
            if [*names] != self._columns:
                raise Incomplete("the name of a column would change")
            after = []
        failed: Failures = {
            row: "the name of a column would change"
            for row, now in zip(rows, after, strict=True)
            if [*now] != self._columns
        }
        if failed:
            return failed
        table = self._table.take(pa.array(rows, pa.int64()))
        for number, name in enumerate(self._columns):
            column = table.schema.field(number)
            before = [self._rows[row][name] for row in rows]
            values = [_merged(one, now[name]) for one, now in zip(before, after, strict=True)]
            changed = [at for at, value in enumerate(values) if value is not before[at]]
            for at in changed:
                if not _held(values[at], column.type):
                    failed[rows[at]] = f"the type of column {number + 1} cannot hold a tag"
            if changed and not failed:
                table = table.set_column(number, column, _array(values, column.type))
        return failed or _file(table)


def _array(values: Sequence[Any], kind: Any) -> Any:
    if pa.types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
    return pa.array(values, kind)


def _used(column: Any, kind: Any) -> Any:
    """A column with dictionaries of what stands in its rows: others may hold what was filtered out,
    or what was never read."""
    if not pa.types.is_dictionary(kind):
        return pa.array(column.to_pylist(), kind)
    whole = column.unify_dictionaries().combine_chunks()
    used = whole.indices.unique().drop_null().sort()
    indices = compute.index_in(whole.indices, used).cast(kind.index_type)
    values = whole.dictionary.take(used)
    return pa.DictionaryArray.from_arrays(indices, values, ordered=kind.ordered)


def _held(value: Any, kind: Any) -> bool:
    """Whether a value is the same in a column of this type."""
    try:
        return bool(_plain(_array([value], kind)[0].as_py()) == _plain(value))
    except (pa.ArrowException, TypeError, ValueError):
        return False


def _merged(before: Any, after: Any) -> Any:
    """A value as it was, but for what differs in its JSON after."""
    if _plain(before) == after:
        return before
    if isinstance(before, dict) and isinstance(after, dict) and [*before] == [*after]:
        return {key: _merged(one, after[key]) for key, one in before.items()}
    parts = isinstance(before, list | tuple) and isinstance(after, list)
    if parts and len(before) == len(after):
        return type(before)(_merged(*both) for both in zip(before, after, strict=True))
    return after


def _file(table: Any) -> bytes:
    for number, field in enumerate(table.schema):
        if any(map(pa.types.is_dictionary, _types(field.type))):
            table = table.set_column(number, field, _used(table.column(number), field.type))
    schema = pa.schema([field.remove_metadata() for field in table.schema])
    sink = io.BytesIO()
    parquet.write_table(table.cast(schema).replace_schema_metadata(None), sink)
    return sink.getvalue()


def _written(row: dict[str, Any]) -> str:
    return json.dumps(_plain(row), ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    """A value as JSON has it; of dates and the like, their text."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)


def _types(kind: Any) -> Iterator[Any]:
    """A type and those that it is made of."""
    yield kind
    if pa.types.is_dictionary(kind):
        yield from _types(kind.value_type)
    for at in range(kind.num_fields):
        yield from _types(kind.field(at).type)


def _is_bytes(kind: Any) -> bool:
    of_bytes = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary)
    return any(test(kind) for test in of_bytes)
