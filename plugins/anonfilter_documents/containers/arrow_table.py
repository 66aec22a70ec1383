"""Tables of Parquet and Arrow as containers: members are the rows and the metadata, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from anonfilter.containers.arrow_columns import (
    arrow,
    drop_unused_dictionary_values,
    replace_column,
    require_readable,
    to_json_value,
)
from anonfilter.containers.members import Member, MemberReader, is_unchanged, parts_for
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_documents.containers.table_files import (
    Layout,
    damage_as_incomplete,
    mark_readable,
    read_table,
    require_sound,
)

METADATA, ROWS = "metadata.json", "rows.jsonl"
_FIELD_NUMBER = b"PARQUET:field_id"


@hide_values
@dataclass(frozen=True, slots=True)
class TableFile:
    """An open table."""

    data: bytes
    table: Any
    layout: Layout
    members: tuple[Member, ...]
    name: str

    @classmethod
    def open(cls, data: bytes, name: str, reader: MemberReader) -> TableFile:
        require_sound(data, name)
        table, layout = read_table(data, name, reader.room.left)
        with damage_as_incomplete(name):
            require_readable(table.schema, name)
            _require_used_dictionaries(table, name)
            members = tuple(
                Member(member_name, text.encode(), Source(member_name, text))
                for member_name, text in _member_texts(table, name)
            )
        for member in members:
            reader.room.take(len(member.data), name)
        return cls(data, table, layout, members, name)

    def pack(self, text: str) -> bytes:
        """Return the bytes of the file with the changed text."""
        parts = parts_for(self.members, text)
        if is_unchanged(self.members, parts, text):
            return self.data
        texts = {part.name: text[part.start : part.end] for part in parts}
        rows = [json.loads(line) for line in texts[ROWS].splitlines()]
        table = drop_unused_dictionary_values(self._replace_rows(rows))
        if METADATA in texts:
            table = _replace_metadata(table, json.loads(texts[METADATA]), self.name)
        data = self.layout.write(table)
        mark_readable(data)
        again, _ = read_table(data, self.name, max(len(data), table.nbytes) * 2)
        if dict(_member_texts(again, self.name)) != texts:
            raise self._incomplete("would read differently after writing, so it was not written")
        return data

    def _replace_rows(self, after: list[dict[str, Any]]) -> Any:
        """Return the table with changed rows."""
        table, rows = self.table, self.table.to_pylist()
        for row in after:
            names = zip_longest(table.column_names, row)
            for number, (name, changed) in enumerate(names, 1):
                if name != changed:
                    raise self._incomplete(
                        f"has personal data in the name of column {number}",
                        f"Rename column {number}.",
                    )
        for number, name in enumerate(table.column_names if rows else ()):
            before = [row[name] for row in rows]
            table, failed = replace_column(table, number, before, [row[name] for row in after])
            if failed:
                raise self._incomplete(
                    f"has personal data in column {number + 1}, whose type cannot hold a tag",
                    "Convert the column to text. If it names no person, write under `formats:`: "
                    "{use: table, fields: [{path: $.COLUMN, role: leave}]}.",
                )
        return table

    def _incomplete(self, message: str, hint: str = "") -> Incomplete:
        return Incomplete(message, where=self.name, hint=hint)


def probe(data: bytes) -> None:
    """Read a whole file, in a process that ends if the file crashes the library."""
    with suppress(Incomplete):
        table, _ = read_table(data, "", 1 << 30)
        with damage_as_incomplete(""):
            _require_used_dictionaries(table, "")
            list(_member_texts(table, ""))


def _require_used_dictionaries(table: Any, name: str) -> None:
    """Raise ``Incomplete`` for dictionaries with values that no row uses."""
    for number, field in enumerate(table.schema, 1):
        column = table.column(number - 1)
        if str(field.type).startswith("dictionary") and column.num_chunks:
            whole = column.unify_dictionaries().combine_chunks()
            if len(whole.indices.unique().drop_null()) < len(whole.dictionary):
                raise Incomplete(
                    f"has values in the dictionary of column {number} that no row uses",
                    where=name,
                    hint="Convert the column to text.",
                )


def _member_texts(table: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of the members of a table."""
    try:
        metadata = [
            {key.decode(): _json_or_text(value.decode()) for key, value in values.items()}
            for values in _all_metadata(table)
        ]
    except UnicodeDecodeError:
        raise Incomplete("has metadata that is not UTF-8", where=name) from None
    if any(metadata):
        yield METADATA, json.dumps(metadata)
    rows = table.to_pylist() or [dict.fromkeys(table.column_names)]
    yield ROWS, "".join(f"{json.dumps(to_json_value(row))}\n" for row in rows)


def _all_metadata(table: Any) -> Iterator[dict[bytes, bytes]]:
    """Yield the metadata of a table, of its columns, and of the fields in them."""
    return map(_metadata_of, (table.schema, *_with_inner_fields(table.schema)))


def _with_inner_fields(fields: Iterable[Any]) -> Iterator[Any]:
    """Yield fields, each followed by the fields in it."""
    for field in fields:
        yield field
        yield from _inner_fields(field)


def _inner_fields(field: Any) -> Iterator[Any]:
    kind = field.type
    return _with_inner_fields(kind.field(at) for at in range(kind.num_fields))


def _metadata_of(item: Any) -> dict[bytes, bytes]:
    """Return the metadata of a schema or field, without the number that the library adds."""
    number = _field_number(item)
    return {key: value for key, value in (item.metadata or {}).items() if key not in number}


def _json_or_text(text: str) -> Any:
    """Return the object or list that a text is in JSON; return other texts unchanged."""
    try:
        value = json.loads(text, parse_constant=str)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, dict | list) else text


def _replace_metadata(table: Any, metadata: list[dict[str, Any]], name: str) -> Any:
    """Return the table with new metadata; values that are unchanged keep their bytes."""
    replaced: list[dict[bytes, bytes]] = []
    for before, after in zip(_all_metadata(table), metadata, strict=True):
        if len(before) != len(after):
            raise Incomplete(
                "has metadata whose keys would be the same once they are replaced", where=name
            )
        replaced.append(
            {
                key.encode(): old if value == _json_or_text(old.decode()) else _to_bytes(value)
                for old, (key, value) in zip(before.values(), after.items(), strict=True)
            }
        )
    of_schema, of_fields = replaced[0], iter(replaced[1:])
    fields: list[Any] = []
    for field in table.schema:
        fields.append(field.with_metadata({**_field_number(field), **next(of_fields)} or None))
        if any(next(of_fields) != _metadata_of(inner) for inner in _inner_fields(field)):
            raise Incomplete(
                f"has personal data in the metadata of a field in column {len(fields)}",
                where=name,
                hint="Remove that metadata.",
            )
    of_schema = {**_field_number(table.schema), **of_schema}
    return table.cast(arrow.schema(fields)).replace_schema_metadata(of_schema)


def _field_number(item: Any) -> dict[bytes, bytes]:
    number = (item.metadata or {}).get(_FIELD_NUMBER, b"")
    return {_FIELD_NUMBER: number} if number.isdigit() else {}


def _to_bytes(value: Any) -> bytes:
    return (value if isinstance(value, str) else json.dumps(value)).encode()
