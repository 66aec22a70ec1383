"""Tables of Parquet and Arrow: rows as lines of JSON, and what files say of themselves."""

from __future__ import annotations

from pydantic import Field as Option

from anonfilter.containers.dividing import parts_of
from anonfilter.contract.document import Document, Source
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter_documents.json.json_lines import JsonLines
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.fields import GAP

_ROWS = ".jsonl"  # of parts; others are single values


class Table(JsonLines):
    """Tables (.parquet, .arrow, .feather): a row is an object of JSON, with columns as keys."""

    class Config(JsonLines.Config):
        suffixes: tuple[str, ...] = Option(
            default=(".parquet", ".arrow", ".feather", ".ipc"),
            description="the files that are read so",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        super().__init__(config, setting)
        self._notes = JsonLines(JsonLines.Config(), setting)

    def needs(self) -> Needs:
        return Needs(extra="parquet")

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        for part in parts_of(source.text):
            own = Source(part.name, source.text[part.start : part.end], tree=source.tree)
            document = super().read(own) if part.name.endswith(_ROWS) else self._notes.read(own)
            builder.include(document, part.start)
            builder.gap(GAP)
        return builder.build()
