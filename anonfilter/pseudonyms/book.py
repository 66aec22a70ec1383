"""The pseudonym book: which original has which number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from anonfilter.model import Tag


class Book:
    """Numbers for one document: distinct keys of a sequence, in order of first appearance."""

    def __init__(self, taken: Iterable[Tag] = ()) -> None:
        self._numbers: dict[tuple[str, str], str] = {}
        self._last: dict[str, int] = defaultdict(int)
        self._taken = {(tag.sequence, tag.number) for tag in taken if tag.number}

    def number(self, sequence: str, key: str) -> str:
        """The number of this key, a new one if it has none yet; numbers in use are skipped."""
        known = self._numbers.get((sequence, key))
        if known is not None:
            return known
        while True:
            self._last[sequence] += 1
            number = str(self._last[sequence])
            if (sequence, number) not in self._taken:
                break
        self._numbers[sequence, key] = number
        return number
