"""Join hard-wrapped lines of a text, for models that read sentences."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from anonfilter.text.values import hide_values

_LINE = re.compile(r"[^\n]+")
_SPACES = re.compile(r"[^\S\n]*\n\s*|[^\S\n]{2,}")
_NARROWEST = 40  # characters of the longest line in wrapped text


@hide_values
@dataclass(frozen=True, slots=True)
class Flat:
    """A text without hard line ends, and the place of each character in the original text."""

    text: str
    starts: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place of text[start:end] in the original text."""
        if start >= end:
            return start, end
        return self._original(start), self._original(end - 1) + 1

    def lines(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the place of each line of text[start:end] in the original text."""
        for line in _LINE.finditer(self.text, start, end):
            yield self.span(*line.span())

    def _original(self, offset: int) -> int:
        at = bisect_right(self.starts, offset) - 1
        return offset if at < 0 else offset + self.shifts[at]


def flatten(text: str) -> Flat:
    """Return a text with hard-wrapped lines joined and each run of blanks as one blank.

    A line is wrapped if the next line begins in lower case, or if the first word of the next line
    would not have fitted. Other line ends stay, so a list of names keeps its lines.
    """
    if not _SPACES.search(text):
        return Flat(text)
    widest = max(_NARROWEST, *(len(line) for line in text.splitlines()))
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    done = saved = 0
    for match in _SPACES.finditer(text):
        parts += text[done : match.start()], " " if _is_wrapped(text, match, widest) else "\n"
        done = match.end()
        saved += len(match[0]) - 1
        starts.append(done - saved)
        shifts.append(saved)
    parts.append(text[done:])
    return Flat("".join(parts), tuple(starts), tuple(shifts))


def _is_wrapped(text: str, match: re.Match[str], widest: int) -> bool:
    breaks = match[0].count("\n")
    if breaks != 1:
        return breaks == 0
    following = text[match.end() : match.end() + 40]
    if following[:1].islower():
        return True
    line = match.start() - (text.rfind("\n", 0, match.start()) + 1)
    first_word = following.split(None, 1)[0] if following.strip() else ""
    return line + 1 + len(first_word) > widest
