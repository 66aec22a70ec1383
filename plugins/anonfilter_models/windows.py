"""Long stretches of text in overlapping windows, for whoever cannot read them at once.

What is found counts in the window in whose core it lies. Cores adjoin, and between a core's
edge and its window's edge there is more room than any name or number takes: what a window cuts
in two is whole in the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """text[start:end], and the part of it in which its word counts."""

    start: int
    end: int
    core_start: int
    core_end: int

    def counts(self, start: int, end: int) -> bool:
        """Does something at these offsets of the text touch the core?"""
        return end > self.core_start and start < self.core_end


def windows(text: str, size: int, overlap: int) -> Iterator[Window]:
    """The whole text, or windows of it that begin and end between words."""
    length = len(text)
    start = 0
    while True:
        end = _between_words(text, start + size, overlap) if length - start > size else length
        yield Window(
            start, end,
            start + overlap // 2 if start else 0,
            end - overlap // 2 if end < length else length,
        )  # fmt: skip
        if end == length:
            return
        start = _between_words(text, end - overlap, overlap)


def _between_words(text: str, at: int, overlap: int) -> int:
    """The nearest place before ``at`` where a word begins; ``at`` itself if none is near."""
    space = max(text.rfind(blank, at - overlap // 2, at) for blank in " \n")
    return space + 1 if space >= 0 else at
