"""The map from a cleaned text to the decoded file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a document's text and the stretch of the file that it came from.

    If both have the same length (``aligned``), the characters match one by one. Otherwise the piece
    is indivisible: an escape, or an accent made of two characters.
    """

    start: int
    end: int
    source_start: int
    source_end: int

    @property
    def aligned(self) -> bool:
        return self.end - self.start == self.source_end - self.source_start


class Origin:
    """A map from a document's text to the decoded file and back.

    The order of the text may differ from that of the file: the markup of a cue, for example,
    follows its words.
    """

    __slots__ = ("_in_file", "_starts", "pieces")

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(piece for piece in pieces if piece.end > piece.start)
        self._starts = [piece.start for piece in self.pieces]
        self._in_file = sorted(self.pieces, key=lambda piece: piece.source_start)

    def stretches(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the stretches of the file with text[start:end]; adjoining stretches are joined."""
        found: list[tuple[int, int]] = []
        for piece in self.within(start, end):
            if found and found[-1][1] == piece.source_start:
                found[-1] = (found[-1][0], piece.source_end)
            else:
                found.append((piece.source_start, piece.source_end))
        return found

    def within(self, start: int, end: int) -> list[Piece]:
        """Return the pieces of text[start:end]; aligned pieces are cut at its ends."""
        found = []
        for at in range(max(0, bisect_right(self._starts, start) - 1), len(self.pieces)):
            piece = self.pieces[at]
            if piece.start >= end:
                break
            if piece.end > start and piece.aligned:
                first, last = max(start, piece.start), min(end, piece.end)
                shift = piece.source_start - piece.start
                found.append(Piece(first, last, first + shift, last + shift))
            elif piece.end > start:
                found.append(piece)
        return found

    def holds(self, start: int, end: int) -> bool:
        """Return True if any character of the file from ``start`` to ``end`` is in the text."""
        at = bisect_right(self._in_file, start, key=lambda piece: piece.source_start)
        return (at > 0 and self._in_file[at - 1].source_end > start) or (
            at < len(self._in_file) and self._in_file[at].source_start < end
        )

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Return where text[start:end] begins and ends in the decoded file."""
        stretches = self.stretches(start, end) or [(self.position(start),) * 2]
        return stretches[0][0], stretches[-1][1]

    def position(self, offset: int) -> int:
        """Return where the character at this offset of the text begins in the decoded file."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return 0
        piece = self.pieces[at]
        if piece.aligned and offset < piece.end:
            return piece.source_start + offset - piece.start
        return piece.source_start if offset < piece.end else piece.source_end

    def offset(self, position: int) -> int:
        """Return the first offset of the text at or after this place of the decoded file."""
        at = bisect_right(self._in_file, position, key=lambda piece: piece.source_start) - 1
        if at < 0:
            return self._in_file[0].start if self._in_file else 0
        piece = self._in_file[at]
        if piece.aligned:
            return min(piece.start + position - piece.source_start, piece.end)
        return piece.start if position == piece.source_start else piece.end
