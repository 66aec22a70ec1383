"""XML of any schema, such as TEI: the file itself shows which elements are inline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pydantic import Field as Option

from anonfilter.contract.document import CODE, Document, Source
from anonfilter.contract.settings import Strict
from anonfilter_documents.markup.markup_labels import Part
from anonfilter_documents.markup.markup_reader import LEAVE, MarkupReader, Vocabulary
from anonfilter_documents.markup.markup_tokens import Attribute, Kind, Token, read_xml_tokens
from anonfilter_documents.shared.css import is_css
from anonfilter_documents.shared.format_bases import (
    CheckedFormat,
    FormatWithSuffixes,
    speakers_option,
    suffixes_option,
)
from anonfilter_documents.shared.label_keys import LABELS, VALUES, plain_name
from anonfilter_documents.shared.schema_names import is_schema_name, is_title, names_font

_POINTING = "id idref ref target corresp who resp href src key url"
_POINTERS = frozenset(_POINTING.split())
_ASIDES = frozenset(("note", "footnote", "endnote", "fn", "annotation", "annot"))
_BREAKS = frozenset(("lb", "br", "pb", "cb", "gb", "milestone", "tab", "space"))
_NAMING_FONTS = "name face family val value ascii hansi cs eastasia latin"
_OF_FONTS = frozenset(_NAMING_FONTS.split())
_SHORT = 4  # digits; shorter numbers, such as an age, need a label
_NAMING = ("name", "key", "label", "field", "title", "n", "id", "displayname", "type", "linkid")
_PARTS = {
    "table": Part.TABLE,
    "thead": Part.TITLES,
    "tr": Part.ROW,
    "row": Part.ROW,
    "td": Part.CELL,
    "entry": Part.CELL,
    "cell": Part.CELL,
    "th": Part.TITLE,
}


class Xml(CheckedFormat, FormatWithSuffixes["Xml.Config"]):
    """XML (.xml, .tei and others): text of elements and attributes."""

    like = ("html", "xml")

    class Config(Strict):
        leave: tuple[str, ...] = Option(
            default=(), description="elements and @attributes that are not read"
        )
        speakers: bool = speakers_option()
        suffixes: tuple[str, ...] = suffixes_option("xml")

    def read(self, source: Source) -> Document:
        tokens = list(read_xml_tokens(source))
        vocabulary = XmlVocabulary(_inline_elements(source, tokens), frozenset(self._config.leave))
        return XmlReader(source, vocabulary, speakers=self._config.speakers).read(tokens)


def local_name(name: str) -> str:
    """Return a name without its prefix."""
    return name.rpartition(":")[2]


def _inline_elements(source: Source, tokens: Sequence[Token]) -> frozenset[str]:
    """Return the names of elements that mostly occur within text."""
    mixed = _mixed_elements(source, tokens)
    within_text, count = Counter[str](), Counter[str]()
    depth = 0  # open elements from the outermost element with text
    for at, token in enumerate(tokens):
        if token.kind is Kind.OPEN:
            count[token.name] += 1
            within_text[token.name] += depth > 0
            if not token.empty:
                depth += depth > 0 or at in mixed
        elif token.kind is Kind.CLOSE:
            depth -= depth > 0
    return frozenset(name for name in count if 0 < within_text[name] >= count[name] / 2)


def _mixed_elements(source: Source, tokens: Sequence[Token]) -> set[int]:
    """Return the indexes of start tags whose element has both text and elements."""
    open_: list[list[int]] = []  # tag, has text, has elements
    found: set[int] = set()
    for at, token in enumerate(tokens):
        if token.kind is Kind.OPEN:
            if open_:
                open_[-1][2] = 1
            if not token.empty:
                open_.append([at, 0, 0])
        elif token.kind is Kind.CLOSE:
            tag, text, elements = open_.pop()
            if text and elements:
                found.add(tag)
        elif token.kind in (Kind.TEXT, Kind.LITERAL) and open_:
            blank = source.text[token.start : token.end].isspace()
            open_[-1][1] |= token.end > token.start and not blank
    return found


class XmlReader(MarkupReader):
    """A reader that labels text with the names of elements, and with the text beside it."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._names: list[str] = []  # the name of each open element in its attributes
        self._before: list[str] = [""]  # for each depth, the label in a preceding element

    def _open_element(self, token: Token) -> None:
        super()._open_element(token)
        if not token.empty:
            self._names.append(self._attribute_value(token, _NAMING))
            self._before.append("")

    def _read_attribute(self, token: Token, attribute: Attribute) -> None:
        first = self._builder.field_count
        super()._read_attribute(token, attribute)
        name = local_name(attribute.name)
        if plain_name(name) in VALUES:
            names = (self._attribute_value(token, _NAMING), local_name(token.name))
            self._builder.label_fields(first, self._builder.field_count, list(filter(None, names)))
        elif len(name) > 1 and is_title(name):
            self._builder.label_fields(first, self._builder.field_count, (name,))

    def _close_element(self, token: Token) -> None:
        first = self._builder.field_count
        super()._close_element(token)
        self._names.pop()
        self._before.pop()
        if plain_name(local_name(token.name)) in LABELS:
            self._before[-1] = self._builder.text_of(first, self._builder.field_count)

    def _block_labels(self) -> Sequence[str]:
        if not self._open:
            return ()
        name = local_name(self._open[-1])
        labels = [self._names[-1], name]
        if plain_name(name) in VALUES:
            above = self._open[-2:-1]
            labels = [
                self._names[-1],
                self._before[-2],
                *self._names[-2:-1],
                *map(local_name, above),
            ]
        return list(filter(None, labels))


class XmlVocabulary(Vocabulary):
    """The elements and attributes of one XML file."""

    def __init__(
        self, inline: frozenset[str] = frozenset(), left: frozenset[str] = frozenset()
    ) -> None:
        self._inline = inline
        self._left = left

    def is_block(self, name: str) -> bool:
        return name not in self._inline

    def is_aside(self, name: str) -> bool:
        return local_name(name) in _ASIDES

    def part(self, token: Token) -> Part | None:
        return _PARTS.get(local_name(token.name).lower())

    def text_of(self, token: Token) -> str | None:
        if local_name(token.name) not in _BREAKS:
            return None
        joined = any(local_name(attribute.name) == "break" for attribute in token.attributes)
        return "" if joined else " "

    def role(self, name: str) -> str:
        if name in self._left:
            return LEAVE
        return CODE if local_name(name) in ("script", "style") else "text"

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        name = attribute.name
        if f"@{name}" in self._left:
            return LEAVE
        if name.startswith(("xmlns", "xsi:", "xml:lang", "xml:space")):
            return CODE
        if value.startswith(("mailto:", "tel:")):
            return "text"
        if value.isdecimal() and len(value) < _SHORT:
            return "text"
        if local_name(name) == "style" and is_css(value):
            return CODE
        of_font = names_font(local_name(token.name)) and local_name(name).lower() in _OF_FONTS
        if of_font or names_font(local_name(name)):
            return CODE
        points = local_name(name) in _POINTERS and not any(map(str.isspace, value))
        return CODE if points or is_schema_name(value) else "text"
