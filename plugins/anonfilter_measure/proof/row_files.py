"""Read files whose rows are documents: JSON lines and CSV, plain or compressed (``.gz``)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter_measure.evaluation.readers import read_text

_LONGEST_CELL = 2**31 - 1

Row = tuple[int, Mapping[str, Any]]
"""The line on which a row begins, and its fields."""


def read_rows(name: str) -> Iterator[Row]:
    """Yield the rows of a file; raise ``Incomplete`` for a row that cannot be read."""
    suffix = PurePath(name.removesuffix(".gz")).suffix.lower()
    if suffix in (".jsonl", ".ndjson"):
        yield from _objects(read_text(name), name)
    elif suffix == ".csv":
        yield from _cells(read_text(name), name)
    else:
        raise AnonfilterError(
            "has no rows: JSON lines (.jsonl) or CSV (.csv) are expected, or .gz of them",
            where=name,
        )


def text_of(row: Mapping[str, Any], field: str, where: str) -> str:
    """Return the text in a field of a row; raise ``Incomplete`` if there is none."""
    found = row.get(field)
    if not isinstance(found, str):
        raise Incomplete(f"the row has no text in the field {field!r}", where=where)
    return found


def _objects(text: str, name: str) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            raise Incomplete("is not valid JSON", where=f"{name}:{number}:1") from None
        if not isinstance(row, dict):
            raise Incomplete("is not a JSON object", where=f"{name}:{number}:1")
        yield number, row


def _cells(text: str, name: str) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    columns: list[str] = []
    begins = 1
    try:
        for cells in reader:
            if not columns:
                columns = cells
            elif len(cells) != len(columns):
                raise Incomplete(
                    "the row has a different number of cells than the first",
                    where=f"{name}:{begins}:1",
                )
            else:
                yield begins, dict(zip(columns, cells, strict=True))
            begins = reader.line_num + 1
    except csv.Error:
        raise Incomplete("is not valid CSV", where=f"{name}:{reader.line_num}:1") from None
