"""PDFs: pages as one text, and the strings, metadata and attachments beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from typing import Literal

from pydantic import Field as Option

from anonfilter.containers.member_text import MemberPart, split_parts
from anonfilter.contract.document import CODE, Document, Field, Source
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


@hide_values
@dataclass(slots=True)
class _Joined:
    """Documents of several members, joined to one."""

    text: str = ""
    fields: list[Field] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def add(self, document: Document, parts: Sequence[tuple[int, MemberPart]]) -> None:
        """Add the document of these parts of the file; each has its offset in the document."""
        shift = len(self.text)
        last = max((each.record for each in self.fields), default=0)
        for each in document.fields:
            record = each.record and each.record + last
            bare, timings = each.bare, each.timings
            if bare is not None:
                at = parts[0][1].start
                bare = replace(bare, start=bare.start + at, end=bare.end + at)
            timings = tuple(
                replace(
                    timing,
                    start=timing.start + shift,
                    end=timing.end + shift,
                    echoes=tuple(
                        replace(
                            echo,
                            start=echo.start + parts[0][1].start,
                            end=echo.end + parts[0][1].start,
                        )
                        for echo in timing.echoes
                    ),
                )
                for timing in timings
            )
            self.fields.append(
                replace(
                    each,
                    start=each.start + shift,
                    end=each.end + shift,
                    bare=bare,
                    record=record,
                    timings=timings,
                )
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


def _in_parts(piece: Piece, shift: int, parts: Sequence[tuple[int, MemberPart]]) -> Iterator[Piece]:
    """Yield a piece of a document that was read from several parts, cut where a part ends."""
    for offset, part in parts:
        end = offset + part.end - part.start
        first, last = max(piece.source_start, offset), min(piece.source_end, end)
        if first >= last:
            continue
        move = part.start - offset
        if piece.aligned:
            begin = piece.start + first - piece.source_start + shift
            yield Piece(begin, begin + last - first, first + move, last + move)
        else:
            yield Piece(piece.start + shift, piece.end + shift, first + move, last + move)
            return


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
        text, offsets = "", list[tuple[int, MemberPart]]()
        for page in pages:
            offsets.append((len(text), page))
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
                joined.add(self._read(own), [(0, part)])
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
