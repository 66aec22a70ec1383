"""Read markup: the text of a block is one field, even if inline markup divides it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from anonfilter.contract.document import CODE, LISTING, BareValue, Document, Source, verbatim
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.markup.character_references import (
    escape_attribute,
    escape_comment,
    escape_name,
    escape_text,
    read_references,
)
from anonfilter_documents.markup.markup_labels import Part, Structure
from anonfilter_documents.markup.markup_tokens import Attribute, Kind, Token
from anonfilter_documents.shared.block_labels import BlockLabels, is_short_value
from anonfilter_documents.shared.builder import GAP, DocumentBuilder, compose_pieces
from anonfilter_documents.shared.decoded_text import (
    DecodedText,
    PartialText,
    cut_pieces,
    decode_stretches,
    whole_piece,
)
from anonfilter_documents.shared.divided_words import is_word_edge
from anonfilter_documents.shared.schema_names import is_schema_name, is_title
from anonfilter_documents.shared.value_fields import add_value

LEAVE = "leave"
IDENTIFIERS = frozenset(("id", "idref", "idrefs", "ref", "target", "corresp", "who", "resp"))
"""Attributes of XML with identifiers, and references to identifiers."""
_PROGRAMS = ("script", "style")
_DECLARES = re.compile(
    r"(?i)xml(?:\s+[a-z]+\s*=\s*[\"'][\w.-]*[\"'])*\s*\??\Z|(?:<!)?doctype\s+[\w:-]+\s*"
    r"(?:(?:SYSTEM|PUBLIC)?\s*[\"'](?:about:legacy-compat|-//[\w /.+-]*|https?://[\w/.-]*)[\"']\s*)*>?\Z"
)
_STANDARD = re.compile(
    r"(?:https?://(?:www\.w3\.org|schemas\.openxmlformats\.org|schemas\.microsoft\.com|purl\.org"
    r"|purl\.oclc\.org|openoffice\.org|www\.idpf\.org|www\.tei-c\.org)/"
    r"|urn:(?:oasis|schemas-microsoft-com):)[\w./:#-]*"
)
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_IDENTIFYING = re.compile(r"[^\W\d_]{2}|(?:\d\D{0,3}){4}")
# The path of a drawing: a move, then numbers with letters for strokes before them.
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
_DRAWING = re.compile(
    rf"\s*+[mM](?:(?:[zZ]\s*+)?[a-zA-Z]?[\s,]*+{_NUMBER}[\s,]*+){{2,}}+[a-zA-Z\s]*+"
)


class Vocabulary(ABC):
    """The elements and attributes of a kind of markup, by their names."""

    xml = True

    @abstractmethod
    def is_block(self, name: str) -> bool:
        """Return True if the tags of an element end the text before them."""

    def is_aside(self, name: str) -> bool:
        """Return True for an element such as a footnote, after which the text continues."""
        return False

    def text_of(self, token: Token) -> str | None:
        """Return the text of an empty element, such as a line break; return None for no text."""
        return None

    def role(self, name: str) -> str:
        """Return the role of the text of an element; ``LEAVE`` if it is not for people."""
        return "text"

    def keeps_blanks(self, name: str) -> bool:
        """Return True if line ends are part of the text of an element."""
        return False

    @abstractmethod
    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        """Return the role of the value of an attribute."""

    def part(self, token: Token) -> Part | None:
        """Return the role of an element in a table or a list of definitions."""
        return None


_RAISED = frozenset({"sup", "sub", "superscript", "subscript"})
_STYLES = frozenset({"rend", "rendition", "style", "typestyle"})
_RAISED_STYLE = re.compile(r"(?i)super|sub|sup\b")


@hide_values
@dataclass(slots=True)
class Block(PartialText):
    """The text of a block so far, with its pieces."""

    role: str = "text"
    lead: int = 0  # the end of the inline element with which the text begins


class MarkupReader:
    """A reader that makes fields of the tokens of one file."""

    def __init__(self, source: Source, vocabulary: Vocabulary, *, speakers: bool = False) -> None:
        self._builder = builder = DocumentBuilder(source)
        self._source = source
        self._vocabulary = vocabulary
        self._speakers = speakers
        self._open: list[str] = []
        self._raised: list[bool] = []  # for each open element: it is superscript or subscript
        self._leads: list[bool] = []  # for each open element: it is inline, and begins its block
        self._parts: list[Part | None] = []  # the role of each open element in a table
        self._blocks = [Block()]
        self._at_edge = False  # a tag stands before the next text
        self._structure = Structure(builder, self._attribute_value)
        self._label_above = BlockLabels(builder)

    def read(self, tokens: Iterable[Token]) -> Document:
        """Return the document of all tokens; the text of each block is a field."""
        readers: dict[Kind, Callable[[Token], None]] = {
            Kind.TEXT: self._read_text,
            Kind.LITERAL: self._read_literal,
            Kind.RAW: self._read_raw,
            Kind.COMMENT: self._read_comment,
            Kind.INSTRUCTION: self._read_instruction,
            Kind.OPEN: self._open_element,
            Kind.CLOSE: self._close_element,
        }
        for token in tokens:
            readers[token.kind](token)
        while self._blocks:
            self._end_block()
            self._blocks.pop()
        self._structure.end()
        self._end()
        return self._builder.build()

    def _end(self) -> None:
        """Add the fields that a subclass makes at the end of the file."""

    def _open_element(self, token: Token) -> None:
        self._at_edge = True
        words, name = self._vocabulary, token.name
        if (part := self._part_of(token)) is not None:
            self._end_block()
            self._structure.open(part, token)
            self._label_above.divide()
        for attribute in token.attributes:
            self._read_attribute(token, attribute)
        if words.is_aside(name) and not token.empty:
            self._blocks.append(Block())
        elif words.is_block(name):
            self._end_block()
        text = words.text_of(token)
        if text is not None and self._blocks[-1].length:
            self._blocks[-1].add(text)
        if not token.empty:
            self._raised.append(name in _RAISED or self._has_raised_style(token))
            self._leads.append(not words.is_block(name) and not self._blocks[-1].length)
            self._parts.append(part)
            self._open.append(name)
            self._blocks[-1].role = self._role()

    def _close_element(self, token: Token) -> None:
        self._at_edge = True
        words, name = self._vocabulary, token.name
        if words.is_aside(name) and len(self._blocks) > 1:
            self._end_block()
            self._blocks.pop()
        elif words.is_block(name):
            self._end_block()
        if name in self._open[-64:]:  # in HTML, this also closes elements without an end tag
            self._close_up_to(name)
        elif (part := words.part(token)) is not None:
            self._structure.close(part)
        self._blocks[-1].role = self._role()

    def _part_of(self, token: Token) -> Part | None:
        """Return the role of an element in a table or a list of definitions."""
        return self._vocabulary.part(token)

    def _close_up_to(self, name: str) -> None:
        """Close the elements up to the last one with this name."""
        closed = ""
        while closed != name:
            closed, leads, part = self._open.pop(), self._leads.pop(), self._parts.pop()
            self._raised.pop()
            if part is not None:
                self._structure.close(part)
            if leads:
                self._blocks[-1].lead = self._blocks[-1].length

    def _role(self) -> str:
        return self._vocabulary.role(self._open[-1]) if self._open else "text"

    def _read_text(self, token: Token) -> None:
        text, pieces = self._decode(token.start, token.end)
        if self._vocabulary.xml and self._may_close(token):
            self._add_separately(token, text, pieces, escape_text, _escape_close)
        else:
            self._add_inline(text, pieces)

    def _decode(self, start: int, end: int) -> DecodedText:
        """Return the decoded text of a stretch of the file, with its pieces."""
        return read_references(self._source, start, end, xml=self._vocabulary.xml)

    def _read_literal(self, token: Token) -> None:
        text = self._source.text[token.start : token.end]
        pieces = whole_piece(token.start, token.end)
        if self._may_close(token):
            self._add_separately(token, text, pieces, verbatim, _split_sections)
        else:
            self._add_inline(text, pieces)

    def _may_close(self, token: Token) -> bool:
        """Return True if a tag before ``]>`` could make ``]]>``, which ends a CDATA section."""
        return self._source.text.find("]>", token.start, token.end) >= 0

    def _add_separately(
        self,
        token: Token,
        text: str,
        pieces: list[Piece],
        encode: Callable[[str], str],
        escape: Callable[[str], str],
    ) -> None:
        """Add a text as a separate field, which is escaped if it would contain ``]]>``."""
        role = self._role()
        if role != LEAVE:
            self._end_block()
            fits = _has_no_close
            bare = BareValue(token.start, token.end, fits, escape, quote="")
            self._add_field(text, pieces, role, encode, bare=bare)

    def _add_inline(self, text: str, pieces: list[Piece]) -> None:
        role = self._role()
        block = self._blocks[-1]
        if role == LEAVE or (not block.length and not text.strip()):
            return
        if role != block.role:
            self._end_block()
            block.role = role
        if self._at_edge and block.length:
            divides = not self._vocabulary.xml
            if is_word_edge(block.parts[-1], text, self._is_raised(), divides_codes=divides):
                block.add(" ")
        self._at_edge = False
        if self._open and any(map(self._vocabulary.keeps_blanks, self._open[-8:])):
            block.add(text, pieces)
        else:
            block.add(*_collapse_spaces(text, pieces))

    def _has_raised_style(self, token: Token) -> bool:
        """Return True if an attribute makes an element superscript: ``<hi rend="sup">``."""
        return any(
            attribute.name in _STYLES
            and _RAISED_STYLE.search(self._source.text, attribute.start, attribute.end)
            for attribute in token.attributes
        )

    def _is_raised(self) -> bool:
        """Return True if the open element is superscript or subscript."""
        return any(self._raised[-3:])

    def _read_raw(self, token: Token) -> None:
        if token.end > token.start:
            role = CODE if self._open and self._open[-1] in _PROGRAMS else "text"
            self._builder.add_stretch_field(token.start, token.end, role)

    def _read_instruction(self, token: Token) -> None:
        """Add an instruction to programs, unless it only declares the kind of file."""
        text = self._source.text[token.start : token.end]
        if not _DECLARES.match(text):
            self._add_hidden(token.start, token.end, LISTING if "=" in text else "text")

    def _read_comment(self, token: Token) -> None:
        self._add_hidden(token.start, token.end, "text")

    def _add_hidden(self, start: int, end: int, role: str) -> None:
        """Add a stretch of the file that browsers do not show."""
        if _IDENTIFYING.search(self._source.text, start, end):
            add_value(self._builder, self._builder.add_stretch(start, end), role, escape_comment)

    def _read_attribute(self, token: Token, attribute: Attribute) -> None:
        if attribute.end == attribute.start:
            return
        text, pieces = self._decode(attribute.start, attribute.end)
        role = self._vocabulary.attribute_role(token, attribute, text)
        if role == LEAVE or not any(map(str.isalnum, text)) or _DRAWING.fullmatch(text):
            return
        if role == CODE and (is_schema_name(text) or _STANDARD.fullmatch(text)):
            return
        is_identifying = _IDENTIFYING.search(text) is not None
        if not is_identifying and role != "text":
            return
        first = self._builder.field_count
        # A value with a tag in it may have spaces, so it always gets quotes.
        bare = (
            None
            if attribute.quote
            else BareValue(attribute.start, attribute.end, lambda _: False, str)
        )
        encoding = self._attribute_encoder(token, attribute)
        self._add_field(text, pieces, role, encoding, bare=bare, name=attribute.name)
        if not is_identifying:
            self._builder.drop_unless_labelled(first)

    def _attribute_encoder(self, token: Token, attribute: Attribute) -> Callable[[str], str]:
        """Return the function that escapes the value of an attribute."""
        is_identifier = (
            attribute.name.startswith("xmlns") or attribute.name.rpartition(":")[2] in IDENTIFIERS
        )
        return escape_name if self._vocabulary.xml and is_identifier else escape_attribute

    def _end_block(self) -> None:
        """Make a field of the text of the block."""
        block = self._blocks[-1]
        if block.length:
            text = block.text
            if any(map(str.isalnum, text)):
                first = self._builder.field_count
                self._add_value(text, block.pieces, block.role)
                self._builder.label_fields(first, self._builder.field_count, self._block_labels())
        block.parts, block.pieces, block.length, block.lead = [], [], 0, 0

    def _block_labels(self) -> Sequence[str]:
        """Return the labels of the text of the open element."""
        return ()

    def _attribute_value(self, token: Token, names: tuple[str, ...]) -> str:
        """Return the undecoded value of the first of these attributes, or ""."""
        found = (
            attribute
            for attribute in token.attributes
            if attribute.name.rpartition(":")[2].lower() in names
        )
        return next((self._source.text[attribute.start : attribute.end] for attribute in found), "")

    def _add_value(self, text: str, pieces: list[Piece], role: str) -> None:
        """Add the text of a block."""
        for start, end in _split_label(text, role, self._blocks[-1].lead):
            first = self._builder.field_count
            added = self._builder.add_text(text[start:end], cut_pieces(pieces, start, end))
            add_value(self._builder, added, role, escape_text, speakers=self._speakers)
            self._label_above.add_block(first)

    def _add_field(
        self,
        text: str,
        pieces: list[Piece],
        role: str,
        encode: Callable[[str], str],
        *,
        bare: BareValue | None = None,
        name: str = "",
    ) -> None:
        """Add a text as one field."""
        start = self._builder.offset
        self._builder.add_text(text, pieces)
        self._builder.add_field(start, self._builder.offset, role, encode, bare=bare, name=name)
        self._builder.add_gap(GAP)


def _split_label(text: str, role: str, lead: int) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each field of a text: of a label and its value, or of all.

    A label that markup sets apart, up to ``lead``, and its value are two fields, as in
    ``<b>SSN</b> 536228714``.
    """
    label, value = text[:lead].strip(), text[lead:].strip()
    is_pair = (
        role == "text"
        and label[-1:].isalnum()
        and is_short_value(value)
        and is_title(label)
        and not (text[lead].isspace() and is_title(value))
    )
    return ((0, lead), (lead, len(text))) if is_pair else ((0, len(text)),)


def _collapse_spaces(text: str, pieces: list[Piece]) -> DecodedText:
    """Return a text in which runs of spaces and line ends are one space, as browsers show it."""
    runs = list(_BLANKS.finditer(text))
    if all(run[0] == " " for run in runs):
        return text, pieces
    collapsed, outer = decode_stretches(text, 0, len(text), ((*run.span(), " ") for run in runs))
    return collapsed, list(compose_pieces(outer, pieces))


def _has_no_close(written: str) -> bool:
    return "]]>" not in written


def _escape_close(written: str) -> str:
    """Escape the text between tags so that it does not contain ``]]>``."""
    return written.replace(">", "&gt;")


def _split_sections(written: str) -> str:
    """End the CDATA section before each ``>``, and begin another."""
    return written.replace(">", "]]><![CDATA[>")
