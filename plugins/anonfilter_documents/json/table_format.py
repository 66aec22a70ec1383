"""Tables of Parquet and Arrow: rows as JSON lines, and metadata as JSON."""

from __future__ import annotations

from anonfilter.containers.member_text import split_parts
from anonfilter.contract.document import Document, Source
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter_documents.json.json_lines import JsonLines
from anonfilter_documents.shared.builder import GAP, DocumentBuilder
from anonfilter_documents.shared.format_bases import suffixes_option

_ROWS = ".jsonl"  # the suffix of the member with the rows; the metadata is a single value


class TableFormat(JsonLines):
    """Tables (.parquet, .arrow, .feather): a row is a JSON object with columns as keys."""

    class Config(JsonLines.Config):
        suffixes: tuple[str, ...] = suffixes_option("table")

    def __init__(self, config: Config, setting: Setting) -> None:
        super().__init__(config, setting)
        self._metadata = JsonLines(JsonLines.Config(), setting)

    def needs(self) -> Needs:
        return Needs(extra="parquet")

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        for part in split_parts(source.text):
            member = Source(part.name, source.text[part.start : part.end], tree=source.tree)
            is_rows = part.name.endswith(_ROWS)
            document = super().read(member) if is_rows else self._metadata.read(member)
            builder.add_document(document, part.start)
            builder.add_gap(GAP)
        return builder.build()
