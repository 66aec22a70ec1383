"""Reads markup into fields: the text of a block is one field, whatever markup cuts it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from anonfilter.contract.document import CODE, LISTING, BareValue, Source, verbatim
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.markup.references import (
    attribute_value,
    comment_value,
    name_value,
    read_references,
    text_value,
)
from anonfilter_documents.markup.structure import Part, Structure
from anonfilter_documents.markup.tokens import Attribute, Kind, Token
from anonfilter_documents.shared.block_labels import BlockLabels, is_short_value
from anonfilter_documents.shared.builder import DocumentBuilder, compose_pieces
from anonfilter_documents.shared.fields import GAP, add_value
from anonfilter_documents.shared.schema_names import is_schema_name, is_title

LEAVE = "leave"
IDENTIFIERS = frozenset(("id", "idref", "idrefs", "ref", "target", "corresp", "who", "resp"))
"""Attributes of XML that hold identifiers, and pointers to them."""
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
_TELLING = re.compile(r"[^\W\d_]{2}|(?:\d\D{0,3}){4}")
# A drawing: a move, and numbers, before which letters stand for strokes
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
_DRAWING = re.compile(
    rf"\s*+[mM](?:(?:[zZ]\s*+)?[a-zA-Z]?[\s,]*+{_NUMBER}[\s,]*+){{2,}}+[a-zA-Z\s]*+"
)


class Vocabulary(Protocol):
    """What the elements of some markup are, by the names in their tags."""

    xml: bool

    def is_block(self, name: str) -> bool:
        """Whether text before and after its tags does not run on."""

    def is_aside(self, name: str) -> bool:
        """Whether it stands in the middle of a text that runs on behind it: a footnote."""

    def text_of(self, token: Token) -> str | None:
        """What an empty element stands for, such as a line break; None for nothing."""

    def role(self, name: str) -> str:
        """The role of its own text; ``LEAVE`` if it is not for people."""

    def keeps_blanks(self, name: str) -> bool:
        """Whether line ends in it are part of its text."""

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        """The role of an attribute's value."""

    def part(self, token: Token) -> Part | None:
        """What an element is in a table or a list of definitions."""


@hide_values
@dataclass(slots=True)
class Block:
    """A text in the making: what was read of it, and where each part stands."""

    parts: list[str]
    pieces: list[Piece]
    role: str = "text"
    length: int = 0
    lead: int = 0  # the end of the inline element with which the text begins

    def add(self, text: str, pieces: Iterable[Piece]) -> None:
        self.parts.append(text)
        at = self.length
        self.pieces += (
            Piece(one.start + at, one.end + at, one.source_start, one.source_end) for one in pieces
        )
        self.length += len(text)


class MarkupReader:
    """Takes the tokens of one file into a document."""

    def __init__(
        self, builder: DocumentBuilder, source: Source, words: Vocabulary, *, speakers: bool = False
    ) -> None:
        self._builder = builder
        self._source = source
        self._vocabulary = words
        self._speakers = speakers
        self._open: list[str] = []
        self._leads: list[bool] = []  # for each open element: it is inline, and begins its block
        self._parts: list[Part | None] = []  # the role of each open element in a table
        self._blocks = [Block([], [])]
        self._structure = Structure(builder, self._attribute_value)
        self._label_above = BlockLabels(builder)

    def read(self, tokens: Iterable[Token]) -> None:
        """Take all tokens, each text as a field once its block ends."""
        takers: dict[Kind, Callable[[Token], None]] = {
            Kind.TEXT: self._read_text,
            Kind.LITERAL: self._read_literal,
            Kind.RAW: self._read_raw,
            Kind.COMMENT: self._read_comment,
            Kind.INSTRUCTION: self._read_instruction,
            Kind.OPEN: self._open_element,
            Kind.CLOSE: self._close_element,
        }
        for token in tokens:
            taker = takers.get(token.kind)
            if taker is not None:
                taker(token)
        while self._blocks:
            self._end_block()
            self._blocks.pop()
        self._structure.end()

    def _open_element(self, token: Token) -> None:
        words, name = self._vocabulary, token.name
        if (part := self._part_of(token)) is not None:
            self._end_block()
            self._structure.opened(part, token)
            self._label_above.divide()
        for attribute in token.attributes:
            self._read_attribute(token, attribute)
        if words.is_aside(name) and not token.empty:
            self._blocks.append(Block([], []))
        elif words.is_block(name):
            self._end_block()
        said = words.text_of(token)
        if said is not None and self._blocks[-1].length:
            self._blocks[-1].add(said, ())
        if not token.empty:
            self._leads.append(not words.is_block(name) and not self._blocks[-1].length)
            self._parts.append(part)
            self._open.append(name)
            self._blocks[-1].role = self._role()

    def _close_element(self, token: Token) -> None:
        words, name = self._vocabulary, token.name
        if words.is_aside(name) and len(self._blocks) > 1:
            self._end_block()
            self._blocks.pop()
        elif words.is_block(name):
            self._end_block()
        if name in self._open[-64:]:  # in HTML, this also closes elements without an end tag
            self._close_up_to(name)
        elif (part := words.part(token)) is not None:
            self._structure.closed(part)
        self._blocks[-1].role = self._role()

    def _part_of(self, token: Token) -> Part | None:
        """Return the role of an element in a table or a list of definitions."""
        return self._vocabulary.part(token)

    def _close_up_to(self, name: str) -> None:
        """Close the elements up to the last one with this name."""
        closed = ""
        while closed != name:
            closed, leads, part = self._open.pop(), self._leads.pop(), self._parts.pop()
            if part is not None:
                self._structure.closed(part)
            if leads:
                self._blocks[-1].lead = self._blocks[-1].length

    def _role(self) -> str:
        return self._vocabulary.role(self._open[-1]) if self._open else "text"

    def _read_text(self, token: Token) -> None:
        said = self._decode(token.start, token.end)
        if self._vocabulary.xml and self._may_close(token):
            self._add_separately(token, said, text_value, _without_close)
        else:
            self._add_inline(*said)

    def _decode(self, start: int, end: int) -> tuple[str, list[Piece]]:
        """What a stretch of the file says, and where each part of it stands."""
        return read_references(self._source, start, end, xml=self._vocabulary.xml)

    def _read_literal(self, token: Token) -> None:
        text = self._source.text[token.start : token.end]
        said = text, [Piece(0, len(text), token.start, token.end)]
        if self._may_close(token):
            self._add_separately(token, said, verbatim, _closed_anew)
        else:
            self._add_inline(*said)

    def _may_close(self, token: Token) -> bool:
        """Whether a tag may come to stand before ``]>``, which would end a section of CDATA."""
        return self._source.text.find("]>", token.start, token.end) >= 0

    def _add_separately(
        self,
        token: Token,
        said: tuple[str, list[Piece]],
        encode: Callable[[str], str],
        escape: Callable[[str], str],
    ) -> None:
        """Take a text as a field of its own, in which no ``]]>`` may come to stand."""
        role = self._role()
        if role != LEAVE:
            self._end_block()
            bare = BareValue(token.start, token.end, _closes_nothing, escape, quote="")
            self._add_field(*said, role, encode, bare=bare)

    def _add_inline(self, text: str, pieces: list[Piece]) -> None:
        role = self._role()
        block = self._blocks[-1]
        if role == LEAVE or (not block.length and not text.strip()):
            return
        if role != block.role:
            self._end_block()
            block.role = role
        if self._open and any(map(self._vocabulary.keeps_blanks, self._open[-8:])):
            block.add(text, pieces)
        else:
            block.add(*_one_line(text, pieces))

    def _read_raw(self, token: Token) -> None:
        if token.end > token.start:
            role = CODE if self._open and self._open[-1] in _PROGRAMS else "text"
            start = self._builder.offset
            self._builder.add_stretch(token.start, token.end)
            self._builder.add_field(start, self._builder.offset, role)
            self._builder.add_gap(GAP)

    def _read_instruction(self, token: Token) -> None:
        """Take what a program is told by `<?…>`, unless it only declares what the file is."""
        text = self._source.text[token.start : token.end]
        if not _DECLARES.match(text):
            self._add_hidden(token.start, token.end, LISTING if "=" in text else "text")

    def _read_comment(self, token: Token) -> None:
        self._add_hidden(token.start, token.end, "text")

    def _add_hidden(self, start: int, end: int, role: str) -> None:
        """Take a stretch of the file that browsers do not show."""
        if _TELLING.search(self._source.text, start, end):
            add_value(self._builder, self._builder.add_stretch(start, end), role, comment_value)

    def _read_attribute(self, token: Token, one: Attribute) -> None:
        if one.end == one.start:
            return
        text, pieces = self._decode(one.start, one.end)
        role = self._vocabulary.attribute_role(token, one, text)
        if role == LEAVE or not any(map(str.isalnum, text)) or _DRAWING.fullmatch(text):
            return
        if role == CODE and (is_schema_name(text) or _STANDARD.fullmatch(text)):
            return
        is_telling = _TELLING.search(text) is not None
        if not is_telling and role != "text":
            return
        first = self._builder.field_count
        bare = None if one.quote else BareValue(one.start, one.end, _never, str)
        encoding = self._attribute_encoder(token, one)
        self._add_field(text, pieces, role, encoding, bare=bare, name=one.name)
        if not is_telling:
            self._builder.drop_unless_labelled(first)

    def _attribute_encoder(self, token: Token, one: Attribute) -> Callable[[str], str]:
        """How the value of an attribute is written: an identifier has no brackets."""
        is_identifier = one.name.startswith("xmlns") or one.name.rpartition(":")[2] in IDENTIFIERS
        return name_value if self._vocabulary.xml and is_identifier else attribute_value

    def _end_block(self) -> None:
        """Make a field of what was read of a block."""
        block = self._blocks[-1]
        if block.length:
            text = "".join(block.parts)
            if any(map(str.isalnum, text)):
                first = self._builder.field_count
                self._add_value(text, block.pieces, block.role)
                self._builder.label_fields(first, self._builder.field_count, self._block_labels())
        block.parts, block.pieces, block.length, block.lead = [], [], 0, 0

    def _block_labels(self) -> Sequence[str]:
        """What labels the text of the element that is open."""
        return ()

    def _attribute_value(self, token: Token, names: tuple[str, ...]) -> str:
        """The first of these attributes of an element, as it stands."""
        found = (one for one in token.attributes if one.name.rpartition(":")[2].lower() in names)
        return next((self._source.text[one.start : one.end] for one in found), "")

    def _add_value(self, text: str, pieces: list[Piece], role: str) -> None:
        """Take the text of a block."""
        for start, end in _split_label(text, role, self._blocks[-1].lead):
            first = self._builder.field_count
            inner = list(compose_pieces([Piece(0, end - start, start, end)], pieces))
            added = self._builder.add_text(text[start:end], inner)
            add_value(self._builder, added, role, text_value, speakers=self._speakers)
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
        """Take a text as one field."""
        start = self._builder.offset
        self._builder.add_text(text, pieces)
        self._builder.add_field(start, self._builder.offset, role, encode, bare=bare, name=name)
        self._builder.add_gap(GAP)


def _split_label(text: str, role: str, lead: int) -> tuple[tuple[int, int], ...]:
    """Return the stretches of a text that are fields.

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


def _one_line(text: str, pieces: list[Piece]) -> tuple[str, list[Piece]]:
    """A text in which blanks and line ends are one blank each, as browsers show it."""
    if not any(len(run[0]) > 1 or run[0] != " " for run in _BLANKS.finditer(text)):
        return text, pieces

    parts: list[str] = []
    outer: list[Piece] = []
    length = done = 0
    for run in _BLANKS.finditer(text):
        for part, first, last in (
            (text[done : run.start()], done, run.start()),
            (" ", *run.span()),
        ):
            parts.append(part)
            outer.append(Piece(length, length + len(part), first, last))
            length += len(part)
        done = run.end()
    parts.append(text[done:])
    outer.append(Piece(length, length + len(text) - done, done, len(text)))
    outer = [piece for piece in outer if piece.end > piece.start]
    return "".join(parts), list(compose_pieces(outer, pieces))


def _closes_nothing(written: str) -> bool:
    return "]]>" not in written


def _without_close(written: str) -> str:
    """Text between tags that ends no section of CDATA."""
    return written.replace(">", "&gt;")


def _closed_anew(written: str) -> str:
    """Text of CDATA whose section ends before each ``>``, and begins anew."""
    return written.replace(">", "]]><![CDATA[>")


def _never(written: str) -> bool:
    """Does it still fit without quotes? A value with a tag in it may hold blanks."""
    return False
