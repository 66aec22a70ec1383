"""The parts of the names of a document, for looking up what a spelling spells."""

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
    """A part of a name where it stands in the text, and the form whose number it has."""

    start: int
    end: int
    known_as: str


def letters_of(written: str) -> str:
    """A name as its letters are compared: "J.R." and "J-R" are one."""
    return _PUNCTUATION.sub("", written).casefold()


class Parts:
    """Parts of names, by their letters and by where they stand."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._parts = sorted(parts, key=lambda part: (part.start, part.end))
        self._starts = [part.start for part in self._parts]
        self._known: dict[str, str] = {}
        for part in self._parts:
            self._known.setdefault(letters_of(part.known_as), part.known_as)

    def spelled(self, letters: str) -> str:
        """The known name that has these letters, or nothing."""
        return self._known.get(letters_of(letters), "")

    def two_in(self, letters: str) -> Iterator[tuple[int, str, str]]:
        """The two known names that these letters are, one after the other: where the second
        begins, and both."""
        if len(letters) > _LONGEST:
            return
        for at in range(2, len(letters) - 1):
            first, second = self.spelled(letters[:at]), self.spelled(letters[at:])
            if first and second:
                yield at, first, second

    def near(self, letters: str, start: int, end: int) -> str:
        """The name that stands near these letters and was spelled with a slip, if any.

        What stands right before may differ more.
        """
        wanted = letters_of(letters)
        if not 3 <= len(wanted) <= _LONGEST:
            return ""
        best: tuple[int, int, str] | None = None
        first = bisect_left(self._starts, start - _AROUND)
        last = bisect_left(self._starts, end + _AROUND)
        for part in self._parts[first:last]:
            away = start - part.end if part.end <= start else part.start - end
            allowed = len(wanted) // (3 if 0 <= away <= _TOUCHING else 4)
            distance = OSA.distance(wanted, letters_of(part.known_as), score_cutoff=allowed)
            if distance <= allowed and (best is None or (distance, away) < best[:2]):
                best = distance, away, part.known_as
        return best[2] if best else ""


def alike(one: str, other: str) -> bool:
    """Whether two spellings are one, spelled with a slip and again."""
    one, other = letters_of(one), letters_of(other)
    shorter = min(len(one), len(other))
    if not 3 <= shorter <= _LONGEST:
        return False
    allowed = max(1, shorter // 4)
    return OSA.distance(one, other, score_cutoff=allowed) <= allowed
