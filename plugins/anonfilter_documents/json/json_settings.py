"""The settings of the format `jsonl` in the rules."""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Option
from pydantic import field_validator

from anonfilter.contract.settings import Strict
from anonfilter_documents.json.json_paths import Step, parse_path
from anonfilter_documents.shared.format_bases import suffixes_option
from anonfilter_documents.shared.record_settings import Records
from anonfilter_documents.shared.value_fields import Role

LINES = (".jsonl", ".ndjson")
"""Suffixes of files with one JSON value on each line."""


class FieldRules(Strict):
    """A path, and the role of the values at that path."""

    path: str = Option(description="a JSONPath: $.turns[*].text, $..name, $.a['b c'], $.rows[0]")
    role: Role = Option(
        default="text",
        description="text, speech, speaker; code: no person reads it; leave: it is not read",
    )

    @field_validator("path")
    @classmethod
    def _require_valid_path(cls, path: str) -> str:
        parse_path(path)
        return path


class JsonRecords(Records):
    """The setting `records` of JSON: `by` is a key of the record, or a path from the top."""

    @field_validator("by")
    @classmethod
    def _require_valid_path(cls, by: str) -> str:
        if by.startswith("$"):
            parse_path(by)
        return by

    def group_path(self, *, by_line: bool) -> tuple[Step, ...]:
        """Return the path to the value that groups records; () if the rules name none."""
        if self.by.startswith("$"):
            return parse_path(self.by)
        step = (Step(self.by),) if self.by else ()
        return step if by_line or not step else (Step(None), *step)


class JsonSettings(Strict):
    """The settings of the format `jsonl`."""

    fields: tuple[FieldRules, ...] = Option(
        default=(),
        description="roles by path; the nearest path counts for all values below it, and of two "
        "paths to the same value the first",
    )
    others: Literal["text", "leave"] = Option(
        default="text", description="the role of values that no path matches"
    )
    keys: Literal["text", "leave"] = Option(
        default="text", description="the role of keys that do not look like names of a schema"
    )
    numbers: int | None = Option(
        default=5,
        ge=1,
        description="read whole numbers of at least this many digits; null: read none",
    )
    speakers: bool = Option(
        default=False, description="divide strings with several speaker turns like transcripts"
    )
    records: JsonRecords = Option(
        default=JsonRecords(),
        description="a line is a record; in a file with one value, with `scope: record`, each "
        "element of its array is; `by` is a key of the record, or a path",
    )
    suffixes: tuple[str, ...] = suffixes_option("jsonl")
    lines: bool | None = Option(
        default=None,
        description="true: each line is a value; by default this holds for .jsonl and .ndjson",
    )
