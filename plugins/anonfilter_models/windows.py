"""Divide long texts into overlapping windows, for models that cannot read them at once.

A span counts in the window whose core it touches. Cores are adjacent, and the edge of a core is
farther from the edge of its window than any name is long, so that a name that one window cuts is
whole in another.
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
    """Yield the whole text, or windows that begin and end between words."""
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
    """Return the nearest beginning of a word before ``at``; ``at`` itself if none is near."""
    space = max(text.rfind(blank, at - overlap // 2, at) for blank in " \n")
    return space + 1 if space >= 0 else at
