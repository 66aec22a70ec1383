"""JSON and JSON lines: all strings, unusual keys and long numbers are fields."""

from __future__ import annotations

import re

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import Document, Source
from anonfilter_documents.json.json_settings import LINES, JsonSettings
from anonfilter_documents.shared.file_parts import Divided
from anonfilter_documents.shared.format_bases import FormatWithSuffixes

_LINE = re.compile(r"[^\n]+")


class JsonLines(FormatWithSuffixes[JsonSettings]):
    """JSON lines (.jsonl, .ndjson), and JSON files with one value (.json)."""

    class Config(JsonSettings):
        pass

    def parts(self, beginning: Source) -> Divided | None:
        if not self._is_by_line(beginning):
            return None
        return Divided(re.compile(r"\n"), apart=self._config.records.apart())

    def read(self, source: Source) -> Document:
        # Rules with settings for JSON load this module; only a JSON file needs the reader.
        from anonfilter_documents.json.json_reader import JsonReader
        from anonfilter_documents.json.json_syntax import JsonError

        by_line = self._is_by_line(source)
        reader = JsonReader(source, self._config, by_line=by_line)
        spans = [line.span() for line in _LINE.finditer(source.text) if not line[0].isspace()]
        try:
            for start, end in spans if by_line else [(0, len(source.text))]:
                reader.read_value(start, end)
        except JsonError as error:
            hint = (
                "Each line must be one JSON value; `lines: false` in the rules reads the file as "
                "one value."
                if by_line
                else "`lines: true` in the rules reads each line as a value."
            )
            message = f"is not valid JSON: {error.message}"
            raise incomplete_at(source, error.position, message, hint) from None
        reader.require_paths()
        return reader.builder.build()

    def _is_by_line(self, source: Source) -> bool:
        by_line = self._config.lines
        return source.name.lower().endswith(LINES) if by_line is None else by_line
