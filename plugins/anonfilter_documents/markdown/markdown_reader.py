"""Make fields of the tokens of Markdown: text, targets of links, settings and code."""

from __future__ import annotations

import re

from anonfilter.contract.document import CODE, LISTING, BareValue, Source
from anonfilter_documents.markdown.markdown_inline import LINK
from anonfilter_documents.markup.character_references import escape_attribute
from anonfilter_documents.markup.html import SHOWN, HtmlVocabulary
from anonfilter_documents.markup.markup_labels import Part
from anonfilter_documents.markup.markup_reader import MarkupReader
from anonfilter_documents.markup.markup_tokens import Attribute, Token
from anonfilter_documents.shared.builder import GAP
from anonfilter_documents.shared.schema_names import is_schema_name, names_font
from anonfilter_documents.shared.value_fields import UNDERSCORE

BLOCK, FRONT = "#block", "#front"
TABLE, ROW, TITLE, CELL = "#table", "#row", "#title", "#cell"
_PARTS = {TABLE: Part.TABLE, ROW: Part.ROW, TITLE: Part.TITLE, CELL: Part.CELL}
_ADDRESS = re.compile(r"(?:mailto|tel|sms|xmpp|sip):", re.IGNORECASE)
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:|//")
_COMPONENT = re.compile(r"[^/\\\r\n#?&=]++")
_BETWEEN = re.compile(rf"{UNDERSCORE}|%20|(?<=[^\W\d])\.(?=[^\W\d])")
_QUOTED = re.compile(r"\"[^\"\\]*+\"|'[^'\\]*+'")
_STRUCTURE = tuple("[]{}\"'|>&*!%@`")
_PLAIN = re.compile(r"(?![-?:,\[\]{}#&*!|>'\"%@`])(?:[^\s:#]++|:(?!\s|\Z)|\s++(?!#)|(?<!\s)#)*+\Z")
_TARGET = re.compile(r"[^\s()<>]*+\Z")


class MarkdownVocabulary(HtmlVocabulary):
    """The elements of HTML, and elements for the blocks of Markdown."""

    def is_block(self, name: str) -> bool:
        return name != LINK and super().is_block(name)

    def keeps_blanks(self, name: str) -> bool:
        return name in (BLOCK, TITLE, CELL) or super().keeps_blanks(name)

    def part(self, token: Token) -> Part | None:
        return _PARTS.get(token.name) or super().part(token)


class MarkdownReader(MarkupReader):
    """A reader that makes fields of the tokens of one file."""

    def __init__(self, source: Source, *, speakers: bool) -> None:
        super().__init__(source, MarkdownVocabulary(tuple(SHOWN.split())), speakers=speakers)

    def _read_raw(self, token: Token) -> None:
        self._builder.add_stretch_field(token.start, token.end, LISTING)

    def _read_attribute(self, token: Token, attribute: Attribute) -> None:
        reader = {LINK: self._read_link, FRONT: self._read_setting}.get(token.name)
        if reader is None:
            super()._read_attribute(token, attribute)
        elif attribute.end > attribute.start:
            reader(attribute)

    def _read_link(self, attribute: Attribute) -> None:
        """Read the target, the title or the label of a link."""
        add = self._builder.add_stretch_field
        value = self._source.text[attribute.start : attribute.end]
        quoted = self._source.text[attribute.start - 1 : attribute.start] == "<"
        bare = (
            None if quoted else BareValue(attribute.start, attribute.end, _is_target, str, "<", ">")
        )
        if attribute.name == "label":
            add(attribute.start, attribute.end, name=attribute.name)
        elif attribute.name == "title":
            add(attribute.start, attribute.end, "text", escape_attribute, name=attribute.name)
        elif _ADDRESS.match(value) or "@" in value:
            add(attribute.start, attribute.end, bare=bare, name=attribute.name)
        elif _ELSEWHERE.match(value):
            add(attribute.start, attribute.end, LISTING, bare=bare, name=attribute.name)
        else:
            for found in _COMPONENT.finditer(self._source.text, attribute.start, attribute.end):
                self._add_component(*found.span(), bare)

    def _add_component(self, start: int, end: int, bare: BareValue | None) -> None:
        """Add a folder or file of a path as words."""
        builder, text = self._builder, self._source.text
        first = builder.offset
        role = LISTING if is_schema_name(text[start:end]) else "text"
        for between in _BETWEEN.finditer(text, start, end):
            builder.add_stretch(start, between.start())
            builder.add_escape(" ", *between.span())
            start = between.end()
        builder.add_stretch(start, end)
        builder.add_field(first, builder.offset, role, bare=bare, name="href")
        builder.add_gap(GAP)

    def _read_setting(self, attribute: Attribute) -> None:
        """Read a key or a value of the settings at the beginning of the file."""
        add = self._builder.add_stretch_field
        start, end = attribute.start, attribute.end
        value = self._source.text[start:end]
        role = CODE if names_font(attribute.name) else "text"
        if _QUOTED.fullmatch(value):
            add(start + 1, end - 1, role, name=attribute.name)
        elif value.startswith(_STRUCTURE):
            add(start, end, role, name=attribute.name)
        elif attribute.name or not (is_schema_name(value) or names_font(value)):
            bare = BareValue(start, end, _is_plain, _escape_quotes)
            add(start, end, role, bare=bare, name=attribute.name)


def _is_target(written: str) -> bool:
    return _TARGET.match(written) is not None


def _is_plain(written: str) -> bool:
    """Return True if the value of a setting needs no quotes."""
    return _PLAIN.match(written) is not None


def _escape_quotes(value: str) -> str:
    """Escape a value for the quotes around a setting."""
    return value.replace("\\", r"\\").replace('"', r"\"")
