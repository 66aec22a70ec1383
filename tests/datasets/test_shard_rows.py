"""Shards as the engine reads them, and what is made of them again."""

from __future__ import annotations

import datetime
import io
from typing import Any

import pyarrow as pa
import pytest
from anonfilter_datasets.shards.shard_rows import NOT_JSON, rows_of
from pyarrow import parquet

from anonfilter.errors import Incomplete


def packed(columns: dict[str, Any], metadata: dict[str, str] | None = None) -> bytes:
    sink = io.BytesIO()
    parquet.write_table(pa.table(columns).replace_schema_metadata(metadata), sink)
    return sink.getvalue()


def unpacked(data: object) -> Any:
    assert isinstance(data, bytes)
    return parquet.read_table(io.BytesIO(data))


def test_lines_are_rows_and_keep_their_bytes() -> None:
    data = b'\xef\xbb\xbf{"a": "x\xff"}\r\n\n[1,\r2]\nnone of it\n{"a": "\xe2\x80\xa8"}'
    rows = rows_of("a.jsonl", data)
    assert len(rows) == 5
    assert rows.text(range(5)) == data
    assert rows.unreadable() == {3: NOT_JSON}
    assert rows.text([0, 4]) == b'\xef\xbb\xbf{"a": "x\xff"}\r\n{"a": "\xe2\x80\xa8"}'
    assert [rows.row_at(data, line) for line in (1, 2, 3, 4, 5)] == [0, 1, 2, 2, 3]


def test_a_file_without_rows_is_one_row() -> None:
    for name, data in (("a.txt", b"one\ntwo\n"), ("a.jsonl", "{}\n{}\n".encode("utf-16"))):
        rows = rows_of(name, data)
        assert (len(rows), rows.text([0]), rows.row_at(data, 2)) == (1, data, 0)


@pytest.mark.parametrize("ordered", [False, True])
def test_only_used_dictionary_values_are_kept(ordered: bool) -> None:
    values = pa.array(["no", "yes", "Jane", "Wilma"])
    kind = pa.DictionaryArray.from_arrays([1, 0, None, 2], values, ordered=ordered)
    nested = pa.array(
        [{"who": one} for one in ("a", "b", "b", "Jane")],
        pa.struct({"who": pa.dictionary(pa.int8(), pa.string())}),
    )
    rows = rows_of("a.parquet", packed({"kind": kind, "in": nested}))
    made = rows.shard(range(3), rows.text(range(3)))
    assert isinstance(made, bytes)
    assert b"Jane" not in made
    assert b"Wilma" not in made
    done = unpacked(made)
    assert done.schema.equals(pa.table({"kind": kind, "in": nested}).schema)
    assert done.to_pydict() == {
        "kind": ["yes", "no", None],
        "in": [{"who": "a"}, {"who": "b"}, {"who": "b"}],
    }
    assert done.column("kind").chunk(0).dictionary.to_pylist() == ["no", "yes"]


def test_a_column_without_a_change_stays_as_it_is() -> None:
    day = datetime.datetime(2020, 1, 2, 3, 4, 5, 6)
    table = {
        "text": ["Jane left", None, "she\u2028stayed"],
        "when": [day, None, day],
        "share": pa.array([float("nan"), 0.1, 2], pa.float32()),
        "kind": pa.array(["Jane", "b", "b"]).dictionary_encode(),
        "turns": [[{"who": "Jane", "at": day}], [], None],
    }
    rows = rows_of("a.parquet", packed(table, {"made by": "Jane"}))
    text = rows.text(range(3))
    assert b"Jane" in text
    assert unpacked(rows.shard(range(3), text)).schema.metadata is None
    done = unpacked(rows.shard(range(3), text.replace(b"Jane", b"[X]")))
    assert done.schema.equals(pa.table(table).schema)
    assert done.column("text").to_pylist() == ["[X] left", None, "she\u2028stayed"]
    assert done.column("kind").to_pylist() == ["[X]", "b", "b"]
    assert done.column("when").to_pylist() == table["when"]
    assert b"Jane" not in rows_of("b.parquet", packed(done.to_pydict())).text(range(3))


def test_rows_that_the_columns_cannot_hold_are_named() -> None:
    rows = rows_of("a.parquet", packed({"id": [12345, 67890], "text": ["a", "b"]}))
    text = rows.text([0, 1])
    why = "the type of column 1 cannot hold a tag"
    assert rows.shard([0, 1], text.replace(b"67890", b'"[ID_1]"')) == {1: why}
    assert unpacked(rows.shard([0], rows.text([0]))).to_pydict() == {"id": [12345], "text": ["a"]}
    renamed = rows.shard([0, 1], text.replace(b'"text"', b'"[X]"'))
    assert renamed == dict.fromkeys((0, 1), "the name of a column would change")
    assert unpacked(rows.shard([], rows.text([]))).num_rows == 0


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PAR1 is not all of it", "cannot be read as Parquet"),
        (packed({"sound": [b"RIFF"]}), "column 1 is binary"),
        (packed({"a": [1], "turns": [[{"sound": b"RIFF"}]]}), "column 2 is binary"),
    ],
)
def test_unreadable_content_is_incomplete(data: bytes, why: str) -> None:
    with pytest.raises(Incomplete, match=why):
        rows_of("a.parquet", data)
