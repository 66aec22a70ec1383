"""Rows of an Arrow table as JSON, and columns with changed values.

A column in which nothing is replaced stays as it is, whatever its type. A changed column keeps its
type, so a column of numbers or dates cannot hold a tag.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Sequence
from typing import Any

from anonfilter.errors import Incomplete, PluginError

try:
    import pyarrow as pa
    from pyarrow import compute
except ModuleNotFoundError as error:
    raise PluginError(
        f"Parquet and Arrow need {error.name!r}, which is not installed",
        hint="List pyarrow under `additional_dependencies:` of the hook; `anonfilter ci init "
        "pre-commit --print` shows how."
        if "PRE_COMMIT" in os.environ  # which has an environment of its own for hooks
        else "Install it: python -m pip install 'anonfilter[parquet]'",
    ) from None

Row = dict[str, Any]
arrow: Any = pa


def require_readable(schema: Any, name: str) -> None:
    """Raise ``Incomplete`` if two columns have the same name, or if a column is binary."""
    if len({*schema.names}) < len(schema.names):
        raise Incomplete("has two columns with the same name", where=name)
    for number, field in enumerate(schema, 1):
        if any(map(_is_bytes, types(field.type))):
            raise Incomplete(
                f"column {number} is binary, and binary columns are not read",
                where=name,
                hint="Remove the column, or convert it to text.",
            )


def row_as_json(row: Row) -> str:
    """Return a row as a line of JSON."""
    return json.dumps(to_json_value(row), ensure_ascii=False, allow_nan=False)


def replace_column(
    table: Any, number: int, before: Sequence[Any], after: Sequence[Any]
) -> tuple[Any, list[int]]:
    """Put the changed JSON values of a column into the table.

    Return the table, and the rows whose new value does not fit the type of the column. If there are
    such rows, the table is unchanged.
    """
    column = table.schema.field(number)
    values = [_merge(*pair) for pair in zip(before, after, strict=True)]
    changed_rows = [at for at, value in enumerate(values) if value is not before[at]]
    failed = [at for at in changed_rows if not _fits_type(values[at], column.type)]
    if changed_rows and not failed:
        table = table.set_column(number, column, _array(values, column.type))
    return table, failed


def drop_unused_dictionary_values(table: Any) -> Any:
    """Return the table with dictionaries that hold only the values of its rows.

    Unused values could be originals that were replaced, or values that were never read.
    """
    for number, field in enumerate(table.schema):
        if any(map(pa.types.is_dictionary, types(field.type))):
            column = _with_used_values(table.column(number), field.type)
            table = table.set_column(number, field, column)
    return table


def _array(values: Sequence[Any], kind: Any) -> Any:
    if pa.types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
    return pa.array(values, kind)


def _with_used_values(column: Any, kind: Any) -> Any:
    if not pa.types.is_dictionary(kind):
        return pa.array(column.to_pylist(), kind)
    whole = column.unify_dictionaries().combine_chunks()
    used = whole.indices.unique().drop_null().sort()
    indices = compute.index_in(whole.indices, used).cast(kind.index_type)
    values = whole.dictionary.take(used)
    return pa.DictionaryArray.from_arrays(indices, values, ordered=kind.ordered)


def _fits_type(value: Any, kind: Any) -> bool:
    """Return True if a column of this type can hold the value unchanged."""
    try:
        return bool(to_json_value(_array([value], kind)[0].as_py()) == to_json_value(value))
    except (pa.ArrowException, TypeError, ValueError):
        return False


def _merge(before: Any, after: Any) -> Any:
    """Return the original value, with changed parts replaced by those of the JSON ``after``."""
    if to_json_value(before) == after:
        return before
    if isinstance(before, dict) and isinstance(after, dict) and [*before] == [*after]:
        return {key: _merge(value, after[key]) for key, value in before.items()}
    are_lists = isinstance(before, list | tuple) and isinstance(after, list)
    if are_lists and len(before) == len(after):
        return type(before)(_merge(*pair) for pair in zip(before, after, strict=True))
    return after


def to_json_value(value: Any) -> Any:
    """Return a value in a type of JSON: dates and similar values become text."""
    if isinstance(value, dict):
        return {key: to_json_value(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [to_json_value(part) for part in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)


def types(kind: Any) -> Iterator[Any]:
    """Yield a type and the types of its parts."""
    yield kind
    if pa.types.is_dictionary(kind):
        yield from types(kind.value_type)
    for at in range(kind.num_fields):
        yield from types(kind.field(at).type)


def _is_bytes(kind: Any) -> bool:
    of_bytes = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary)
    return any(test(kind) for test in of_bytes)
