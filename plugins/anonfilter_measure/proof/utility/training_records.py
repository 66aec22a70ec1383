"""The records that models learn from: texts with a label or a summary, original or filtered."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.run import loop
from anonfilter.text.values import hide_values
from anonfilter_measure.proof.row_files import read_rows, text_of

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine

_LEAST = 20  # records; a model learns from four fifths of them


@hide_values
@dataclass(frozen=True, slots=True)
class Fields:
    """The names of the fields of a row."""

    text: str
    label: str
    summary: str


@hide_values
@dataclass(frozen=True, slots=True)
class Record:
    """A text with its label and its summary; "" if there is none."""

    where: str
    text: str = field(repr=False)
    label: str = field(default="", repr=False)
    summary: str = field(default="", repr=False)


def read_records(files: Sequence[str], fields: Fields, most: int | None) -> list[Record]:
    """Read rows of JSON lines or CSV, the first ``most`` of each file."""
    records = [record for name in files for record in _of_file(name, fields, most)]
    if len(records) < _LEAST:
        raise AnonfilterError(f"there are {len(records)} records; at least {_LEAST} are needed")
    for name in (fields.label, fields.summary):
        having = [bool(one.label if name == fields.label else one.summary) for one in records]
        if any(having) and not all(having):
            where = records[having.index(False)].where
            message = f"the row has no text in the field {name!r}, but other rows do"
            raise Incomplete(message, where=where)
    if not (records[0].label or records[0].summary):
        raise AnonfilterError(
            f"no row has a field {fields.label!r} or {fields.summary!r}",
            where=files[0],
            hint="Name the fields: --label and --summary.",
        )
    return records


def _of_file(name: str, fields: Fields, most: int | None) -> Iterator[Record]:
    for number, (line, row) in enumerate(read_rows(name)):
        if number == most:
            return
        where = f"{name}:{line}:1"
        label, summary = (
            text_of(row, one, where) if row.get(one) is not None else ""
            for one in (fields.label, fields.summary)
        )
        yield Record(where, text_of(row, fields.text, where), label, summary)


def filtered(engine: Engine, records: Sequence[Record], jobs: int) -> list[Record]:
    """Filter text and summary of each record as one document, so that their tags agree."""
    sizes = [len(one.text) for one in records]
    job = partial(_redacted, engine)
    done = loop.numbered_results(job, records, _died, engine=engine, sizes=sizes, jobs=jobs)
    return list(loop.in_order(done))


def _redacted(engine: Engine, record: Record) -> Record:
    written = json.dumps({"text": record.text, "summary": record.summary}, ensure_ascii=False)
    try:
        redaction = engine.redact(engine.read_document(f"{written}\n".encode(), "record.jsonl"))
    except Incomplete as error:
        raise Incomplete(error.message, where=record.where) from None
    read = json.loads(redaction.output)
    return Record(record.where, read["text"], record.label, read["summary"])


def _died(record: Record, how: str) -> Record:
    raise loop.worker_ended("the process that filtered this record", record.where, how)
