"""Read the XML parts of office documents.

The reader of markup is extended by initials of authors, cells with numbers, names of sheets,
deleted words and field codes.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from anonfilter.contract.document import CODE, LISTING, BareValue
from anonfilter.text.origin import Piece
from anonfilter_documents.archive.member_names import NameFields
from anonfilter_documents.markup.character_references import (
    escape_attribute,
    escape_name,
    escape_text,
)
from anonfilter_documents.markup.markup_reader import MarkupReader
from anonfilter_documents.markup.markup_tokens import Attribute, Token, find_attribute
from anonfilter_documents.markup.xml import local_name
from anonfilter_documents.office.date_controls import DateControls
from anonfilter_documents.office.office_notation import (
    is_style_name,
    read_header,
    split_style_name,
    unescape,
)
from anonfilter_documents.office.office_vocabulary import (
    BESIDE,
    ENCODED,
    escape_sheet_name,
    is_field_code,
    is_formula,
)
from anonfilter_documents.office.sheet_names import SheetNames, sheet_name_value
from anonfilter_documents.office.workbook_dates import Dates
from anonfilter_documents.shared.builder import GAP, compose_pieces
from anonfilter_documents.shared.decoded_text import DecodedText, PartialText, cut_pieces
from anonfilter_documents.shared.encoded_texts import add_encoded
from anonfilter_documents.shared.field_codes import role_of_string, split_field_code
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.tables import Labels
from anonfilter_documents.shared.value_fields import UNDERSCORE

_WORD = re.compile(r"\S+")
# Parts of formulas: the name of a sheet in quotes, a text, and the name of a sheet without quotes.
_FORMULA = re.compile(
    r"'(?P<quoted>(?:[^']|'')*+)'|\"(?P<text>(?:[^\"]|\"\")*+)\""
    r"|(?<![\w.])(?P<sheet>[^\W\d][\w.]*?)(?=!|\.\$?[A-Z]{1,3}\$?\d)"
)
_LONG = 5  # digits of numbers that are read
_FIELD_CODES = ("instrText", "delInstrText")
_BOOKMARKS = ("bookmarkStart", "bookmark", "bookmark-start", "bookmark-end")
_BLANK = re.compile(UNDERSCORE)
_HEADERS = frozenset(
    f"{pages}{place}" for pages in ("odd", "even", "first") for place in ("Header", "Footer")
)
_IS_NUMBER = re.compile(r"[-+\d.,:TZE]*")  # a number, a date, the number of a shared text
_QUOTED = re.compile(r'"([^"]+)"')
_LOCAL = re.compile(r"(?i)(?:file:/{0,3})?(?:[a-z]:[\\/]|\\\\|/(?:users|home|volumes)/)")


_RAISED_RUNS = ("superscript", "subscript")
_RAISED_POSITIONS = ("super", "sub")


class OfficeReader(MarkupReader):
    """A reader that makes fields of one part of an office document."""

    dates = Dates()
    sheets: SheetNames | None = None  # in Excel workbooks only
    cells: Mapping[int, Labels] = MappingProxyType({})  # by the number of a cell or shared text
    _at = -1  # the number of the open cell or shared text
    _cell: Token | None = None
    _raised_run = False  # True in a run of superscript or subscript text
    _author = ""
    _property = ""
    _style = ""  # the name of the style of OpenDocument that is being defined

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._raised_styles: set[str] = set()
        self._field_code, self._deleted = PartialText(), PartialText()
        self._deleted_at = 0
        self._controls = DateControls()

    def _open_element(self, token: Token) -> None:
        super()._open_element(token)
        self._controls.follow(self._source, token, self._blocks[-1].length)
        name = local_name(token.name)
        if name in ("c", "si"):
            self._at += 1
            self._label_above.divide()
        if name == "c":
            self._cell = token
        elif name == "fldChar":
            self._end_field_code()
        elif name == "meta":
            self._property = self._attribute_of(token, "property")
        self._read_raised_format(token, name)
        authors = [
            attribute
            for attribute in token.attributes
            if local_name(attribute.name) in ("author", "name")
        ]
        for attribute in token.attributes:
            if (
                local_name(attribute.name) == "initials"
                and authors
                and attribute.end > attribute.start
            ):
                author = self._source.text[authors[0].start : authors[0].end]
                self._add_initials(author, attribute.start, attribute.end)

    def _close_element(self, token: Token) -> None:
        self._controls.follow(self._source, token, self._blocks[-1].length)
        super()._close_element(token)
        if local_name(token.name) == "r":
            self._raised_run = False

    def _read_raised_format(self, token: Token, name: str) -> None:
        """Note whether a run, or a style of OpenDocument, is superscript or subscript."""
        if name == "vertAlign":
            self._raised_run = self._attribute_of(token, "w:val") in _RAISED_RUNS
        elif name == "rPr" and self._attribute_of(token, "baseline").strip("0"):
            self._raised_run = True
        elif name == "style":
            self._style = self._attribute_of(token, "style:name")
        elif self._attribute_of(token, "style:text-position").startswith(_RAISED_POSITIONS):
            self._raised_styles.add(self._style)

    def _has_raised_style(self, token: Token) -> bool:
        return self._attribute_of(token, "text:style-name") in self._raised_styles

    def _is_raised(self) -> bool:
        return self._raised_run or super()._is_raised()

    def _decode(self, start: int, end: int) -> DecodedText:
        text, pieces = super()._decode(start, end)
        if "_x" not in text:
            return text, pieces
        decoded, outer = unescape(text)
        return decoded, list(compose_pieces(outer, pieces))

    def _add_inline(self, text: str, pieces: list[Piece]) -> None:
        """Add a text to its paragraph, or to the field code or deleted words beside it."""
        names = [local_name(name) for name in self._open[-3:]]
        if names and names[-1] in ENCODED:
            self._add_encoded(pieces[0].source_start, pieces[-1].source_end)
        elif names and names[-1] in BESIDE:
            self._add_field(text, pieces, CODE, escape_text)
        elif names and names[-1] in _FIELD_CODES:
            self._field_code.add(text, pieces)
        elif names and (names[-1] == "delText" or "moveFrom" in names):
            length = self._blocks[-1].length
            if self._deleted.length and length != self._deleted_at:
                self._deleted.add("\n")
            self._deleted.add(text, pieces)
            self._deleted_at = length
        else:
            super()._add_inline(text, pieces)

    def _end_block(self) -> None:
        super()._end_block()
        self._end_field_code()
        deleted, self._deleted = self._deleted, PartialText()
        if deleted.length:
            super()._add_value(deleted.text, deleted.pieces, "text")

    def _end_field_code(self) -> None:
        """Add the text of the field code that was collected so far."""
        code, self._field_code = self._field_code, PartialText()
        if code.length:
            self._add_field_code(code.text, code.pieces, escape_text)

    def _add_field_code(self, text: str, pieces: list[Piece], encode: Callable[[str], str]) -> None:
        for start, end, role, quoted in split_field_code(text):
            self._add_part(text, pieces, start, end, role, _escape_string if quoted else encode)

    def _add_part(
        self,
        text: str,
        pieces: list[Piece],
        start: int,
        end: int,
        role: str,
        encode: Callable[[str], str],
    ) -> None:
        if end > start:
            self._add_field(text[start:end], cut_pieces(pieces, start, end), role, encode)

    def _read_attribute(self, token: Token, attribute: Attribute) -> None:
        name, element = local_name(attribute.name), local_name(token.name)
        if name in ENCODED:
            self._add_encoded(attribute.start, attribute.end)
        elif name == "formatCode":
            self._add_number_format(*self._decode(attribute.start, attribute.end))
        elif _LOCAL.match(self._source.text, attribute.start, attribute.end):
            NameFields(self._source, self._builder, self._attribute_encoder(token, attribute)).add(
                attribute.start, attribute.end
            )
        elif name == "v" and element in ("n", "d"):
            self._add_cached_number(token, attribute)
        elif name == "value" and element == "table-cell":
            self._add_cell_value(token, attribute)
        elif name == "name" and element in (*_BOOKMARKS, "definedName"):
            self._add_bookmark(attribute, _ENCODERS.get(element, escape_attribute))
        elif is_style_name(element, name):
            text, pieces = self._decode(attribute.start, attribute.end)
            words, outer = split_style_name(text)
            self._add_field(words, list(compose_pieces(outer, pieces)), CODE, escape_name)
        else:
            if self.sheets is not None and (element, name) == ("sheet", "name"):
                self.sheets.add(self._decode(attribute.start, attribute.end)[0], self._source.name)
            super()._read_attribute(token, attribute)

    def _add_encoded(self, start: int, end: int) -> None:
        """Add the texts in a stretch of base64."""
        try:
            data = binascii.a2b_base64(self._source.text[start:end])
        except (binascii.Error, ValueError):
            self._add_field(*self._decode(start, end), CODE, escape_text)
        else:
            add_encoded(self._builder, start, end, data)

    def _add_number_format(self, text: str, pieces: list[Piece]) -> None:
        """Add a number format, in which strings are text."""
        done = 0
        for string in _QUOTED.finditer(text):
            self._add_part(text, pieces, done, string.start(1), CODE, escape_attribute)
            self._add_part(text, pieces, *string.span(1), role_of_string(string[1]), _escape_string)
            done = string.end(1)
        self._add_part(text, pieces, done, len(text), CODE, escape_attribute)

    def _add_bookmark(self, attribute: Attribute, encode: Callable[[str], str]) -> None:
        """Add the name that people gave to a bookmark or range, with spaces for "_"."""
        text, pieces = self._decode(attribute.start, attribute.end)
        if not text.startswith("_"):
            role = LISTING if is_schema_name(text) else "text"
            self._add_field(_BLANK.sub(" ", text), pieces, role, encode)

    def _attribute_encoder(self, token: Token, attribute: Attribute) -> Callable[[str], str]:
        return _ENCODERS.get(local_name(token.name)) or super()._attribute_encoder(token, attribute)

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
        attribute_name = local_name(name)
        if role == CODE and is_formula(attribute_name):
            self._add_formula(text, pieces)
        elif role == CODE and is_field_code(attribute_name):
            self._add_field_code(text, pieces, encode)
        else:
            if attribute_name == "sheet" or encode is escape_sheet_name:
                encode, bare = (
                    escape_sheet_name,
                    sheet_name_value(pieces, short=self.sheets is not None),
                )
            if attribute_name.endswith("-name") or (
                attribute_name == "name" and attribute_name != name
            ):
                name = ""  # the name of a style or a setting, not of a person
            super()._add_field(text, pieces, role, encode, bare=bare, name=name)

    def _add_formula(self, text: str, pieces: list[Piece]) -> None:
        """Add the names and strings in a formula."""
        done = 0
        for match in _FORMULA.finditer(text):
            kind = str(match.lastgroup)
            start, end = match.span(kind)
            self._add_formula_part(text, pieces, done, start, "")
            self._add_formula_part(text, pieces, start, end, kind)
            done = end
        self._add_formula_part(text, pieces, done, len(text), "")

    def _add_formula_part(
        self, text: str, pieces: list[Piece], start: int, end: int, kind: str
    ) -> None:
        """Add a part of a formula; names of sheets get quotes if needed, others no brackets."""
        inner = cut_pieces(pieces, start, end)
        if not any(map(str.isalpha, text[start:end])) or not inner:
            return
        bare = None
        if kind in ("sheet", "quoted"):
            quote = "'" if kind == "sheet" else ""
            bare = sheet_name_value(inner, quote, short=self.sheets is not None)
        encode = {"quoted": escape_sheet_name, "sheet": escape_sheet_name, "text": _escape_string}
        role = LISTING if kind == "quoted" else CODE
        if kind == "text":
            role = role_of_string(text[start:end])
        super()._add_field(text[start:end], inner, role, encode.get(kind, escape_name), bare=bare)

    def _add_initials(self, author: str, start: int, end: int) -> None:
        """Add the name of an author at the place of the initials.

        Each word of the name has the place of its initial; if their numbers differ, the first word
        has the place of all initials.
        """
        words = list(_WORD.finditer(author))
        if len(words) == end - start:
            pieces = [
                Piece(*word.span(), start + at, start + at + 1) for at, word in enumerate(words)
            ]
        else:
            pieces = [Piece(*words[0].span(), start, end)] if words else []
        self._add_field(author, pieces, "text", escape_attribute)

    def _block_labels(self) -> Sequence[str]:
        return self.cells.get(self._at, ())

    def _add_value(self, text: str, pieces: list[Piece], role: str) -> None:
        start = self._builder.offset
        timings = self._controls.pop_timings(len(text), start)
        if timings:
            self._builder.add_text(text, pieces)
            end = self._builder.offset
            self._builder.add_field(start, end, role, escape_text, timings=timings)
            self._builder.add_gap(GAP)
        else:
            self._add_element_text(text, pieces, role)

    def _add_element_text(self, text: str, pieces: list[Piece], role: str) -> None:
        """Add the text of an element, depending on the element."""
        cell = self._cell
        name = local_name(self._open[-1]) if self._open else ""
        kind = self._attribute_of(cell, "t") if cell is not None else ""
        if name == "v" and cell is not None and kind in ("", "n", "d", "s", "b", "e"):
            self._add_typed_value(cell, text, pieces, kind)
        elif name == "meta" and self._property.endswith(":modified"):
            self._add_field(text, pieces, CODE, escape_text)
        elif role == CODE:
            self._add_formula(text, pieces)
        elif name in _HEADERS:
            header, outer = read_header(text)
            for font in _QUOTED.finditer(text):
                self._add_part(text, pieces, *font.span(1), CODE, _escape_string)
            super()._add_value(header, list(compose_pieces(outer, pieces)), role)
        elif name == "creator-initials" and self._author:
            self._add_initials(self._author, pieces[0].source_start, pieces[-1].source_end)
        elif self._is_title(name, text) or text.startswith("urn:uuid:"):
            self._add_field(text, pieces, CODE, escape_text)
        else:
            if name == "creator":
                self._author = text
            super()._add_value(text, pieces, role)

    def _is_title(self, element: str, text: str) -> bool:
        """Return True for the text of a cell that is a usual title of a column."""
        return element == "t" and not self._block_labels() and is_schema_name(text)

    def _add_typed_value(self, cell: Token, text: str, pieces: list[Piece], kind: str) -> None:
        """Add a number or date; other text in a cell of this kind is code."""
        if not _IS_NUMBER.fullmatch(text):
            self._add_field(text, pieces, CODE, escape_text)
        elif kind in ("", "n", "d"):
            self._add_number(cell, text, pieces, kind)

    def _add_number(self, cell: Token, text: str, pieces: list[Piece], kind: str) -> None:
        """Add the number or date of a cell, which becomes a cell of text if it gets a tag."""
        date = self.dates.shown(text, self._attribute_of(cell, "s"))
        if date is not None:
            first, last = pieces[0].source_start, pieces[-1].source_end
            text, pieces = date, [Piece(0, len(date), first, last)]
        elif kind != "d" and not _is_long(text) and not self._block_labels():
            return
        type_ = find_attribute(cell, "t")
        start = cell.end - 1 if type_ is None else type_.start
        quote = ' t="str"' if type_ is None else "str"
        bare = _typed_as_text(start, pieces[-1].source_end, kind, quote)
        self._add_field(text, pieces, "text", escape_text, bare=bare)

    def _add_cached_number(self, token: Token, attribute: Attribute) -> None:
        """Add a number or date of a pivot table, which becomes a text if it gets a tag.

        ``<n v="4155550100"/>`` becomes ``<s v="[PHONE_1]"/>``.
        """
        text, pieces = self._decode(attribute.start, attribute.end)
        if token.name == "d" or _is_long(text):
            start = self._source.text.rfind("<", 0, attribute.start) + 1
            bare = _typed_as_text(start, attribute.end, token.name, "s")
            self._add_field(text, pieces, "text", escape_attribute, bare=bare)

    def _add_cell_value(self, token: Token, attribute: Attribute) -> None:
        """Add the value of a cell as a field; the cell becomes a cell of text if it gets a tag."""
        text, pieces = self._decode(attribute.start, attribute.end)
        kind = find_attribute(token, "office:value-type")
        bare = None
        if kind is not None and kind.start < attribute.start:
            written = self._source.text[kind.start : kind.end]
            bare = _typed_as_text(kind.start, attribute.end, written, "string")
        first = self._builder.field_count
        self._add_field(text, pieces, "text", escape_attribute, bare=bare, name="value")
        if not _is_long(text):
            self._builder.drop_unless_labelled(first)

    def _attribute_of(self, token: Token, name: str) -> str:
        found = find_attribute(token, name)
        return self._source.text[found.start : found.end] if found is not None else ""


_ENCODERS = {
    "sheet": escape_sheet_name,
    "table": escape_sheet_name,
    "definedName": escape_name,
    "named-range": escape_name,
    "named-expression": escape_name,
}
"""The functions that escape the names of some elements."""


def _is_long(number: str) -> bool:
    return number.isdecimal() and len(number) >= _LONG


def _escape_string(value: str) -> str:
    """Escape a value for a string in a formula."""
    return escape_attribute(value.replace('"', ""))


def _typed_as_text(start: int, end: int, kind: str, text_kind: str) -> BareValue:
    """Return a value whose type becomes ``text_kind`` instead of ``kind`` if it gets a tag."""
    return BareValue(
        start,
        end,
        lambda _: False,
        lambda written: "" if written == kind else written,
        quote=text_kind,
        closing="",
    )
