"""What only office documents have: initials of authors, cells of numbers, names of sheets, and what
stands beside the text of a paragraph: deleted words, and the fields that programs fill in."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from anonfilter.contract.document import CODE, LISTING, BareValue
from anonfilter.text.origin import Piece
from anonfilter_documents.archive.member_names import NameFields
from anonfilter_documents.markup.reading import Block, MarkupReader
from anonfilter_documents.markup.references import attribute_value, name_value, text_value
from anonfilter_documents.markup.tokens import Attribute, Token
from anonfilter_documents.markup.xml import local
from anonfilter_documents.office.date_controls import DateControls, said_in
from anonfilter_documents.office.dates import Dates
from anonfilter_documents.office.identifiers import (
    names_style,
    shown_in_header,
    unescaped,
    words_of,
)
from anonfilter_documents.office.sheets import SheetNames, in_sheet_name
from anonfilter_documents.office.words import (
    BESIDE,
    ENCODED,
    is_formula,
    is_instruction,
    sheet_value,
    table_value,
)
from anonfilter_documents.shared.builder import compose_pieces
from anonfilter_documents.shared.encoded import add_encoded
from anonfilter_documents.shared.fields import GAP, UNDERSCORE
from anonfilter_documents.shared.instructions import role_of_string, split_field_code
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.tables import Labels

_WORD = re.compile(r"\S+")
# in a formula: a name of a sheet in quotes, a text, and a name of a sheet without quotes
_FORMULA = re.compile(
    r"'(?P<quoted>(?:[^']|'')*+)'|\"(?P<said>(?:[^\"]|\"\")*+)\""
    r"|(?<![\w.])(?P<sheet>[^\W\d][\w.]*?)(?=!|\.\$?[A-Z]{1,3}\$?\d)"
)
_LONG = 5  # digits of a number that is looked at
_INSTRUCTIONS = ("instrText", "delInstrText")
_BOOKMARKS = ("bookmarkStart", "bookmark", "bookmark-start", "bookmark-end")
_BLANK = re.compile(UNDERSCORE)
_HEADERS = frozenset(
    f"{pages}{place}" for pages in ("odd", "even", "first") for place in ("Header", "Footer")
)
_IS_FIGURE = re.compile(r"[-+\d.,:TZE]*")  # a number, a date, the number of a text
_QUOTED = re.compile(r'"([^"]+)"')
_LOCAL = re.compile(r"(?i)(?:file:/{0,3})?(?:[a-z]:[\\/]|\\\\|/(?:users|home|volumes)/)")


class OfficeReader(MarkupReader):
    """Reads one part of an office document."""

    dates = Dates()
    sheets: SheetNames | None = None  # of a workbook that has such
    cells: Mapping[int, Labels] = MappingProxyType({})  # by the number of a cell or shared text
    _at = -1  # the number of the one that is open
    _cell: Token | None = None
    _author = ""
    _about = ""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._instruction, self._deleted = Block([], []), Block([], [])
        self._deleted_at = 0
        self._controls = DateControls()

    def _open_element(self, token: Token) -> None:
        super()._open_element(token)
        self._controls.follow(self._source, token, self._blocks[-1].length)
        name = local(token.name)
        if name in ("c", "si"):
            self._at += 1
            self._label_above.divide()
        if name == "c":
            self._cell = token
        elif name == "fldChar":
            self._instruct()
        elif name == "meta":
            self._about = self._attribute_of(token, "property")
        authors = [one for one in token.attributes if local(one.name) in ("author", "name")]
        for one in token.attributes:
            if local(one.name) == "initials" and authors and one.end > one.start:
                author = self._source.text[authors[0].start : authors[0].end]
                self._initials(author, one.start, one.end)

    def _close_element(self, token: Token) -> None:
        self._controls.follow(self._source, token, self._blocks[-1].length)
        super()._close_element(token)

    def _decode(self, start: int, end: int) -> tuple[str, list[Piece]]:
        text, pieces = super()._decode(start, end)
        if "_x" not in text:
            return text, pieces
        said, outer = unescaped(text)
        return said, list(compose_pieces(outer, pieces))

    def _add_inline(self, text: str, pieces: list[Piece]) -> None:
        """Take a text: of its paragraph, or of what stands beside it and is a text of its own."""
        names = [local(one) for one in self._open[-3:]]
        if names and names[-1] in ENCODED:
            self._encoded(pieces[0].source_start, pieces[-1].source_end)
        elif names and names[-1] in BESIDE:
            self._add_field(text, pieces, CODE, text_value)
        elif names and names[-1] in _INSTRUCTIONS:
            self._instruction.add(text, pieces)
        elif names and (names[-1] == "delText" or "moveFrom" in names):
            length = self._blocks[-1].length
            if self._deleted.length and length != self._deleted_at:
                self._deleted.add("\n", ())
            self._deleted.add(text, pieces)
            self._deleted_at = length
        else:
            super()._add_inline(text, pieces)

    def _end_block(self) -> None:
        super()._end_block()
        self._instruct()
        deleted, self._deleted = self._deleted, Block([], [])
        if deleted.length:
            super()._add_value("".join(deleted.parts), deleted.pieces, "text")

    def _instruct(self) -> None:
        """Take what a program fills a field in by, once it ends."""
        block, self._instruction = self._instruction, Block([], [])
        if block.length:
            self._program("".join(block.parts), block.pieces, text_value)

    def _program(self, text: str, pieces: list[Piece], encode: Callable[[str], str]) -> None:
        """Take an instruction, as what its parts are."""
        for start, end, role, quoted in split_field_code(text):
            self._part(text, pieces, start, end, role, _in_string if quoted else encode)

    def _part(
        self,
        text: str,
        pieces: list[Piece],
        start: int,
        end: int,
        role: str,
        encode: Callable[[str], str],
    ) -> None:
        if end > start:
            within = [Piece(0, end - start, start, end)]
            self._add_field(text[start:end], list(compose_pieces(within, pieces)), role, encode)

    def _read_attribute(self, token: Token, one: Attribute) -> None:
        name, element = local(one.name), local(token.name)
        if name in ENCODED:
            self._encoded(one.start, one.end)
        elif name == "formatCode":
            self._strings(*self._decode(one.start, one.end))
        elif _LOCAL.match(self._source.text, one.start, one.end):
            NameFields(self._source, self._builder, self._attribute_encoder(token, one)).add(
                one.start, one.end
            )
        elif name == "v" and element in ("n", "d"):
            self._kept_number(token, one)
        elif name == "value" and element == "table-cell":
            self._kept_value(token, one)
        elif name == "name" and element in (*_BOOKMARKS, "definedName"):
            self._bookmark(one, _WRITTEN.get(element, attribute_value))
        elif names_style(element, name):
            text, pieces = self._decode(one.start, one.end)
            said, outer = words_of(text)
            self._add_field(said, list(compose_pieces(outer, pieces)), CODE, name_value)
        else:
            if self.sheets is not None and (element, name) == ("sheet", "name"):
                self.sheets.add(self._decode(one.start, one.end)[0], self._source.name)
            super()._read_attribute(token, one)

    def _encoded(self, start: int, end: int) -> None:
        """Take what stands in base64."""
        try:
            data = binascii.a2b_base64(self._source.text[start:end])
        except (binascii.Error, ValueError):
            self._add_field(*self._decode(start, end), CODE, text_value)
        else:
            add_encoded(self._builder, start, end, data)

    def _strings(self, text: str, pieces: list[Piece]) -> None:
        """Take a format of numbers: what it puts between quotes is text."""
        done = 0
        for string in _QUOTED.finditer(text):
            self._part(text, pieces, done, string.start(1), CODE, attribute_value)
            self._part(text, pieces, *string.span(1), role_of_string(string[1]), _in_string)
            done = string.end(1)
        self._part(text, pieces, done, len(text), CODE, attribute_value)

    def _bookmark(self, one: Attribute, encode: Callable[[str], str]) -> None:
        """Add the name that people gave to a bookmark or range, with spaces for "_"."""
        text, pieces = self._decode(one.start, one.end)
        if not text.startswith("_"):
            role = LISTING if is_schema_name(text) else "text"
            self._add_field(_BLANK.sub(" ", text), pieces, role, encode)

    def _attribute_encoder(self, token: Token, one: Attribute) -> Callable[[str], str]:
        return _WRITTEN.get(local(token.name)) or super()._attribute_encoder(token, one)

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
        own = local(name)
        if role == CODE and is_formula(own):
            self._formula(text, pieces)
        elif role == CODE and is_instruction(own):
            self._program(text, pieces, encode)
        else:
            if own == "sheet" or encode is sheet_value:
                encode, bare = sheet_value, in_sheet_name(pieces, short=self.sheets is not None)
            if own.endswith("-name") or (own == "name" and own != name):
                name = ""  # of a style or a setting, not of a person
            super()._add_field(text, pieces, role, encode, bare=bare, name=name)

    def _formula(self, text: str, pieces: list[Piece]) -> None:
        """Take a formula: names of sheets get quotes where they need them, others no brackets."""
        ends = [match.span(str(match.lastgroup)) for match in _FORMULA.finditer(text)]
        kinds = [str(match.lastgroup) for match in _FORMULA.finditer(text)]
        done = 0
        for (start, end), kind in zip([*ends, (len(text),) * 2], [*kinds, ""], strict=True):
            self._stretch(text, pieces, done, start, "")
            self._stretch(text, pieces, start, end, kind)
            done = end

    def _stretch(self, text: str, pieces: list[Piece], start: int, end: int, kind: str) -> None:
        own = list(compose_pieces([Piece(0, end - start, start, end)], pieces))
        if not any(map(str.isalpha, text[start:end])) or not own:
            return
        bare = None
        if kind in ("sheet", "quoted"):
            quote = "'" if kind == "sheet" else ""
            bare = in_sheet_name(own, quote, short=self.sheets is not None)
        encode = {"quoted": sheet_value, "sheet": sheet_value, "said": _in_string}
        role = LISTING if kind == "quoted" else CODE
        if kind == "said":
            role = role_of_string(text[start:end])
        super()._add_field(text[start:end], own, role, encode.get(kind, name_value), bare=bare)

    def _initials(self, author: str, start: int, end: int) -> None:
        """Initials stand for their author, and go with the name: each with its word, or all with
        the first."""
        words = list(_WORD.finditer(author))
        if len(words) == end - start:
            pieces = [
                Piece(*word.span(), start + at, start + at + 1) for at, word in enumerate(words)
            ]
        else:
            pieces = [Piece(*words[0].span(), start, end)] if words else []
        self._add_field(author, pieces, "text", attribute_value)

    def _block_labels(self) -> Sequence[str]:
        return self.cells.get(self._at, ())

    def _add_value(self, text: str, pieces: list[Piece], role: str) -> None:
        shown = self._controls.shown(len(text))
        if shown:
            start = self._builder.offset
            self._builder.add_text(text, pieces)
            end = self._builder.offset
            self._builder.add_field(start, end, role, text_value, timings=said_in(shown, start))
            self._builder.add_gap(GAP)
        else:
            self._block(text, pieces, role)

    def _block(self, text: str, pieces: list[Piece], role: str) -> None:
        """Take a text by the element that holds it."""
        cell = self._cell
        name = local(self._open[-1]) if self._open else ""
        kind = self._attribute_of(cell, "t") if cell is not None else ""
        if name == "v" and cell is not None and kind in ("", "n", "d", "s", "b", "e"):
            self._figure(cell, text, pieces, kind)
        elif name == "meta" and self._about.endswith(":modified"):
            self._add_field(text, pieces, CODE, text_value)
        elif role == CODE:
            self._formula(text, pieces)
        elif name in _HEADERS:
            said, outer = shown_in_header(text)
            for font in _QUOTED.finditer(text):
                self._part(text, pieces, *font.span(1), CODE, _in_string)
            super()._add_value(said, list(compose_pieces(outer, pieces)), role)
        elif name == "creator-initials" and self._author:
            self._initials(self._author, pieces[0].source_start, pieces[-1].source_end)
        elif (name == "t" and not self._block_labels() and is_schema_name(text)) or text.startswith(
            "urn:uuid:"
        ):
            self._add_field(
                text, pieces, CODE, text_value
            )  # the title of a column, the name of a book
        else:
            if name == "creator":
                self._author = text
            super()._add_value(text, pieces, role)

    def _figure(self, cell: Token, text: str, pieces: list[Piece], kind: str) -> None:
        """Take a value that is no text by its kind; what is none of that kind is code."""
        if not _IS_FIGURE.fullmatch(text):
            self._add_field(text, pieces, CODE, text_value)
        elif kind in ("", "n", "d"):
            self._number(cell, text, pieces, kind)

    def _number(self, cell: Token, text: str, pieces: list[Piece], kind: str) -> None:
        """A cell of a number or a date becomes one of text where a tag comes in it."""
        shown = self.dates.shown(text, self._attribute_of(cell, "s"))
        if shown is not None:
            first, last = pieces[0].source_start, pieces[-1].source_end
            text, pieces = shown, [Piece(0, len(shown), first, last)]
        elif kind != "d" and not _is_long(text) and not self._block_labels():
            return
        named = next((one for one in cell.attributes if one.name == "t"), None)
        at = cell.end - 1 if named is None else named.start
        end = pieces[-1].source_end
        quote = ' t="str"' if named is None else "str"
        bare = BareValue(at, end, _never, _without(kind), quote=quote, closing="")
        self._add_field(text, pieces, "text", text_value, bare=bare)

    def _kept_number(self, token: Token, one: Attribute) -> None:
        """A number or a date that a table keeps of others becomes a text where a tag comes in it:
        ``<n v="4155550100"/>`` is ``<s v="[PHONE_1]"/>`` then."""
        text, pieces = self._decode(one.start, one.end)
        if token.name == "d" or _is_long(text):
            at = self._source.text.rfind("<", 0, one.start) + 1
            bare = BareValue(at, one.end, _never, _without(token.name), quote="s", closing="")
            self._add_field(text, pieces, "text", attribute_value, bare=bare)

    def _kept_value(self, token: Token, one: Attribute) -> None:
        """The number of a cell, whose type becomes that of a text where a tag comes in it."""
        text, pieces = self._decode(one.start, one.end)
        kind = next((each for each in token.attributes if each.name == "office:value-type"), None)
        bare = None
        if kind is not None and kind.start < one.start:
            written = self._source.text[kind.start : kind.end]
            bare = BareValue(
                kind.start, one.end, _never, _without(written), quote="string", closing=""
            )
        first = self._builder.field_count
        self._add_field(text, pieces, "text", attribute_value, bare=bare, name="value")
        if not _is_long(text):
            self._builder.drop_unless_labelled(first)

    def _attribute_of(self, token: Token, name: str) -> str:
        found = (one for one in token.attributes if one.name == name)
        return next((self._source.text[one.start : one.end] for one in found), "")


_WRITTEN = {
    "sheet": sheet_value,
    "table": table_value,
    "definedName": name_value,
    "named-range": name_value,
    "named-expression": name_value,
}
"""How the names of some elements are written."""


def _is_long(number: str) -> bool:
    return number.isdecimal() and len(number) >= _LONG


def _in_string(value: str) -> str:
    """A value as it stands in a string of a formula."""
    return attribute_value(value.replace('"', ""))


def _without(kind: str) -> Callable[[str], str]:
    """What stands from the kind of a value to the value, once the kind is text: the kind goes."""
    return lambda written: "" if written == kind else written


def _never(written: str) -> bool:
    """Does it still fit in a cell of a number? A tag does not."""
    return False
