"""HTML: visible text, attributes with text, metadata, comments and scripts with data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from pydantic import Field as Option

from anonfilter.contract.document import CODE, LISTING, Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter_documents.json.json_lines import JsonLines
from anonfilter_documents.markdown.prose_in_code import is_prose
from anonfilter_documents.markup.character_references import escape_attribute
from anonfilter_documents.markup.markup_labels import Part
from anonfilter_documents.markup.markup_reader import MarkupReader, Vocabulary
from anonfilter_documents.markup.markup_tokens import (
    Attribute,
    Token,
    attributes_of,
    read_html_tokens,
)
from anonfilter_documents.shared.builder import GAP
from anonfilter_documents.shared.css import is_css
from anonfilter_documents.shared.decoded_text import cut_pieces
from anonfilter_documents.shared.format_bases import (
    CheckedFormat,
    FormatWithSuffixes,
    speakers_option,
    suffixes_option,
)
from anonfilter_documents.shared.schema_names import is_title, names_font
from anonfilter_documents.shared.value_fields import add_value

SHOWN = (
    "alt title label value content placeholder summary abbr cite datetime download standby prompt"
    " srcdoc"
)
_INLINE_ELEMENTS = (
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark nobr q rp rt"
    " ruby s samp small span strike strong sub sup time tt u var wbr"
)
_INLINE = frozenset(_INLINE_ELEMENTS.split())
# Names of elements and attributes: without addresses and without long numbers.
_NAME = re.compile(r"@?(?:[^\W\d]|[:.()\[\]#*-]|\d{1,3}(?!\d))*+")
_CONDITION = re.compile(r"(?i)\s*\[if\b([^\]]*)\]>")
_CONDITION_ENDS = re.compile(r"(?i)<!(?:\[endif\]|--)?\s*\Z")
_CDATA = re.compile(r"\[CDATA\[")

# Types of scripts that browsers do not run: data and text.
_JSON = re.compile(r"(?i)[/+]json5?\b|^(?:importmap|speculationrules)\s*$")
_TEXT = re.compile(r"(?i)\b(?:html|template|handlebars|mustache|markdown|plain|csv|xml)\b")
# Classes of elements in which generators of pages put code.
_CODE = re.compile(
    r"(?i)(?<![\w-])(?:highlight|source-?code|code|literal-block|programlisting|prettyprint|hljs"
    r"|(?:language|lang|highlight|brush)[-:]\S*|(?:small)?(?:example|lisp))(?![\w-])"
)
_PARTS = {
    "table": Part.TABLE,
    "thead": Part.TITLES,
    "tr": Part.ROW,
    "td": Part.CELL,
    "th": Part.TITLE,
    "dt": Part.TERM,
    "dd": Part.DEFINITION,
}
_ROLES = {
    "table": Part.TABLE,
    "grid": Part.TABLE,
    "treegrid": Part.TABLE,
    "row": Part.ROW,
    "cell": Part.CELL,
    "gridcell": Part.CELL,
    "columnheader": Part.TITLE,
    "rowheader": Part.TITLE,
    "term": Part.TERM,
    "definition": Part.DEFINITION,
}
_SHOWN_BY_STYLES = re.compile(
    r"(?<![\w-])content\s*:\s*[\"']([^\"'\\\n]*[^\W\d_]{2}[^\"'\\\n]*)[\"']"
)
_DATA = re.compile(r"(?i)\s*data:[^,;]*(?:;(?!base64)[^,;]*)*,")
_CONTROLS = ("input", "option", "meter", "data", "meta")
_LABELS = ("name", "id", "aria-label", "placeholder", "title", "itemprop", "property")
_FOR_PROGRAMS = ("generator", "viewport", "robots", "progid", "theme-color", "referrer")


class Html(CheckedFormat, FormatWithSuffixes["Html.Config"]):
    """Web pages (.html, .htm, .xhtml): text between tags, and attributes with text."""

    like = ("html", "xml")

    class Config(Strict):
        attributes: tuple[str, ...] = Option(
            default=tuple(SHOWN.split()),
            description="attributes that hold text, in addition to data-…, aria-…, mailto: and "
            "tel:",
        )
        speakers: bool = speakers_option()
        suffixes: tuple[str, ...] = suffixes_option("html")

    def read(self, source: Source) -> Document:
        vocabulary = HtmlVocabulary(self._config.attributes)
        reader = HtmlReader(source, vocabulary, speakers=self._config.speakers)
        return reader.read(read_html_tokens(source))


class HtmlReader(MarkupReader):
    """A reader of a page, with scripts that are data, and with code as listings."""

    _script = ""  # the type of the open script
    _around = ""  # the classes of the block that was opened last
    _listing = False  # True if the text of the open <pre> is code

    def _open_element(self, token: Token) -> None:
        super()._open_element(token)
        self._add_name(token.name, token.start + 1)
        for attribute in token.attributes:
            self._add_name(
                attribute.name,
                self._source.text.rfind(attribute.name, token.start, attribute.start),
            )
        if token.name == "script":
            self._script = self._attribute_of(token, "type")
        elif token.name == "pre":
            classes = f"{self._around} {self._attribute_of(token, 'class')}"
            self._listing = _CODE.search(classes) is not None
        elif token.name == "code" and not self._blocks[-1].length:
            self._listing |= "pre" in self._open[-3:]
        if self._vocabulary.is_block(token.name):
            self._around = self._attribute_of(token, "class")

    def _close_element(self, token: Token) -> None:
        super()._close_element(token)
        self._add_name(token.name, token.start + 2)

    def _part_of(self, token: Token) -> Part | None:
        role = self._attribute_of(token, "role").strip().lower()
        return super()._part_of(token) or _ROLES.get(role)

    def _add_value(self, text: str, pieces: list[Piece], role: str) -> None:
        """Add the text of a block; code is a listing, except for lines that are prose."""
        if role != "text" or not self._listing or "pre" not in self._open[-8:]:
            super()._add_value(text, pieces, role)
            return
        done = 0
        for prose, lines in groupby(text.splitlines(keepends=True), is_prose):
            end = done + sum(map(len, lines))
            own = cut_pieces(pieces, done, end)
            super()._add_value(text[done:end], own, "text" if prose else LISTING)
            done = end

    def _attribute_of(self, token: Token, name: str) -> str:
        """Return the undecoded value of an attribute, or ""."""
        found = (attribute for attribute in token.attributes if attribute.name.lower() == name)
        return next((self._source.text[attribute.start : attribute.end] for attribute in found), "")

    def _read_raw(self, token: Token) -> None:
        kind = self._script if self._open and self._open[-1] == "script" else ""
        if _JSON.search(kind) and (data := _read_json(self._source, token.start, token.end)):
            self._builder.add_document(data, token.start)
            self._builder.add_gap(GAP)
        elif _JSON.search(kind) or _TEXT.search(kind):
            add_value(self._builder, self._builder.add_stretch(token.start, token.end), "text")
        elif self._open and self._open[-1] == "style":
            self._read_style_sheet(token.start, token.end)
        else:
            super()._read_raw(token)

    def _read_style_sheet(self, start: int, end: int) -> None:
        """Add a style sheet as code, and the text that it shows as text."""
        for shown in _SHOWN_BY_STYLES.finditer(self._source.text, start, end):
            self._builder.add_stretch_field(start, shown.start(1), CODE)
            self._add_hidden(*shown.span(1), "text")
            start = shown.end(1)
        self._builder.add_stretch_field(start, end, CODE)

    def _read_attribute(self, token: Token, attribute: Attribute) -> None:
        if token.name == "meta" and attribute.name.lower() == "content":
            written = attributes_of(self._source, token)
            values = {name.lower(): value.lower() for name, value in written.items()}
            if values.get("name") in _FOR_PROGRAMS or "http-equiv" in values:
                text, pieces = self._decode(attribute.start, attribute.end)
                self._add_field(text, pieces, CODE, escape_attribute)
                return
        first = self._builder.field_count
        super()._read_attribute(token, attribute)
        if token.name in _CONTROLS and attribute.name.lower() in ("value", "content"):
            self._builder.label_fields(
                first, self._builder.field_count, list(self._names_of(token))
            )

    def _names_of(self, token: Token) -> Iterator[str]:
        """Yield the names of a control: its attributes, and the label before it."""
        for attribute in token.attributes:
            if attribute.name.lower() in _LABELS and attribute.end > attribute.start:
                yield self._source.text[attribute.start : attribute.end]
        before = "".join(self._blocks[-1].parts).strip()
        if is_title(before):
            yield before
        elif self._label_above.label and not before:
            yield self._label_above.label

    def _add_name(self, name: str, at: int) -> None:
        """Add the name of an element or attribute that is not HTML, as in <jane@mail.example>."""
        if not _NAME.fullmatch(name):
            self._builder.add_stretch_field(
                at, at + len(name), CODE, lambda value: re.sub(r"[\s/>=]", "", value)
            )

    def _read_comment(self, token: Token) -> None:
        """Add a comment; a conditional comment, which mail programs show, is read as a page."""
        condition = _CONDITION.match(self._source.text, token.start, token.end)
        if condition is None:
            super()._read_comment(token)
            return
        self._add_hidden(*condition.span(1), CODE)
        start = condition.end()
        page = _CONDITION_ENDS.sub("", self._source.text[start : token.end])
        own = Source(self._source.name, page)
        try:
            document = HtmlReader(own, self._vocabulary).read(read_html_tokens(own))
        except Incomplete:  # the comment begins or ends within a tag
            self._add_hidden(start, token.end, "text")
        else:
            self._builder.add_document(document, start)
            self._builder.add_gap(GAP)

    def _read_instruction(self, token: Token) -> None:
        section = _CDATA.match(self._source.text, token.start, token.end)
        if section is None:
            super()._read_instruction(token)
        else:
            self._add_hidden(section.end(), token.end, "text")


def _read_json(source: Source, start: int, end: int) -> Document | None:
    """Return a script with JSON as a document; return None for other scripts."""
    try:
        own = Source(source.name, source.text[start:end], tree=source.tree)
        return JsonLines(JsonLines.Config(lines=False), Setting("format")).read(own)
    except Incomplete:
        return None


class HtmlVocabulary(Vocabulary):
    """The elements and attributes of HTML."""

    xml = False

    def __init__(self, attributes: tuple[str, ...]) -> None:
        self._attributes = frozenset(name.lower() for name in attributes)

    def is_block(self, name: str) -> bool:
        return name not in _INLINE and "-" not in name

    def text_of(self, token: Token) -> str | None:
        return "\n" if token.name == "br" else None

    def part(self, token: Token) -> Part | None:
        return _PARTS.get(token.name)

    def keeps_blanks(self, name: str) -> bool:
        return name in ("pre", "textarea", "listing")

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        name = attribute.name.lower()
        if names_font(name):
            return CODE
        if name == "style":
            return CODE if is_css(value) else "text"
        if _DATA.match(value):
            return "text"
        shown = name in self._attributes or name.startswith(("data-", "aria-", "sdval"))
        if shown or value.lstrip().lower().startswith(("mailto:", "tel:", "sms:")):
            return "text"
        return CODE
