"""Reads RTF: groups, control words, and characters in the code page of their font."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from anonfilter.contract.document import CODE, LISTING, Document, Source
from anonfilter.errors import Incomplete
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.rtf.control_words import (
    CHARACTERS,
    CODE_PAGES,
    DRAWN,
    ENDS,
    GROUPS,
    Holds,
)
from anonfilter_documents.rtf.writing import encoded, in_string
from anonfilter_documents.shared.block_labels import BlockLabels
from anonfilter_documents.shared.builder import DocumentBuilder, compose_pieces
from anonfilter_documents.shared.encoded import add_encoded
from anonfilter_documents.shared.fields import UNDERSCORE, add_value
from anonfilter_documents.shared.instructions import role_of_string, split_field_code
from anonfilter_documents.shared.places import incomplete_at
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.tables import Table

_TOKEN = re.compile(
    r"\\(?P<word>[a-zA-Z]{1,40})(?P<number>-?\d{1,10})?[ ]?|(?P<bytes>(?:\\'[0-9a-fA-F]{2})+)"
    r"|\\(?P<symbol>[^a-zA-Z'])|(?P<open>\{)|(?P<close>\})|[\r\n\0]+|(?P<text>[^\\{}\r\n\0]+)"
)
_APART = (Holds.LIST, Holds.FONTS, Holds.PROGRAMS)  # each group in them is a text of its own
_INHERITED = (Holds.LIST, Holds.PROGRAMS, Holds.PICTURE, Holds.BYTES)
_BLANK = re.compile(UNDERSCORE)
_TELLING = re.compile(r"[^\W\d_]{2}")
_HEX = re.compile(r"(?:\s*[0-9A-Fa-f]{2})+\s*")
_DEEPEST = 500
_CELLS = ("cell", "row", "nestcell", "nestrow")


@hide_values
@dataclass(slots=True)
class _Text:
    """A text in the making: what was read of it, and where each part stands."""

    holds: Holds = Holds.TEXT
    parts: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    length: int = 0

    def add(self, said: str, start: int, end: int) -> None:
        self.parts.append(said)
        self.pieces.append(Piece(self.length, self.length + len(said), start, end))
        self.length += len(said)


@dataclass(frozen=True, slots=True)
class _Group:
    """What counts within a group, and ends with it."""

    holds: Holds = Holds.TEXT
    own: bool = False  # a text of its own
    fallback: int = 1  # characters behind a \u that say the same in a code page
    codec: str = "cp1252"
    starred: bool = False
    first: bool = True  # nothing stands in it yet


class Reading:
    """Takes one file into a document, token by token."""

    def __init__(self, source: Source, *, pictures: bool, speakers: bool) -> None:
        self._source = source
        self._pictures = pictures
        self._speakers = speakers
        self._builder = DocumentBuilder(source)
        self._groups: list[_Group] = []
        self._texts = [_Text()]
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._property = ""  # what the next value of a drawing is
        self._skip = 0  # characters that repeat a \u
        self._table: Table | None = None
        self._label_above = BlockLabels(self._builder)
        self._in_table = False  # as the paragraph says

    def document(self) -> Document:
        text = self._source.text
        if not text.lstrip("\ufeff \t\r\n").startswith("{\\rtf"):
            raise self._broken(0, "it does not begin with {\\rtf")
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self._broken(at, "this is no control word")
            self._take(match)
            at = match.end()
            if not self._groups and match["close"]:
                break
        if self._groups:
            raise self._broken(len(text), "a group is not closed")
        if text[at:].strip(" \t\r\n\0"):
            raise self._broken(at, "text stands behind its end")
        self._flush()
        self._end_table()
        return self._builder.build()

    def _take(self, match: re.Match[str]) -> None:
        if match["open"]:
            self._open(match.start())
        elif match["close"]:
            self._close(match.start())
        elif match["word"]:
            self._word(match)
        elif match["symbol"]:
            self._symbol(match)
        elif match["bytes"]:
            self._said_in_bytes(match)
        elif match["text"]:
            self._said(match["text"], *match.span())

    def _open(self, at: int) -> None:
        if len(self._groups) == _DEEPEST:
            raise self._broken(at, "its groups are too deep")
        above = self._groups[-1] if self._groups else _Group()
        self._groups.append(replace(above, own=False, starred=False, first=True))
        self._skip = 0

    def _close(self, at: int) -> None:
        if not self._groups:
            raise self._broken(at, "this bracket closes no group")
        group = self._groups.pop()
        if group.own or group.holds in _APART:
            self._flush()
        if group.own:
            self._texts.pop()
        self._skip = 0

    def _word(self, match: re.Match[str]) -> None:
        word, number = match["word"], int(match["number"] or 0)
        group = self._groups[-1] if self._groups else _Group()
        if word == "u":
            self._unicode(number, match)
        elif word == "bin" and number:
            raise self._broken(match.start(), "it holds binary data")
        elif word in CHARACTERS:
            self._said(CHARACTERS[word], match.start(), match.start())
        elif word in ENDS:
            self._end(word)
        elif group.first and (word in GROUPS or group.starred):
            self._begin(GROUPS.get(word, Holds.OTHER), match.start())
            return
        else:
            self._setting(word, number)
        self._set(first=False)

    def _end(self, word: str) -> None:
        """End a paragraph, a cell or a row."""
        if word in _CELLS or self._in_table:
            if self._table is None:
                self._table = Table(self._builder)
                self._table.cell()
        elif self._texts[-1].holds is Holds.TEXT:
            self._end_table()
        self._flush()
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

    def _begin(self, holds: Holds, at: int) -> None:
        """Begin what a group holds, as its first control word says."""
        if holds is Holds.PICTURE and not self._pictures:
            raise incomplete_at(
                self._source,
                at,
                "holds a picture, which is not read",
                "If it shows nobody, say {use: rtf, pictures: keep} under `formats:`.",
            )
        if holds is Holds.OBJECT:
            raise incomplete_at(self._source, at, "holds an embedded object, which is not read")
        above = self._groups[-1].holds
        if holds is Holds.OTHER and above in _INHERITED:
            holds = above
        own = holds is not Holds.TEXT
        self._set(holds=holds, own=own, first=False)
        if own:
            self._texts.append(_Text(holds))

    def _setting(self, word: str, number: int) -> None:
        """What changes how characters are read."""
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
            if self._groups and self._groups[-1].holds is not Holds.FONTS:
                self._set(codec=self._fonts.get(number, self._groups[-1].codec))
        elif word == "fcharset" and number in CODE_PAGES and number:
            self._fonts[self._font] = CODE_PAGES[number]

    def _symbol(self, match: re.Match[str]) -> None:
        symbol = match["symbol"]
        if symbol == "*":
            self._set(starred=True)
        elif symbol in "\r\n":
            self._flush()
        elif symbol in "\\{}":
            self._said(symbol, *match.span())
        elif symbol in CHARACTERS:
            self._said(CHARACTERS[symbol], *match.span())

    def _unicode(self, number: int, match: re.Match[str]) -> None:
        """A character by its number, in UTF-16; what follows says the same for old programs."""
        fallback = self._groups[-1].fallback if self._groups else 1
        self._skip = 0
        char = chr(number % 0x10000)
        text = self._texts[-1]
        if "\udc00" <= char <= "\udfff" and text.parts and "\ud800" <= text.parts[-1] <= "\udbff":
            high, piece = text.parts.pop(), text.pieces.pop()
            text.length -= 1
            whole = (high + char).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
            self._said(whole, piece.source_start, match.end())
        else:
            self._said(char, *match.span())
        self._skip = fallback

    def _said_in_bytes(self, match: re.Match[str]) -> None:
        data = bytes.fromhex(match[0].replace("\\'", ""))
        codec = self._groups[-1].codec if self._groups else "cp1252"
        said = data.decode(codec, "replace")
        start = match.start()
        if len(said) == len(data):
            for at, char in enumerate(said):
                self._said(char, start + 4 * at, start + 4 * at + 4)
        else:
            self._said(said, start, match.end())

    def _said(self, said: str, start: int, end: int) -> None:
        """Take text, without what repeats a character before it."""
        if self._skip:
            taken = min(self._skip, len(said)) if end > start else 0
            self._skip -= taken
            self._cover(start + (taken if end - start == len(said) else end - start))
            if end - start != len(said) or taken == len(said):
                return
            said, start = said[taken:], start + taken
        self._set(first=False)
        if self._groups and self._groups[-1].holds is not Holds.PICTURE:
            self._texts[-1].add(said, start, end)

    def _cover(self, end: int) -> None:
        """The last character stands up to here: what repeats it goes with it."""
        text = self._texts[-1]
        if text.pieces and text.pieces[-1].end == text.length:
            last = text.pieces[-1]
            text.pieces[-1] = Piece(last.start, last.end, last.source_start, end)

    def _set(self, **changed: object) -> None:
        if self._groups:
            self._groups[-1] = replace(self._groups[-1], **changed)  # type: ignore[arg-type]

    def _flush(self) -> None:
        """Make a field of what was read."""
        text = self._texts[-1]
        said = "".join(text.parts)
        if text.holds is Holds.PROPERTY:
            self._property = said.strip()
        elif any(map(str.isalnum, said)):
            self._take_text(said, text)
        text.parts, text.pieces, text.length = [], [], 0

    def _take_text(self, said: str, text: _Text) -> None:
        """Take a text as what its group holds."""
        if text.holds is Holds.BYTES and _HEX.fullmatch(said):
            start, end = text.pieces[0].source_start, text.pieces[-1].source_end
            add_encoded(self._builder, start, end, bytes.fromhex(said))
            return
        if text.holds is Holds.INSTRUCTION and "mailto:" not in said.lower():
            for start, end, role, quoted in split_field_code(said):
                within = [Piece(0, end - start, start, end)]
                stands = list(compose_pieces(within, text.pieces))
                self._add(said[start:end], stands, role, in_string if quoted else encoded)
            return
        if text.holds is Holds.NAME:
            said = _BLANK.sub(" ", said)
        first = self._builder.field_count
        self._add(said, text.pieces, self._role(text.holds, said))
        if text.holds in (Holds.TEXT, Holds.ASIDE):
            self._label_above.add_block(first)

    def _role(self, holds: Holds, said: str) -> str:
        """The role of a text in a group."""
        if holds in (Holds.TEXT, Holds.ASIDE, Holds.INSTRUCTION):
            return "text"
        if holds in (Holds.PROGRAMS, Holds.FONTS, Holds.BYTES):
            return CODE
        if not _TELLING.search(said) or (holds is Holds.VALUE and self._property in DRAWN):
            return CODE
        if holds in (Holds.VALUE, Holds.OTHER):
            return role_of_string(said.strip())
        return LISTING if is_schema_name(said.strip(" ;")) else "text"

    def _add(
        self, said: str, stands: list[Piece], role: str, encode: Callable[[str], str] = encoded
    ) -> None:
        written = self._builder.add_text(said, stands)
        add_value(self._builder, written, role, encode, speakers=self._speakers)

    def _broken(self, at: int, what: str) -> Incomplete:
        return incomplete_at(self._source, at, f"is not read as RTF: {what}")


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
