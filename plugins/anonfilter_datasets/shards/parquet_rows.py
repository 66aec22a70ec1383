"""Read Parquet as JSON lines, one object for each row, and write filtered rows as Parquet.

A row in which a number or a date would become a tag is set aside. The output has no file metadata,
which may hold any text, and no dictionary values that no row uses.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any

from anonfilter.containers.arrow_columns import (
    drop_unused_dictionary_values,
    replace_column,
    require_readable,
    row_as_json,
)
from anonfilter.errors import Incomplete
from anonfilter_datasets.shards.shard_rows import Failures


class ParquetRows:
    """The rows of a Parquet file."""

    def __init__(self, name: str, data: bytes) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        self.name = f"{name}.jsonl"
        try:
            self._table = parquet.ParquetFile(pa.BufferReader(data)).read()
        except (pa.ArrowException, OSError) as error:
            raise Incomplete(
                f"cannot be read as Parquet: {type(error).__name__}", where=name
            ) from None
        self._columns = self._table.column_names
        require_readable(self._table.schema, name)
        self._rows: list[dict[str, Any]] = self._table.to_pylist()

    def __len__(self) -> int:
        return len(self._rows)

    def text(self, rows: Sequence[int]) -> bytes:
        """Return the rows as JSON lines; for no rows, a line with the names of the columns."""
        read = [self._rows[row] for row in rows] or [dict.fromkeys(self._columns)]
        return "".join(f"{row_as_json(row)}\n" for row in read).encode()

    def row_at(self, text: bytes, line: int) -> int:
        return line - 1

    def unreadable(self) -> Failures:
        return {}

    def shard(self, rows: Sequence[int], output: bytes) -> bytes | Failures:
        """Return a Parquet file with the filtered text, or the rows that cannot hold it."""
        import pyarrow as pa

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
            before = [self._rows[row][name] for row in rows]
            table, left = replace_column(table, number, before, [now[name] for now in after])
            for at in left:
                failed[rows[at]] = f"the type of column {number + 1} cannot hold a tag"
        return failed or _write_parquet(table)


def _write_parquet(table: Any) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    table = drop_unused_dictionary_values(table)
    schema = pa.schema([field.remove_metadata() for field in table.schema])
    sink = io.BytesIO()
    parquet.write_table(table.cast(schema).replace_schema_metadata(None), sink)
    return sink.getvalue()
