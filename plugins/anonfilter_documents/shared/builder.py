"""The builder with which every format makes its document, field by field."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypedDict, TypeVar, Unpack

from anonfilter.containers.places import incomplete_at
from anonfilter.contract.document import (
    CODE,
    LISTING,
    BareValue,
    Document,
    Field,
    Replacement,
    Source,
    Timing,
    verbatim,
)
from anonfilter.text.cleaning import clean
from anonfilter.text.origin import Origin, Piece
from anonfilter_documents.shared.notation import LEVELS, Hidden, Notation

_Stretch = TypeVar("_Stretch", Field, BareValue, Timing, Replacement)
_HINT = "Decode it or remove it. In JSON and CSV, the rules can give its place the role `leave`."
GAP = "\n\n"
"""The text between two fields."""


class FieldSettings(TypedDict, total=False):
    """Further settings of a field (:class:`~anonfilter.contract.document.Field`)."""

    blank_lines: bool
    bare: BareValue | None
    name: str


class DocumentBuilder:
    """A builder that collects stretches of a file into the text of a document.

    ``add_stretch`` adds a stretch of the file unchanged, ``add_text`` adds decoded text,
    ``add_escape`` adds a single escape, and ``add_gap`` adds text that is not in the file. The
    builder decodes references and escapes within the text (:mod:`.notation`).
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._parts: list[str] = []
        self._starts: list[int] = []  # where each part begins in the text
        self._unlabelled = set[int]()  # fields that are dropped if they get no label
        self._pieces: list[Piece] = []
        self._fields: list[Field] = []
        self._at = 0
        self._notation = Notation.of(source.text, source.name)
        self._record = 0
        self._records = 0
        self._groups: dict[int, str] = {}
        self._time: tuple[float, float] | None = None
        self._fields_without_time: list[int] = []

    @property
    def field_count(self) -> int:
        """The number of fields so far."""
        return len(self._fields)

    @property
    def offset(self) -> int:
        """The length of the document's text so far."""
        return self._at

    def add_stretch(self, start: int, end: int) -> str:
        """Add a stretch of the file, and return the text that was added."""
        if self._notation is not None:
            return self.add_text(self._source.text[start:end], (Piece(0, end - start, start, end),))
        text, pieces = clean(self._source.text, start, end, self._at)
        self._add(text)
        self._pieces.extend(pieces)
        return text

    def add_text(self, decoded: str, pieces: Sequence[Piece]) -> str:
        """Add decoded text, and return the text that was added.

        ``pieces`` maps its parts to the file. Parts without a piece, such as a line end that is
        written as an escape, are never replaced.
        """
        if self._notation is not None:
            decoded, pieces = self._decode(self._notation, decoded, pieces)
        text, cleaned = clean(decoded, 0, len(decoded), self._at)
        self._add(text)
        self._pieces.extend(compose_pieces(cleaned, pieces))
        return text

    def _decode(
        self, notation: Notation, written: str, pieces: Sequence[Piece]
    ) -> tuple[str, Sequence[Piece]]:
        """Decode the escapes in a text, and then escapes in the decoded text."""
        try:
            for _ in range(LEVELS):
                decoded = notation.read(written)
                if decoded is None:
                    return written, pieces
                written, pieces = decoded[0], list(compose_pieces(decoded[1], pieces))
            raise Hidden(f"escapes that are nested more than {LEVELS} levels deep", 0)
        except Hidden as error:
            position = Origin(pieces).position(error.position)
            message = f"holds {error.what}, in which names cannot be recognised"
            raise incomplete_at(self._source, position, message, _HINT) from None

    def add_escape(self, text: str, start: int, end: int) -> None:
        """Add the text that a stretch of the file stands for."""
        self._pieces.append(Piece(self._at, self._at + len(text), start, end))
        self._add(text)

    def add_gap(self, text: str) -> None:
        self._add(text)

    def set_time(self, time: tuple[float, float] | None) -> None:
        """Set the start and end, in seconds, of the fields that are added next."""
        self._time = time

    def add_document(self, document: Document, at: int, *, apart: bool = False) -> None:
        """Add a document that was read from the stretch of the file that begins at offset ``at``.

        Its fields without a record belong to the current record; ``apart`` begins a new record.
        """
        if apart:
            self.begin_record()
        records, offset = self._records, self._at
        for field in document.fields:
            record = records + field.record if field.record else self._record
            self._records = max(self._records, record)
            bare = field.bare and _move(field.bare, at)
            timings = tuple(
                replace(
                    _move(timing, offset), echoes=tuple(_move(echo, at) for echo in timing.echoes)
                )
                for timing in field.timings
            )
            self._fields.append(
                replace(_move(field, offset), bare=bare, record=record, timings=timings)
            )
        for piece in document.origin.pieces:
            start, end = piece.source_start + at, piece.source_end + at
            self._pieces.append(Piece(piece.start + offset, piece.end + offset, start, end))
        self._add(document.text)

    def time_fields(
        self, first: int, time: tuple[float, float] | None, echoes: Sequence[Replacement] = ()
    ) -> None:
        """Set the time of the fields from index ``first`` on that have no time yet."""
        if time is None and not echoes:
            return
        while self._fields_without_time and self._fields_without_time[-1] >= first:
            at = self._fields_without_time.pop()
            field = self._fields[at]
            timing = Timing(field.start, field.end, time, tuple(echoes))
            self._fields[at] = replace(field, timings=(timing,))

    def begin_record(self) -> None:
        """Begin the next record: the fields that follow belong to it."""
        self._records += 1
        self._record = self._records

    def set_group(self, group: str) -> None:
        """Set the group of the record; records of the same group are linked together."""
        if group.strip():
            self._groups[self._record] = group.strip()

    def _add(self, text: str) -> None:
        self._starts.append(self._at)
        self._parts.append(text)
        self._at += len(text)

    def add_field(
        self,
        start: int,
        end: int,
        role: str = "text",
        encode: Callable[[str], str] = verbatim,
        *,
        timings: Sequence[Timing] = (),
        **settings: Unpack[FieldSettings],
    ) -> None:
        """Make a field of text[start:end]; ``timings`` has the times of its parts."""
        if self._time is not None and not timings:
            timings = (Timing(start, end, self._time),)
        if end > start:
            if not timings:
                self._fields_without_time.append(len(self._fields))
            self._fields.append(
                Field(
                    start,
                    end,
                    role,
                    encode,
                    record=self._record,
                    timings=tuple(timings),
                    **settings,
                )
            )

    def add_stretch_field(
        self,
        start: int,
        end: int,
        role: str = "text",
        encode: Callable[[str], str] = verbatim,
        **settings: Unpack[FieldSettings],
    ) -> None:
        """Add a stretch of the file unchanged as a field, with the gap after it."""
        first = self._at
        self.add_stretch(start, end)
        self.add_field(first, self._at, role, encode, **settings)
        self.add_gap(GAP)

    def label_fields(self, first: int, upto: int, labels: Sequence[str]) -> None:
        """Add labels to the fields with the indexes from ``first`` up to ``upto``."""
        for at in range(first, upto) if labels else ():
            field = self._fields[at]
            beside = tuple(dict.fromkeys((*field.beside, *labels)))
            self._fields[at] = replace(field, beside=beside)
            self._unlabelled.discard(at)

    def drop_unless_labelled(self, first: int) -> None:
        """Make ``build`` drop the fields from index ``first`` on that get no label."""
        self._unlabelled.update(range(first, len(self._fields)))

    def text_of(self, first: int, upto: int, *, named: bool = False) -> str:
        """Return the text of the fields, without code and listings.

        Fields with a name, which are attributes and values with keys, are included only with
        ``named``.
        """
        shown = [
            field
            for field in self._fields[first:upto]
            if field.role not in (CODE, LISTING) and (named or not field.name)
        ]
        return " ".join(self._text_between(field.start, field.end) for field in shown).strip()

    def _text_between(self, start: int, end: int) -> str:
        at = max(0, bisect_right(self._starts, start) - 1)
        begin = self._starts[at] if self._starts else 0
        parts = self._parts[at : bisect_left(self._starts, end)]
        return "".join(parts)[start - begin : end - begin]

    def build(self) -> Document:
        text = "".join(self._parts)
        return Document(self._source, text, tuple(self._final_fields()), Origin(self._pieces), text)

    def _final_fields(self) -> Iterator[Field]:
        """Yield the fields that are not dropped; all records of a group get the same number."""
        first: dict[str, int] = {}
        for record, group in self._groups.items():
            first.setdefault(group, record)
        for at, field in enumerate(self._fields):
            if at in self._unlabelled:
                continue
            own_group = self._groups.get(field.record)
            yield field if own_group is None else replace(field, record=first[own_group])


def _move(stretch: _Stretch, by: int) -> _Stretch:
    return replace(stretch, start=stretch.start + by, end=stretch.end + by)


def compose_pieces(outer: Sequence[Piece], inner: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a text that was decoded twice.

    ``outer`` maps the text to an intermediate text, and ``inner`` maps that to the file.
    """
    at = 0
    for piece in outer:
        low, high = piece.source_start, piece.source_end
        while at < len(inner) and inner[at].end <= low:
            at += 1
        upto = at
        while upto < len(inner) and inner[upto].start < high:
            upto += 1
        if piece.aligned:
            shift = piece.start - low
            for part in inner[at:upto]:
                start, end = part.start, part.end
                if start < low or end > high:
                    yield _cut(part, max(start, low), min(end, high), shift)
                else:
                    yield Piece(start + shift, end + shift, part.source_start, part.source_end)
        elif upto > at:
            first = _cut(inner[at], max(inner[at].start, low), inner[at].end, 0)
            last = _cut(inner[upto - 1], inner[upto - 1].start, min(inner[upto - 1].end, high), 0)
            yield Piece(piece.start, piece.end, first.source_start, last.source_end)


def _cut(piece: Piece, start: int, end: int, shift: int) -> Piece:
    """Return a part of a piece; a piece that is not aligned keeps its whole place in the file."""
    first, last = piece.source_start, piece.source_end
    if piece.aligned:
        first, last = first + start - piece.start, last - (piece.end - end)
    return Piece(start + shift, end + shift, first, last)
