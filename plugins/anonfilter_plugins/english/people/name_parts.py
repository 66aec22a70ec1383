"""The parts of a written name, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

PART = re.compile(r"[^\s\-]+")
EDGE = "\"'.,;:()[]{}*_"


def parts_of(surface: str) -> Iterator[tuple[int, int]]:
    """The parts that hold a letter or digit, less punctuation at their ends."""
    for match in PART.finditer(surface):
        part = match[0]
        start = match.start() + len(part) - len(part.lstrip(EDGE))
        end = match.end() - (len(part) - len(part.rstrip(EDGE)))
        if start < end:
            yield start, end
