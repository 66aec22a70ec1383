"""Tables of Parquet and Arrow: strings wherever they stand, and the table around them as it was."""

from __future__ import annotations

import io
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from anonfilter_documents.json.table_format import TableFormat
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import feather, parquet

from anonfilter.containers.decoding import decode
from anonfilter.errors import Incomplete
from tests.commands.commandline import CommandLine
from tests.documents.read_documents import fields, read, write_rules

WHO = "Wilma Quillfeather"
ROWS: list[dict[str, Any]] = [
    {
        "name": WHO,
        "n": 1.5,
        "turns": [{"role": "user", "content": f"I am {WHO}."}],
        "kind": "a",
        "when": None,
        "tags": ["x", WHO],
    },
    {"name": None, "n": None, "turns": [], "kind": WHO, "when": 7, "tags": None},
    {"name": "é", "n": float("nan"), "turns": None, "kind": "a", "when": 3, "tags": []},
]
SUFFIXES = [".parquet", ".feather", ".arrow"]


def table(rows: list[dict[str, Any]] = ROWS) -> Any:
    """A table with values in all kinds of columns, and with metadata."""
    turn = pa.struct([("role", pa.string()), ("content", pa.large_string())])
    schema = pa.schema(
        [
            pa.field("name", pa.string(), metadata={"of": WHO}),
            ("n", pa.float64()),
            ("turns", pa.list_(turn)),
            ("kind", pa.dictionary(pa.int8(), pa.string())),
            ("when", pa.int32()),
            ("tags", pa.list_(pa.string())),
        ],
        {"author": WHO, "made": json.dumps({"by": [WHO], "in": 2})},
    )
    return pa.Table.from_pylist(rows, schema)


def file(made: Any, suffix: str) -> bytes:
    sink = io.BytesIO()
    if suffix == ".parquet":
        parquet.write_table(made, sink, compression="zstd", row_group_size=2)
    elif suffix == ".feather":
        feather.write_feather(made, sink, compression="lz4")
    else:
        with pa.ipc.new_stream(sink, made.schema) as writer:
            writer.write_table(made, max_chunksize=2)
    return sink.getvalue()


def opened(data: bytes, suffix: str) -> Any:
    if suffix == ".parquet":
        return parquet.ParquetFile(io.BytesIO(data)).read()
    return (
        feather.read_table(io.BytesIO(data))
        if suffix == ".feather"
        else (pa.ipc.open_stream(data).read_all())
    )


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_table_is_the_same_but_for_names(suffix: str, folder: Path, run: CommandLine) -> None:
    write_rules(folder, "- use: table")
    before = table()
    (folder / f"a{suffix}").write_bytes(file(before, suffix))
    done = run("--rules", "formats.yaml", f"a{suffix}", "-o", "out")
    assert (done.code, done.out) == (0, "")
    data = (folder / "out" / f"a{suffix}").read_bytes()
    after = opened(data, suffix)
    assert WHO.encode() not in data
    assert after.schema.types == before.schema.types
    assert after.schema.names == before.schema.names
    assert after.schema.metadata[b"author"] == b"[PERSON_1] [PERSON_2]"
    assert json.loads(after.schema.metadata[b"made"])["in"] == 2
    was = json.dumps(before.to_pylist()).replace("Wilma", "[G]").replace("Quillfeather", "[F]")
    now = json.dumps(after.to_pylist())
    for tag, put in (("[PERSON_1]", "[G]"), ("[PERSON_3]", "[G]"), ("[PERSON_2]", "[F]")):
        now = now.replace(tag, put)
    assert now.count("[") == was.count("[")
    assert run("check", "--rules", "formats.yaml", f"out/a{suffix}").code == 0


def test_the_layout_of_a_file_stays() -> None:
    data = file(table(), ".parquet")
    source = decode(data, "a.parquet")
    made = parquet.ParquetFile(io.BytesIO(source.encode(source.text.replace(WHO, "[P]")))).metadata
    before = parquet.ParquetFile(io.BytesIO(data)).metadata
    assert made.num_row_groups == before.num_row_groups == 2
    assert made.row_group(0).column(0).compression == "ZSTD"
    assert made.row_group(1).num_rows == before.row_group(1).num_rows


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_without_names_nothing_changes(suffix: str) -> None:
    data = file(table(), suffix)
    source = decode(data, f"a{suffix}")
    assert source.encode(source.text) == data


def test_rows_are_records_and_columns_names_of_fields() -> None:
    document = read(TableFormat, file(table(), ".parquet"), "a.parquet")
    records = {one.record for one in document.fields if one.name == "name"}
    assert len(records) == 2
    assert ("text", f"I am {WHO}.") in fields(document)
    assert sum(text == WHO for _, text in fields(document)) == 6


def test_columns_without_room_for_tags_are_incomplete() -> None:
    source = decode(file(table(), ".parquet"), "a.parquet")
    for was, put in (('"when": 7', '"when": "[N]"'), ('"kind"', '"[K]"')):
        with pytest.raises(Incomplete, match="column"):
            source.encode(source.text.replace(was, put))
    unused = pa.DictionaryArray.from_arrays(pa.array([0]), pa.array(["a", WHO]))
    for odd in (pa.table({"a": [b"x"]}), pa.table({"a": unused})):
        for suffix in SUFFIXES:
            with pytest.raises(Incomplete):
                decode(file(odd, suffix), f"a{suffix}")


def nested(suffix: str, **metadata: str) -> bytes:
    """A table with metadata of a field in a column."""
    inner = pa.struct([pa.field("x", pa.string(), metadata=metadata)])
    return file(pa.table({"a": pa.array([[{"x": "so"}]], pa.list_(inner))}), suffix)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_metadata_of_fields_in_columns_is_read(suffix: str) -> None:
    source = decode(nested(suffix, of=WHO), f"a{suffix}")
    assert WHO in source.text
    with pytest.raises(Incomplete, match="metadata of a field"):
        source.encode(source.text.replace(WHO, "[P]"))
    made = opened(source.encode(source.text.replace('"so"', '"[P]"')), suffix)
    assert made.schema.field(0).type.field(0).type.field(0).metadata[b"of"] == WHO.encode()


@pytest.mark.parametrize("key", ["ARROW:schema", "PARQUET:field_id"])
def test_metadata_under_names_of_the_library_is_read(key: str) -> None:
    reported = pa.table({"a": ["so"]}).replace_schema_metadata({key: WHO})
    assert WHO in decode(file(reported, ".arrow"), "a.arrow").text


@pytest.mark.parametrize(
    "column",
    [
        [4155550100],
        [4155550100.0, None],
        [Decimal(4155550100)],
        [[4155550100]],
        [{"x": 4155550100}],
    ],
)
def test_identifying_numbers_are_reported(
    folder: Path, run: CommandLine, column: list[Any]
) -> None:
    write_rules(folder, "- use: table")
    (folder / "a.parquet").write_bytes(file(pa.table({"a": column}), ".parquet"))
    assert run("check", "--rules", "formats.yaml", "a.parquet").code == 1
    done = run("--rules", "formats.yaml", "a.parquet", "-o", "out")
    assert done.code == 3
    assert "in column 1, whose type cannot hold a tag" in done.err


def test_a_name_in_a_column_name_is_reported_by_the_column_number() -> None:
    source = decode(file(pa.table({"a": ["so"], WHO: ["so"]}), ".parquet"), "a.parquet")
    with pytest.raises(Incomplete, match="name of column 2") as caught:
        source.encode(source.text.replace(WHO, "[P]"))
    assert WHO not in str(caught.value)


@pytest.mark.parametrize("column", [[b"x"], [[b"x"]], [{"x": b"y"}]])
def test_bytes_are_incomplete_in_any_place(column: list[Any]) -> None:
    with pytest.raises(Incomplete, match="binary columns are not read"):
        decode(file(pa.table({"a": column}), ".parquet"), "a.parquet")


def test_a_table_without_rows_has_names() -> None:
    data = file(table([]), ".parquet")
    assert any("author" not in text for _, text in fields(read(TableFormat, data, "a.parquet")))
    source = decode(data, "a.parquet")
    assert source.encode(source.text.replace(WHO, "[P]")) != data


@pytest.mark.slow
@given(st.sampled_from(SUFFIXES), st.integers(0, 5000), st.binary(max_size=4))
def test_a_damaged_file_is_incomplete(suffix: str, at: int, put: bytes) -> None:
    data = file(table(), suffix)
    at %= len(data)
    data = data[:at] + put + data[at + len(put) :]
    try:
        source = decode(data, f"a{suffix}")
    except Incomplete:
        return
    assert source.encode(source.text) == data


VALUES = st.none() | st.text(max_size=8) | st.just(WHO)


@given(st.sampled_from(SUFFIXES), st.lists(VALUES, min_size=1, max_size=6))
def test_any_text_comes_back(suffix: str, values: list[str | None]) -> None:
    made = pa.table({"a": pa.array(values, pa.string())})
    source = decode(file(made, suffix), f"a{suffix}")
    changed = source.encode(source.text.replace(WHO, "[P]"))
    expected = [value and value.replace(WHO, "[P]") for value in values]
    assert opened(changed, suffix).column("a").to_pylist() == expected
