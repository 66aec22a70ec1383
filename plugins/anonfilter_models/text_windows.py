"""Divide long texts into overlapping windows, for models that cannot read them at once.

A span counts in the window whose core it touches. Cores are adjacent, and the distance from the
edge of a core to the edge of its window is longer than any name. So a name that one window cuts is
complete in another window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """A window text[start:end], and its core, in which its results count."""

    start: int
    end: int
    core_start: int
    core_end: int

    def counts(self, start: int, end: int) -> bool:
        """Return True if a span at these offsets of the text touches the core."""
        return end > self.core_start and start < self.core_end


def windows(text: str, size: int, overlap: int) -> Iterator[Window]:
    """Yield windows that begin and end between words, or one window for a short text."""
    length = len(text)
    start = 0
    while True:
        end = _between_words(text, start + size, overlap) if length - start > size else length
        core_start = start + overlap // 2 if start else 0
        core_end = end - overlap // 2 if end < length else length
        yield Window(start, end, core_start, core_end)
        if end == length:
            return
        start = _between_words(text, end - overlap, overlap)


def _between_words(text: str, at: int, overlap: int) -> int:
    """Return the beginning of the nearest word before ``at``, or ``at`` if no word begins near."""
    space = max(text.rfind(blank, at - overlap // 2, at) for blank in " \n")
    return space + 1 if space >= 0 else at
