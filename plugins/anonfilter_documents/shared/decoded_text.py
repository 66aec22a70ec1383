"""Decoded texts with their pieces, which map each part of a text to its place in the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.shared.builder import compose_pieces

DecodedText = tuple[str, list[Piece]]


@hide_values
@dataclass(slots=True)
class PartialText:
    """A decoded text that is built part by part, with its pieces."""

    parts: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    length: int = 0

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def add(self, text: str, pieces: Iterable[Piece] = ()) -> None:
        """Add a part of the text; a part without pieces is not in the file."""
        at = self.length
        self.parts.append(text)
        self.pieces += (
            Piece(piece.start + at, piece.end + at, piece.source_start, piece.source_end)
            for piece in pieces
        )
        self.length += len(text)


def decode_stretches(
    text: str, start: int, end: int, decoded: Iterable[tuple[int, int, str]], unplaced: str = ""
) -> DecodedText:
    """Return text[start:end] with some stretches decoded, and its pieces.

    ``decoded`` has the offsets of these stretches, in order, with the text that each stands for.
    Characters in ``unplaced``, and characters inserted between two others, have no piece, so they
    are never replaced.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    length, done = 0, start

    def add(part: str, first: int, last: int) -> None:
        nonlocal length
        parts.append(part)
        pieces.append(Piece(length, length + len(part), first, last))
        length += len(part)

    for first, last, value in decoded:
        if first > done:
            add(text[done:first], done, first)
        if value and (first == last or value in unplaced):
            parts.append(value)
            length += len(value)
        elif value:
            add(value, first, last)
        done = last
    if done < end:
        add(text[done:end], done, end)
    return "".join(parts), pieces


def whole_piece(start: int, end: int) -> list[Piece]:
    """Return the pieces of a text that is written unchanged in the file."""
    return [Piece(0, end - start, start, end)]


def cut_pieces(pieces: Sequence[Piece], start: int, end: int) -> list[Piece]:
    """Return the pieces of text[start:end], given the pieces of the text."""
    return list(compose_pieces([Piece(0, end - start, start, end)], pieces))
