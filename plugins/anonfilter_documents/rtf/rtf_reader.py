"""Rich text (RTF): paragraphs, cells, notes, headers, properties and authors of changes.

Groups and control words are read, and characters are decoded by the code page of their font.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import CODE, LISTING, Document, Source
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.rtf.control_words import (
    CHARACTERS,
    CODE_PAGES,
    DRAWN,
    ENDS,
    GROUPS,
    Content,
)
from anonfilter_documents.shared.block_labels import BlockLabels
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.decoded_text import PartialText, cut_pieces
from anonfilter_documents.shared.divided_words import is_word_edge
from anonfilter_documents.shared.encoded_texts import add_encoded
from anonfilter_documents.shared.field_codes import role_of_string, split_field_code
from anonfilter_documents.shared.format_bases import (
    FormatWithSuffixes,
    pictures_option,
    speakers_option,
    suffixes_option,
)
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.tables import Table
from anonfilter_documents.shared.value_fields import UNDERSCORE, add_value

_TOKEN = re.compile(
    r"\\(?P<word>[a-zA-Z]{1,40})(?P<number>-?\d{1,10})?[ ]?|(?P<bytes>(?:\\'[0-9a-fA-F]{2})+)"
    r"|\\(?P<symbol>[^a-zA-Z'])|(?P<open>\{)|(?P<close>\})|[\r\n\0]+|(?P<text>[^\\{}\r\n\0]+)"
)
_APART = (Content.LIST, Content.FONTS, Content.PROGRAMS)  # each group in them is a separate text
_INHERITED = (Content.LIST, Content.PROGRAMS, Content.PICTURE, Content.BYTES)
_BLANK = re.compile(UNDERSCORE)
_LETTERS = re.compile(r"[^\W\d_]{2}")
_HEX = re.compile(r"(?:\s*[0-9A-Fa-f]{2})+\s*")
_DEEPEST = 500
_RAISING = ("super", "sub", "up", "dn")
_STYLES = (*_RAISING, "v", "nosupersub", "plain")
_CELLS = ("cell", "row", "nestcell", "nestrow")


class RichText(FormatWithSuffixes["RichText.Config"]):
    """Rich text (.rtf), as word processors write it."""

    class Config(Strict):
        pictures: Literal["refuse", "keep"] = pictures_option()
        speakers: bool = speakers_option()
        suffixes: tuple[str, ...] = suffixes_option("rtf")

    def read(self, source: Source) -> Document:
        keeps_pictures = self._config.pictures == "keep"
        return RtfReader(source, pictures=keeps_pictures, speakers=self._config.speakers).read()


@hide_values
@dataclass(slots=True)
class _Text(PartialText):
    """A text so far, with its pieces, and the kind of content of its group."""

    holds: Content = Content.TEXT


@dataclass(frozen=True, slots=True)
class _Group:
    """The state of the reader within a group; it is restored when the group ends."""

    holds: Content = Content.TEXT
    own: bool = False  # the group is a separate text
    fallback: int = 1  # characters after a \u that repeat it in a code page
    codec: str = "cp1252"
    starred: bool = False
    first: bool = True  # the group is empty so far
    raised: bool = False  # its text is superscript or subscript
    hidden: bool = False  # its text is not shown


class RtfReader:
    """A reader that makes fields of the tokens of one file."""

    def __init__(self, source: Source, *, pictures: bool, speakers: bool) -> None:
        self._source = source
        self._pictures = pictures
        self._speakers = speakers
        self._builder = DocumentBuilder(source)
        self._groups: list[_Group] = []
        self._texts = [_Text()]
        self._hidden = _Text(holds=Content.ASIDE)
        self._at_edge = False  # a group or a format begins or ends before the next text
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._property = ""  # the property of a drawing whose value comes next
        self._skip = 0  # characters to skip, which repeat a \u
        self._table: Table | None = None
        self._label_above = BlockLabels(self._builder)
        self._in_table = False  # the paragraph is marked as part of a table

    def read(self) -> Document:
        text = self._source.text
        if not text.lstrip("\ufeff \t\r\n").startswith("{\\rtf"):
            raise self._incomplete(0, "it does not begin with {\\rtf")
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self._incomplete(at, "this is not a valid control word")
            self._read_token(match)
            at = match.end()
            if not self._groups and match["close"]:
                break
        if self._groups:
            raise self._incomplete(len(text), "a group has no closing brace")
        if text[at:].strip(" \t\r\n\0"):
            raise self._incomplete(at, "there is text after the last group")
        self._end_text()
        self._end_table()
        return self._builder.build()

    def _read_token(self, match: re.Match[str]) -> None:
        if match["open"]:
            self._open_group(match.start())
        elif match["close"]:
            self._close_group(match.start())
        elif match["word"]:
            self._read_word(match)
        elif match["symbol"]:
            self._read_symbol(match)
        elif match["bytes"]:
            self._add_bytes(match)
        elif match["text"]:
            self._add_text(match["text"], *match.span())

    def _open_group(self, at: int) -> None:
        if len(self._groups) == _DEEPEST:
            raise self._incomplete(at, f"its groups are nested more than {_DEEPEST} levels deep")
        above = self._groups[-1] if self._groups else _Group()
        self._groups.append(replace(above, own=False, starred=False, first=True))
        self._skip = 0
        self._at_edge = True

    def _close_group(self, at: int) -> None:
        if not self._groups:
            raise self._incomplete(at, "this closing brace has no opening brace")
        group = self._groups.pop()
        self._at_edge = True
        if group.own or group.holds in _APART:
            self._end_text()
        if group.own:
            self._texts.pop()
        self._skip = 0

    def _read_word(self, match: re.Match[str]) -> None:
        word, number = match["word"], int(match["number"] or 0)
        group = self._groups[-1] if self._groups else _Group()
        if word == "u":
            self._add_unicode(number, match)
        elif word == "bin" and number:
            raise self._incomplete(match.start(), "it has binary data")
        elif word in CHARACTERS:
            self._add_text(CHARACTERS[word], match.start(), match.start())
        elif word in ENDS:
            self._end_paragraph(word)
        elif group.first and (word in GROUPS or group.starred):
            self._begin_content(GROUPS.get(word, Content.OTHER), match.start())
            return
        elif word in _STYLES:
            self._read_style(word, match["number"] != "0")
        else:
            self._read_setting(word, number)
        self._set(first=False)

    def _read_style(self, word: str, is_on: bool) -> None:
        """Read a control word that begins or ends superscript, subscript or hidden text."""
        self._at_edge = True
        if word in _RAISING:
            self._set(raised=is_on)
        elif word == "v":
            self._set(hidden=is_on)
        else:
            self._set(raised=False, hidden=word == "nosupersub" and self._groups[-1].hidden)

    def _end_paragraph(self, word: str) -> None:
        """End a paragraph, a cell or a row."""
        if word in _CELLS or self._in_table:
            if self._table is None:
                self._table = Table(self._builder)
                self._table.cell()
        elif self._texts[-1].holds is Content.TEXT:
            self._end_table()
        self._end_text()
        if word in _CELLS:
            self._label_above.divide()
        if self._table is not None and word == "cell":
            self._table.cell()
        elif self._table is not None and word == "row":
            self._table.row()
            self._table.cell()

    def _end_table(self) -> None:
        if self._table is not None:
            self._table.end()
            self._table = None

    def _begin_content(self, holds: Content, at: int) -> None:
        """Begin the content of a group, whose kind its first control word states."""
        if holds is Content.PICTURE and not self._pictures:
            raise incomplete_at(
                self._source,
                at,
                "holds a picture, which is not read",
                "If it shows no person, write {use: rtf, pictures: keep} under `formats:`.",
            )
        if holds is Content.OBJECT:
            raise incomplete_at(self._source, at, "holds an embedded object, which is not read")
        above = self._groups[-1].holds
        if holds is Content.OTHER and above in _INHERITED:
            holds = above
        own = holds is not Content.TEXT
        self._set(holds=holds, own=own, first=False)
        if own:
            self._texts.append(_Text(holds=holds))

    def _read_setting(self, word: str, number: int) -> None:
        """Read a control word that changes how characters are decoded."""
        if word in ("intbl", "pard"):
            self._in_table = word == "intbl"
        elif word == "uc":
            self._set(fallback=max(0, min(number, 16)))
        elif word == "ansicpg":
            self._set(codec=_codec(f"cp{number}"))
        elif word == "mac":
            self._set(codec="mac_roman")
        elif word == "f":
            self._font = number
            if self._groups and self._groups[-1].holds is not Content.FONTS:
                self._set(codec=self._fonts.get(number, self._groups[-1].codec))
        elif word == "fcharset" and number in CODE_PAGES and number:
            self._fonts[self._font] = CODE_PAGES[number]

    def _read_symbol(self, match: re.Match[str]) -> None:
        symbol = match["symbol"]
        if symbol == "*":
            self._set(starred=True)
        elif symbol in "\r\n":
            self._end_text()
        elif symbol in "\\{}":
            self._add_text(symbol, *match.span())
        elif symbol in CHARACTERS:
            self._add_text(CHARACTERS[symbol], *match.span())

    def _add_unicode(self, number: int, match: re.Match[str]) -> None:
        """Add a UTF-16 character; skip the text after it, which repeats it for old programs."""
        fallback = self._groups[-1].fallback if self._groups else 1
        self._skip = 0
        char = chr(number % 0x10000)
        text = self._text
        if "\udc00" <= char <= "\udfff" and text.parts and "\ud800" <= text.parts[-1] <= "\udbff":
            high, piece = text.parts.pop(), text.pieces.pop()
            text.length -= 1
            whole = (high + char).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
            self._add_text(whole, piece.source_start, match.end())
        else:
            self._add_text(char, *match.span())
        self._skip = fallback

    def _add_bytes(self, match: re.Match[str]) -> None:
        data = bytes.fromhex(match[0].replace("\\'", ""))
        codec = self._groups[-1].codec if self._groups else "cp1252"
        decoded = data.decode(codec, "replace")
        start = match.start()
        if len(decoded) == len(data):
            for at, char in enumerate(decoded):
                self._add_text(char, start + 4 * at, start + 4 * at + 4)
        else:
            self._add_text(decoded, start, match.end())

    def _add_text(self, text: str, start: int, end: int) -> None:
        """Add text, without the characters that repeat a UTF-16 character."""
        if self._skip:
            skipped = min(self._skip, len(text)) if end > start else 0
            self._skip -= skipped
            self._extend_last_piece(start + (skipped if end - start == len(text) else end - start))
            if end - start != len(text) or skipped == len(text):
                return
            text, start = text[skipped:], start + skipped
        self._set(first=False)
        if self._groups and self._groups[-1].holds is not Content.PICTURE:
            words, is_raised = self._text, self._groups[-1].raised
            if self._at_edge and words.parts and is_word_edge(words.parts[-1], text, is_raised):
                words.add(" ")
            words.add(text, [Piece(0, len(text), start, end)])
            self._at_edge = False

    @property
    def _text(self) -> _Text:
        """The text to which the next characters belong; hidden characters have their own text."""
        text = self._texts[-1]
        is_hidden = bool(self._groups) and self._groups[-1].hidden
        return self._hidden if is_hidden and text.holds is Content.TEXT else text

    def _extend_last_piece(self, end: int) -> None:
        """Extend the piece of the last character over the text that repeats the character."""
        text = self._text
        if text.pieces and text.pieces[-1].end == text.length:
            last = text.pieces[-1]
            text.pieces[-1] = Piece(last.start, last.end, last.source_start, end)

    def _set(self, **changed: object) -> None:
        if self._groups:
            self._groups[-1] = replace(self._groups[-1], **changed)  # type: ignore[arg-type]

    def _end_text(self) -> None:
        """Make a field of the text so far, and a field of the hidden words in it."""
        self._end(self._texts[-1])
        self._end(self._hidden)

    def _end(self, text: _Text) -> None:
        written = text.text
        if text.holds is Content.PROPERTY:
            self._property = written.strip()
        elif any(map(str.isalnum, written)):
            self._add_content(written, text)
        text.parts, text.pieces, text.length = [], [], 0

    def _add_content(self, written: str, text: _Text) -> None:
        """Add a text, depending on the content of its group."""
        if text.holds is Content.BYTES and _HEX.fullmatch(written):
            start, end = text.pieces[0].source_start, text.pieces[-1].source_end
            add_encoded(self._builder, start, end, bytes.fromhex(written))
            return
        if text.holds is Content.INSTRUCTION and "mailto:" not in written.lower():
            for start, end, role, quoted in split_field_code(written):
                pieces = cut_pieces(text.pieces, start, end)
                self._add_field(
                    written[start:end], pieces, role, _encode_string if quoted else _encode
                )
            return
        if text.holds is Content.NAME:
            written = _BLANK.sub(" ", written)
        first = self._builder.field_count
        self._add_field(written, text.pieces, self._role(text.holds, written))
        if text.holds in (Content.TEXT, Content.ASIDE):
            self._label_above.add_block(first)

    def _role(self, holds: Content, text: str) -> str:
        """Return the role of a text in a group."""
        if holds in (Content.TEXT, Content.ASIDE, Content.INSTRUCTION):
            return "text"
        if holds in (Content.PROGRAMS, Content.FONTS, Content.BYTES):
            return CODE
        if not _LETTERS.search(text) or (holds is Content.VALUE and self._property in DRAWN):
            return CODE
        if holds in (Content.VALUE, Content.OTHER):
            return role_of_string(text.strip())
        return LISTING if is_schema_name(text.strip(" ;")) else "text"

    def _add_field(
        self, text: str, pieces: list[Piece], role: str, encode: Callable[[str], str] | None = None
    ) -> None:
        added = self._builder.add_text(text, pieces)
        add_value(self._builder, added, role, encode or _encode, speakers=self._speakers)

    def _incomplete(self, at: int, message: str) -> Incomplete:
        return incomplete_at(self._source, at, f"is not valid RTF: {message}")


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def _encode(value: str) -> str:
    """Return a value as RTF."""
    return "".join(map(_encode_character, value))


def _encode_character(char: str) -> str:
    if char in "\\{}":
        return f"\\{char}"
    if char.isascii():
        return char
    units = char.encode("utf-16-le", "surrogatepass")
    numbers = (
        int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2)
    )
    return "".join(f"\\u{number}?" for number in numbers)


def _encode_string(value: str) -> str:
    """Return a value for a string in a field code."""
    return _encode(value.replace('"', ""))
