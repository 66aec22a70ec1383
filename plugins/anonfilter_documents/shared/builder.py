"""Building a document field by field: what every format plugin uses."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

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
from anonfilter_documents.shared.places import broken

_HINT = "Decode it or take it out; in JSON and CSV, the rules can say `leave` of where it stands."


class DocumentBuilder:
    """Collects stretches of a file into the text of a document.

    ``take`` adds a stretch of the file as it stands, ``value`` what the file writes in a notation
    of its own, ``decoded`` a single escape, ``gap`` text that is in no file, between two fields.
    Letters that stand in the text as references or escapes are read (:mod:`.notation`).
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._parts: list[str] = []
        self._starts: list[int] = []  # where each part begins in the text
        self._unlabelled = set[int]()  # fields that count with a label only
        self._pieces: list[Piece] = []
        self._fields: list[Field] = []
        self._at = 0
        self._notation = Notation.of(source.text, source.name)
        self._record = 0
        self._records = 0
        self._groups: dict[int, str] = {}
        self._time: tuple[float, float] | None = None
        self._untold: list[int] = []

    @property
    def fields(self) -> int:
        """The number of fields so far."""
        return len(self._fields)

    @property
    def at(self) -> int:
        """The offset in the document's text that comes next."""
        return self._at

    def take(self, start: int, end: int) -> str:
        """Add a stretch of the file; returns it as it reads."""
        if self._notation is not None:
            return self.value(self._source.text[start:end], (Piece(0, end - start, start, end),))
        text, pieces = clean(self._source.text, start, end, self._at)
        self._add(text)
        self._pieces.extend(pieces)
        return text

    def value(self, written: str, stands: Sequence[Piece]) -> str:
        """Add what a stretch of the file means, and return it as it reads.

        ``stands`` says where each part of it stands in the file; what has no place there (a
        line end that is written as an escape) is never replaced.
        """
        if self._notation is not None:
            written, stands = self._read(self._notation, written, stands)
        text, pieces = clean(written, 0, len(written), self._at)
        self._add(text)
        self._pieces.extend(composed(pieces, stands))
        return text

    def _read(
        self, notation: Notation, written: str, stands: Sequence[Piece]
    ) -> tuple[str, Sequence[Piece]]:
        """A text with its escapes read, and those in what they say."""
        try:
            for _ in range(LEVELS):
                said = notation.read(written)
                if said is None:
                    return written, stands
                written, stands = said[0], list(composed(said[1], stands))
            raise Hidden(f"an escape in more than {LEVELS} others", 0)
        except Hidden as error:
            position = Origin(stands).position(error.position)
            what = f"holds {error.what} here, in which names cannot be seen"
            raise broken(self._source, position, what, _HINT) from None

    def decoded(self, text: str, start: int, end: int) -> None:
        self._pieces.append(Piece(self._at, self._at + len(text), start, end))
        self._add(text)

    def gap(self, text: str) -> None:
        self._add(text)

    def during(self, start: float, end: float) -> None:
        """The fields that follow are said from ``start`` to ``end``, in seconds."""
        self._time = start, end

    def untimed(self) -> None:
        """It is not known when the fields that follow are said."""
        self._time = None

    def include(self, document: Document, at: int, *, apart: bool = False) -> None:
        """Add a document that was read from the stretch of the file that begins ``at``.

        Its people are those of the record at hand, if it does not tell them apart itself; ``apart``
        begins a new one.
        """
        if apart:
            self.record()
        before, here = self._records, self._at
        for field in document.fields:
            bare = field.bare and replace(
                field.bare, start=field.bare.start + at, end=field.bare.end + at
            )
            record = before + field.record if field.record else self._record
            self._records = max(self._records, record)
            self._fields.append(
                replace(
                    field, start=field.start + here, end=field.end + here, bare=bare,
                    record=record, timings=tuple(_moved(field.timings, here, at)),
                )
            )  # fmt: skip
        for piece in document.origin.pieces:
            start, end = piece.source_start + at, piece.source_end + at
            self._pieces.append(Piece(piece.start + here, piece.end + here, start, end))
        self._add(document.text)

    def tell(
        self, first: int, time: tuple[float, float] | None, echoes: Sequence[Replacement] = ()
    ) -> None:
        """Tell when the fields from the ``first`` on are said, where that is not known yet."""
        if time is None and not echoes:
            return
        while self._untold and self._untold[-1] >= first:
            at = self._untold.pop()
            one = self._fields[at]
            timing = Timing(one.start, one.end, time, tuple(echoes))
            self._fields[at] = replace(one, timings=(timing,))

    def record(self) -> None:
        """Begin the next record: the fields that follow belong to it."""
        self._records += 1
        self._record = self._records

    def belongs(self, group: str) -> None:
        """The record belongs with all others of this group; those of none stand alone."""
        if group.strip():
            self._groups[self._record] = group.strip()

    def _add(self, text: str) -> None:
        self._starts.append(self._at)
        self._parts.append(text)
        self._at += len(text)

    def field(
        self,
        start: int,
        end: int,
        role: str = "text",
        encode: Callable[[str], str] = verbatim,
        *,
        blank_lines: bool = True,
        bare: BareValue | None = None,
        name: str = "",
        timings: Sequence[Timing] = (),
    ) -> None:
        """Declare text[start:end] a field; ``timings``: when each stretch of it is."""
        if self._time is not None and not timings:
            timings = (Timing(start, end, self._time),)
        if end > start:
            if not timings:
                self._untold.append(len(self._fields))
            self._fields.append(
                Field(
                    start, end, role, encode, blank_lines, bare, name, self._record, tuple(timings)
                )
            )

    def label(self, first: int, upto: int, labels: Sequence[str]) -> None:
        """Add labels to the fields from the ``first`` on, as those that stand beside them."""
        for at in range(first, upto) if labels else ():
            known = self._fields[at]
            beside = tuple(dict.fromkeys((*known.beside, *labels)))
            self._fields[at] = replace(known, beside=beside)
            self._unlabelled.discard(at)

    def only_labelled(self, first: int) -> None:
        """Drop the fields from the ``first`` on in the end, unless they get a label."""
        self._unlabelled.update(range(first, len(self._fields)))

    def text_of(self, first: int, upto: int, *, named: bool = False) -> str:
        """The text of the fields from the ``first`` on that people read; ``named``: of attributes
        and of values with keys too."""
        shown = [
            field
            for field in self._fields[first:upto]
            if field.role not in (CODE, LISTING) and (named or not field.name)
        ]
        return " ".join(self._between(field.start, field.end) for field in shown).strip()

    def _between(self, start: int, end: int) -> str:
        at = max(0, bisect_right(self._starts, start) - 1)
        begin = self._starts[at] if self._starts else 0
        parts = self._parts[at : bisect_left(self._starts, end)]
        return "".join(parts)[start - begin : end - begin]

    def text(self) -> str:
        return "".join(self._parts)

    def build(self) -> Document:
        text = self.text()
        return Document(self._source, text, tuple(self._grouped()), Origin(self._pieces), text)

    def _grouped(self) -> Iterator[Field]:
        """The fields, all those of a group in its first record."""
        first: dict[str, int] = {}
        for record, group in self._groups.items():
            first.setdefault(group, record)
        for at, field in enumerate(self._fields):
            if at in self._unlabelled:
                continue
            known = self._groups.get(field.record)
            yield field if known is None else replace(field, record=first[known])


def _moved(timings: Iterable[Timing], here: int, at: int) -> Iterator[Timing]:
    """The same stretches further back in a text and in a file."""
    for one in timings:
        echoes = tuple(replace(edit, start=edit.start + at, end=edit.end + at)
                       for edit in one.echoes)  # fmt: skip
        yield replace(one, start=one.start + here, end=one.end + here, echoes=echoes)


def composed(outer: Sequence[Piece], inner: Sequence[Piece]) -> Iterator[Piece]:
    """Pieces that lead from a text to a value, and on from the value to the file, as one step."""
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
    """The part of a piece from ``start`` to ``end``; of one that is not aligned, all of it."""
    first, last = piece.source_start, piece.source_end
    if piece.aligned:
        first, last = first + start - piece.start, last - (piece.end - end)
    return Piece(start + shift, end + shift, first, last)
