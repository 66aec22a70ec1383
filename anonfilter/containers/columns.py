"""Rows of a table of Arrow as JSON lines, and the columns of what became of these.

Columns in which nothing is replaced stay as they are, whatever their type. Of the others the type
stays, so a column of numbers or dates cannot hold a tag.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from anonfilter.errors import Incomplete, PluginError

try:
    import pyarrow as pa
    from pyarrow import compute
except ModuleNotFoundError as error:
    raise PluginError(
        f"Parquet and Arrow need {error.name!r}, which is not installed",
        hint="Install it: python -m pip install 'anonfilter[parquet]'",
    ) from None

Row = dict[str, Any]
arrow: Any = pa


def require_readable(schema: Any, name: str) -> None:
    """Refuse a table with columns that are told apart by nothing, or are no text."""
    if len({*schema.names}) < len(schema.names):
        raise Incomplete("has two columns of one name", where=name)
    for number, field in enumerate(schema, 1):
        if any(map(_is_bytes, types(field.type))):
            raise Incomplete(
                f"column {number} holds bytes, which cannot be read", where=name,
                hint="Leave it out, or make it text.",
            )  # fmt: skip


def written(row: Row) -> str:
    """A row as a line of JSON."""
    return json.dumps(plain(row), ensure_ascii=False, allow_nan=False)


def changed(
    table: Any, number: int, before: Sequence[Any], after: Sequence[Any]
) -> tuple[Any, list[int]]:
    """The table with what became of the values of a column in JSON, and the rows of values that
    its type cannot hold."""
    column = table.schema.field(number)
    values = [_merged(*both) for both in zip(before, after, strict=True)]
    other = [at for at, value in enumerate(values) if value is not before[at]]
    failed = [at for at in other if not _held(values[at], column.type)]
    if other and not failed:
        table = table.set_column(number, column, _array(values, column.type))
    return table, failed


def used(table: Any) -> Any:
    """A table with dictionaries of what stands in its rows: others may hold what was filtered out,
    or what was never read."""
    for number, field in enumerate(table.schema):
        if any(map(pa.types.is_dictionary, types(field.type))):
            table = table.set_column(number, field, _used(table.column(number), field.type))
    return table


def _array(values: Sequence[Any], kind: Any) -> Any:
    if pa.types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
    return pa.array(values, kind)


def _used(column: Any, kind: Any) -> Any:
    if not pa.types.is_dictionary(kind):
        return pa.array(column.to_pylist(), kind)
    whole = column.unify_dictionaries().combine_chunks()
    own = whole.indices.unique().drop_null().sort()
    indices = compute.index_in(whole.indices, own).cast(kind.index_type)
    values = whole.dictionary.take(own)
    return pa.DictionaryArray.from_arrays(indices, values, ordered=kind.ordered)


def _held(value: Any, kind: Any) -> bool:
    """Whether a value is the same in a column of this type."""
    try:
        return bool(plain(_array([value], kind)[0].as_py()) == plain(value))
    except (pa.ArrowException, TypeError, ValueError):
        return False


def _merged(before: Any, after: Any) -> Any:
    """A value as it was, but for what differs in its JSON after."""
    if plain(before) == after:
        return before
    if isinstance(before, dict) and isinstance(after, dict) and [*before] == [*after]:
        return {key: _merged(one, after[key]) for key, one in before.items()}
    parts = isinstance(before, list | tuple) and isinstance(after, list)
    if parts and len(before) == len(after):
        return type(before)(_merged(*both) for both in zip(before, after, strict=True))
    return after


def plain(value: Any) -> Any:
    """A value as JSON has it; of dates and the like, their text."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)


def types(kind: Any) -> Iterator[Any]:
    """A type and those that it is made of."""
    yield kind
    if pa.types.is_dictionary(kind):
        yield from types(kind.value_type)
    for at in range(kind.num_fields):
        yield from types(kind.field(at).type)


def _is_bytes(kind: Any) -> bool:
    of_bytes = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary)
    return any(test(kind) for test in of_bytes)
