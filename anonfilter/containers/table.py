"""A table (Parquet, Arrow) as text: its rows as lines of JSON, and what the file says of itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from anonfilter.containers.columns import changed, plain, require_readable, used
from anonfilter.containers.dividing import joined
from anonfilter.containers.members import Member, Reader, is_same, parts_for
from anonfilter.containers.table_files import (
    Layout,
    damage_told,
    read_table,
    require_sound,
    take_for_sound,
)
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

NOTES, ROWS = "metadata.json", "rows.jsonl"
_OURS = b"PARQUET:field_id"
_Notes = dict[str, Any]


@hide_values
@dataclass(frozen=True, slots=True)
class TableFile:
    """An opened table."""

    data: bytes
    table: Any
    layout: Layout
    members: tuple[Member, ...]
    name: str

    @classmethod
    def open(cls, data: bytes, name: str, reader: Reader) -> TableFile:
        require_sound(data, name)
        table, layout = read_table(data, name, reader.room.left)
        with damage_told(name):
            require_readable(table.schema, name)
            _require_used(table, name)
            members = tuple(
                Member(called, text.encode(), Source(called, text))
                for called, text in _members(table, name)
            )
        for member in members:
            reader.room.take(len(member.data), name)
        return cls(data, table, layout, members, name)

    def text(self, depth: int) -> str:
        return joined(((one.name, one.text) for one in self.members), depth)

    def pack(self, text: str) -> bytes:
        """The file with this text."""
        parts = parts_for(self.members, text)
        if is_same(self.members, parts, text):
            return self.data
        texts = {part.name: text[part.start : part.end] for part in parts}
        table = used(self._filled([json.loads(line) for line in texts[ROWS].splitlines()]))
        if NOTES in texts:
            table = _noted(table, json.loads(texts[NOTES]), self.name)
        data = self.layout.write(table)
        take_for_sound(data)
        again, _ = read_table(data, self.name, max(len(data), table.nbytes) * 2)
        if dict(_members(again, self.name)) != texts:
            raise self._incomplete("cannot be written so that it says what it should")
        return data

    def _filled(self, after: list[dict[str, Any]]) -> Any:
        """The table with what became of its rows."""
        table, rows = self.table, self.table.to_pylist()
        if any([*now] != table.column_names for now in after):
            raise self._incomplete(
                "has personal data in the name of a column", "Give it another name."
            )
        for number, name in enumerate(table.column_names if rows else ()):
            before = [row[name] for row in rows]
            table, failed = changed(table, number, before, [row[name] for row in after])
            if failed:
                raise self._incomplete(
                    f"has personal data in column {number + 1}, whose type cannot hold a tag",
                    "Make it text; or, if it identifies nobody, say under `formats:`: "
                    "{use: table, fields: [{path: $.COLUMN, role: leave}]}.",
                )
        return table

    def _incomplete(self, what: str, hint: str = "") -> Incomplete:
        return Incomplete(what, where=self.name, hint=hint)


def probe(data: bytes) -> None:
    """Read all of a file, to see whether that can be done."""
    with suppress(Incomplete):
        table, _ = read_table(data, "", 1 << 30)
        with damage_told(""):
            _require_used(table, "")
            list(_members(table, ""))


def _require_used(table: Any, name: str) -> None:
    """Refuse dictionaries with values that no row has, and nothing shows."""
    for number, field in enumerate(table.schema, 1):
        column = table.column(number - 1)
        if str(field.type).startswith("dictionary") and column.num_chunks:
            whole = column.unify_dictionaries().combine_chunks()
            if len(whole.indices.unique().drop_null()) < len(whole.dictionary):
                raise Incomplete(
                    f"holds values in the dictionary of column {number} that no row has",
                    where=name, hint="Make the column text.",
                )  # fmt: skip


def _members(table: Any, name: str) -> Iterator[tuple[str, str]]:
    """What a table says, by parts that are read each as files of their names are."""
    notes = [_notes(one, name) for one in _metadata(table)]
    if any(notes):
        yield NOTES, json.dumps(notes)
    rows = table.to_pylist() or [dict.fromkeys(table.column_names)]
    yield ROWS, "".join(f"{json.dumps(plain(row))}\n" for row in rows)


def _metadata(table: Any) -> Iterator[dict[bytes, bytes]]:
    """The metadata of a table, of its columns, and of the fields in these."""
    for one in (table.schema, *_fields(table.schema)):
        yield _told(one)


def _fields(fields: Iterable[Any]) -> Iterator[Any]:
    """Fields, each with those that it is made of."""
    for field in fields:
        yield field
        yield from _fields_in(field)


def _fields_in(field: Any) -> Iterator[Any]:
    kind = field.type
    return _fields(kind.field(at) for at in range(kind.num_fields))


def _told(one: Any) -> dict[bytes, bytes]:
    """The metadata of a schema or field, but for numbers that the library gives."""
    own = _own(one)
    return {key: value for key, value in (one.metadata or {}).items() if key not in own}


def _notes(metadata: dict[bytes, bytes], name: str) -> _Notes:
    """Metadata as text, in which JSON is read as such."""
    try:
        notes = {key.decode(): _value(value.decode()) for key, value in metadata.items()}
    except UnicodeDecodeError:
        raise Incomplete("has metadata that is no text", where=name) from None
    return notes


def _value(text: str) -> Any:
    try:
        value = json.loads(text, parse_constant=str)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, dict | list) else text


def _noted(table: Any, notes: list[_Notes], name: str) -> Any:
    """The table with other metadata; what is as it was keeps its bytes."""
    import pyarrow as pa

    made: list[dict[bytes, bytes]] = []
    for before, after in zip(_metadata(table), notes, strict=True):
        if len(before) != len(after):
            raise Incomplete("has notes whose names would no longer be told apart", where=name)
        kept = {
            key.encode(): was if value == _value(was.decode()) else _bytes(value)
            for was, (key, value) in zip(before.values(), after.items(), strict=True)
        }
        made.append(kept)
    of_all, rest = made[0], iter(made[1:])
    fields: list[Any] = []
    for field in table.schema:
        fields.append(field.with_metadata({**_own(field), **next(rest)} or None))
        if any(next(rest) != _told(inner) for inner in _fields_in(field)):
            raise Incomplete(
                f"has personal data in metadata of a field in column {len(fields)}", where=name,
                hint="Take that metadata out.",
            )  # fmt: skip
    return table.cast(pa.schema(fields)).replace_schema_metadata({**_own(table.schema), **of_all})


def _own(one: Any) -> dict[bytes, bytes]:
    number = (one.metadata or {}).get(_OURS, b"")
    return {_OURS: number} if number.isdigit() else {}


def _bytes(value: Any) -> bytes:
    return (value if isinstance(value, str) else json.dumps(value)).encode()
