"""PDFs: pages as one text, and the strings, metadata and attachments beside them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from itertools import islice
from typing import Literal, NamedTuple, TypeVar

from pydantic import Field as Option

from anonfilter.containers.member_text import split_parts
from anonfilter.contract.document import (
    CODE,
    BareValue,
    Document,
    Field,
    Replacement,
    Source,
    Timing,
)
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.files.paths import member_path
from anonfilter.text.origin import Origin, Piece
from anonfilter.text.values import hide_values

SUFFIXES = (".pdf",)
_PAGE, _PICTURES, _ATTACHMENTS = "page ", "pictures ", "attachments/"
_NAMES = "names of destinations"
_GAP = "\n\n"


_Stretch = TypeVar("_Stretch", Field, BareValue, Timing, Replacement)


class _Part(NamedTuple):
    """A part of the file, and the offset of its text in the document that was read from it."""

    offset: int
    start: int
    length: int


@hide_values
@dataclass(slots=True)
class _Joined:
    """Documents of several members, joined to one."""

    text: str = ""
    fields: list[Field] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def add(self, document: Document, parts: Sequence[_Part]) -> None:
        """Add a document that was read from these parts of the file."""
        shift, at = len(self.text), parts[0].start
        last = max((each.record for each in self.fields), default=0)
        for each in document.fields:
            timings = tuple(
                replace(
                    _move(timing, shift), echoes=tuple(_move(echo, at) for echo in timing.echoes)
                )
                for timing in each.timings
            )
            record = each.record and each.record + last
            bare = each.bare and _move(each.bare, at)
            self.fields.append(
                replace(_move(each, shift), bare=bare, record=record, timings=timings)
            )
        for piece in document.origin.pieces:
            self.pieces += _in_parts(piece, shift, parts)
        self.text += document.text + _GAP

    def add_code(self, text: str, start: int) -> None:
        """Add a text for programs, which begins at this place of the file."""
        at = len(self.text)
        self.fields.append(Field(at, at + len(text), CODE))
        self.pieces.append(Piece(at, at + len(text), start, start + len(text)))
        self.text += text + _GAP


def _move(stretch: _Stretch, by: int) -> _Stretch:
    return replace(stretch, start=stretch.start + by, end=stretch.end + by)


def _in_parts(piece: Piece, shift: int, parts: Sequence[_Part]) -> Iterator[Piece]:
    """Yield a piece of a document that was read from several parts, cut where a part ends."""
    begin = bisect_right(parts, piece.source_start, key=lambda part: part.offset) - 1
    for part in islice(parts, max(0, begin), None):
        first = max(piece.source_start, part.offset)
        last = min(piece.source_end, part.offset + part.length)
        if part.offset >= piece.source_end:
            return
        if first >= last:
            continue
        move = part.start - part.offset
        if not piece.aligned:
            yield Piece(piece.start + shift, piece.end + shift, first + move, last + move)
            return
        start = piece.start + first - piece.source_start + shift
        yield Piece(start, start + last - first, first + move, last + move)


class PdfFormat:
    """PDFs: pages, annotations, forms, bookmarks, properties, metadata and attachments."""

    class Config(Strict):
        keep: tuple[str, ...] = Option(
            default=(), description="attachments that are left unread, such as '*.png'"
        )
        pictures: Literal["refuse", "keep"] = Option(
            default="refuse", description="keep: leave pictures unread"
        )
        suffixes: tuple[str, ...] = Option(
            default=SUFFIXES, description="suffixes of the files that this format reads"
        )

    _read: Callable[[Source], Document] | None = None

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = config.suffixes
        self._config = config

    def needs(self) -> Needs:
        return Needs(extra="pdf")

    def know_reading(self, read: Callable[[Source], Document]) -> None:
        self._read = read

    def read(self, source: Source) -> Document:
        assert self._read is not None
        joined = _Joined()
        parts = list(split_parts(source.text))
        pages = [part for part in parts if part.name.startswith(_PAGE)]
        text, offsets = "", list[_Part]()
        for page in pages:
            offsets.append(_Part(len(text), page.start, page.end - page.start))
            text += source.text[page.start : page.end] + "\n"
        if text.strip():
            joined.add(self._read(Source("pages.txt", text)), offsets)
        for part in parts[len(pages) :]:
            if not part.read:
                self._require_kept(part.name, source.name)
                continue
            if part.name == _NAMES:
                joined.add_code(source.text[part.start : part.end], part.start)
                continue
            name = part.name if "." in part.name else f"{part.name}.txt"
            own = Source(member_path(source.name, name), source.text[part.start : part.end])
            if own.text.strip():
                joined.add(self._read(own), [_Part(0, part.start, part.end - part.start)])
        fields, origin = tuple(joined.fields), Origin(joined.pieces)
        return Document(source, joined.text, fields, origin, joined.text)

    def _require_kept(self, name: str, file: str) -> None:
        """Raise ``Incomplete`` for pictures and attachments that the rules do not keep."""
        if name.startswith(_PICTURES):
            if self._config.pictures == "keep":
                return
            raise Incomplete(
                "has pictures, which are not read",
                where=file,
                hint="If they show no person, write {use: pdf, pictures: keep} under `formats:`.",
            )
        shown = name.removeprefix(_ATTACHMENTS)
        if not any(fnmatch(shown, glob) for glob in self._config.keep):
            glob = f"*.{shown.rpartition('.')[2]}"
            raise Incomplete(
                "is an attachment that is not read",
                where=member_path(file, name),
                hint=f"If it shows no person, write {{use: pdf, keep: ['{glob}']}} under "
                "`formats:`. Otherwise remove it.",
            )
