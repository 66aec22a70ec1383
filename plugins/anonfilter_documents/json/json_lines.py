"""JSON and JSON lines: every string, key and long number is text, in the role that a path gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from pydantic import Field as Option
from pydantic import field_validator

from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter_documents.json.json_paths import Roles, Step, parse_path
from anonfilter_documents.shared.dividing import Divided
from anonfilter_documents.shared.fields import Role
from anonfilter_documents.shared.places import broken
from anonfilter_documents.shared.records import Records

_LINES = (".jsonl", ".ndjson")
_WHOLE = (".json", ".geojson", ".jsonld")
_LINE = re.compile(r"[^\n]+")


class FieldRules(Strict):
    """Which values, and what they are."""

    path: str = Option(description="a JSONPath: $.turns[*].text, $..name, $.a['b c'], $.rows[0]")
    role: Role = Option(
        default="text",
        description="text, speech, speaker; code: no person reads it; leave: it is not looked at",
    )

    @field_validator("path")
    @classmethod
    def _readable(cls, path: str) -> str:
        parse_path(path)
        return path


class JsonRecords(Records):
    """Records of JSON: `by` is a key of the record, or a path from the top."""

    @field_validator("by")
    @classmethod
    def _readable(cls, by: str) -> str:
        if by.startswith("$"):
            parse_path(by)
        return by

    def path(self, *, by_line: bool) -> tuple[Step, ...]:
        """Where what a record belongs to stands; () if nothing says so."""
        if self.by.startswith("$"):
            return parse_path(self.by)
        step = (Step(self.by),) if self.by else ()
        return step if by_line or not step else (Step(None), *step)


class JsonLines:
    """JSON lines (.jsonl, .ndjson), and JSON that is one value (.json)."""

    class Config(Strict):
        fields: tuple[FieldRules, ...] = Option(
            default=(),
            description="roles by path; the nearest path counts for all that is below it, "
            "of two to the same value the first",
        )
        others: Literal["text", "leave"] = Option(
            default="text", description="what no path leads to: is it looked at?"
        )
        keys: Literal["text", "leave"] = Option(
            default="text", description="keys that no schema would have are looked at too"
        )
        numbers: int | None = Option(
            default=5,
            ge=1,
            description="whole numbers of so many digits are looked at; null: none are",
        )
        speakers: bool = Option(
            default=False, description="strings of several turns are divided as transcripts"
        )
        records: JsonRecords = Option(
            default=JsonRecords(),
            description="a line is a record; of one value, with `scope: record`, each element of "
            "its array; `by` is a key of the record, or a path",
        )
        suffixes: tuple[str, ...] = Option(
            default=(*_LINES, *_WHOLE), description="the files that are read so"
        )
        lines: bool | None = Option(
            default=None, description="a value a line? else .jsonl and .ndjson are so"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._config = config

    def parts(self, beginning: Source) -> Divided | None:
        if not self._by_line(beginning):
            return None
        return Divided(re.compile(r"\n"), apart=self._config.records.apart())

    def read(self, source: Source) -> Document:
        from anonfilter_documents.json.json_reading import Reading
        from anonfilter_documents.json.json_syntax import JsonError

        roles = Roles(
            [(parse_path(one.path), one.role) for one in self._config.fields], self._config.others
        )
        by_line = self._by_line(source)
        reading = Reading(source, self._config, roles, by_line=by_line)
        try:
            for start, end in self._values(source):
                reading.value(start, end)
        except JsonError as error:
            raise broken(
                source, error.position, f"is no JSON: {error.message}", self._hint(source)
            ) from None
        reading.require_paths()
        return reading.builder.build()

    def _by_line(self, source: Source) -> bool:
        by_line = self._config.lines
        return source.name.lower().endswith(_LINES) if by_line is None else by_line

    def _values(self, source: Source) -> Iterator[tuple[int, int]]:
        text = source.text
        if not self._by_line(source):
            yield 0, len(text)
            return
        for line in _LINE.finditer(text):
            if not line[0].isspace():
                yield line.span()

    def _hint(self, source: Source) -> str:
        if self._by_line(source):
            return "In JSON lines each line is a value of its own; `lines: false` reads one value."
        return "`lines: true` in the rules reads a value a line."
