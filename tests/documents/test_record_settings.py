"""Records: rows, lines and elements, and which of them belong together."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anonfilter_documents.csv.csv_table import CsvTable
from anonfilter_documents.json.json_lines import JsonLines
from pydantic import ValidationError

from tests.documents.read_documents import read

TABLE = "talk,text\na,one\nb,two\n a ,three\n,four\n,five\n"
ROWS = [
    {"text": "one", "talk": "a"},
    {"talk": 7, "text": "two"},
    {"meta": {"talk": "7"}, "text": "three", "talk": "a"},
    {"text": "four"},
    {"text": "five", "talk": None},
]


def records(format_class: Any, data: str, name: str, **settings: Any) -> list[int]:
    """The records of the fields called `text`, numbered from 0."""
    document = read(format_class, data, name, **({"records": settings} if settings else {}))
    found = [one.record for one in document.fields if one.name == "text"]
    assert [document.record(one.start) for one in document.fields if one.name == "text"] == found
    return [found.index(one) for one in found]


def lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [0, 1, 2, 3, 4]),
        ({"scope": "record"}, [0, 1, 2, 3, 4]),
        ({"scope": "document"}, [0, 0, 0, 0, 0]),
        ({"by": "talk"}, [0, 1, 0, 3, 4]),
        ({"by": "1"}, [0, 1, 0, 3, 4]),
        ({"by": "nothing"}, [0, 1, 2, 3, 4]),
        ({"by": "9"}, [0, 1, 2, 3, 4]),
    ],
)
def test_rows_of_a_table(settings: dict[str, Any], expected: list[int]) -> None:
    assert records(CsvTable, TABLE, "a.csv", **settings) == expected


def test_a_column_says_which_rows_belong_together_though_nothing_else_looks_at_it() -> None:
    document = read(CsvTable, TABLE, "a.csv", records={"by": "talk"}, columns={"talk": "leave"})
    assert [one.record for one in document.fields] == [1, 2, 1, 4, 5]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [0, 1, 2, 3, 4]),
        ({"scope": "document"}, [0, 0, 0, 0, 0]),
        ({"by": "talk"}, [0, 1, 0, 3, 4]),
        ({"by": "$.talk"}, [0, 1, 0, 3, 4]),
        ({"by": "$.meta.talk"}, [0, 1, 2, 3, 4]),
    ],
)
def test_lines_of_json(settings: dict[str, Any], expected: list[int]) -> None:
    assert records(JsonLines, lines(ROWS), "a.jsonl", **settings) == expected


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [0, 0, 0, 0, 0]),
        ({"scope": "record"}, [0, 1, 2, 3, 4]),
        ({"by": "talk"}, [0, 1, 0, 3, 4]),
        ({"by": "$[*].talk"}, [0, 1, 0, 3, 4]),
    ],
)
def test_one_value_is_one_record_unless_the_rules_say_that_its_elements_are(
    settings: dict[str, Any], expected: list[int]
) -> None:
    assert records(JsonLines, json.dumps(ROWS), "a.json", **settings) == expected


def test_a_value_that_is_no_array_has_no_elements() -> None:
    one = json.dumps({"talk": "a", "rows": ROWS})
    assert records(JsonLines, one, "a.json", scope="record") == [0, 0, 0, 0, 0]


def test_an_invalid_path_is_an_error_of_the_rules() -> None:
    with pytest.raises(ValidationError, match="has an error at"):
        JsonLines.Config(records={"by": "$.[x"})  # type: ignore[arg-type]
