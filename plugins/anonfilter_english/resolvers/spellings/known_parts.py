"""Look up names of a document by their letters, as they are spelled out: "B-E-L-L"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from anonfilter.text.values import hide_values

_AROUND = 160
_TOUCHING = 30
_LONGEST = 40
_PUNCTUATION = re.compile(r"[.\s]")


@hide_values
@dataclass(frozen=True, slots=True)
class Part:
    """A part of a name, with its place; ``known_as`` is its canonical form."""

    start: int
    end: int
    known_as: str


def letters_of(written: str) -> str:
    """Return the letters of a name in the form in which they are compared: "jr" for "J.R."."""
    return _PUNCTUATION.sub("", written).casefold()


class Parts:
    """The parts of names, by their letters and by their places."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._parts = sorted(parts, key=lambda part: (part.start, part.end))
        self._starts = [part.start for part in self._parts]
        self._known: dict[str, str] = {}
        for part in self._parts:
            self._known.setdefault(letters_of(part.known_as), part.known_as)

    def spelled(self, letters: str) -> str:
        """Return the known name with these letters; "" if there is none."""
        return self._known.get(letters_of(letters), "")

    def two_in(self, letters: str) -> Iterator[tuple[int, str, str]]:
        """Yield where the second name begins, and both names, if the letters spell two names."""
        if len(letters) > _LONGEST:
            return
        for at in range(2, len(letters) - 1):
            first, second = self.spelled(letters[:at]), self.spelled(letters[at:])
            if first and second:
                yield at, first, second

    def near(self, letters: str, start: int, end: int) -> str:
        """Return the nearby name that these letters misspell; "" if there is none.

        A name right before the letters may differ in more letters than other names.
        """
        wanted = letters_of(letters)
        if not 3 <= len(wanted) <= _LONGEST:
            return ""
        best: tuple[int, int, str] | None = None
        first = bisect_left(self._starts, start - _AROUND)
        last = bisect_left(self._starts, end + _AROUND)
        for part in self._parts[first:last]:
            gap = start - part.end if part.end <= start else part.start - end
            allowed = len(wanted) // (3 if 0 <= gap <= _TOUCHING else 4)
            distance = OSA.distance(wanted, letters_of(part.known_as), score_cutoff=allowed)
            if distance <= allowed and (best is None or (distance, gap) < best[:2]):
                best = distance, gap, part.known_as
        return best[2] if best else ""


def alike(first: str, second: str) -> bool:
    """Return True if two spellings differ in few letters."""
    first, second = letters_of(first), letters_of(second)
    shorter = min(len(first), len(second))
    if not 3 <= shorter <= _LONGEST:
        return False
    allowed = max(1, shorter // 4)
    return OSA.distance(first, second, score_cutoff=allowed) <= allowed
