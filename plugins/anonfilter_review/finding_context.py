"""The text around a finding: whole lines, or a part of long lines."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from anonfilter.text.lines import line_starts
from anonfilter.text.values import hide_values

_CLIPPED = "…"


@hide_values
@dataclass(frozen=True, slots=True)
class Context:
    """A value and the text around it; ``line`` is the number of the first line shown."""

    before: str
    value: str
    after: str
    line: int


@hide_values
@dataclass(frozen=True)
class TextLines:
    """The decoded text of a file, divided into lines."""

    text: str

    @cached_property
    def _lines(self) -> list[int]:
        return line_starts(self.text)

    def around(self, start: int, end: int, *, lines: int, characters: int) -> Context:
        """Return text[start:end] with at most so many lines and characters on each side."""
        first = bisect_right(self._lines, start) - 1
        last = bisect_right(self._lines, max(start, end - 1)) - 1
        opening = self._lines[max(0, first - lines)]
        following = last + lines + 1
        closing = self._lines[following] if following < len(self._lines) else len(self.text)
        begin, stop = max(opening, start - characters), min(closing, end + characters)
        before = (_CLIPPED if begin > opening else "") + self.text[begin:start]
        after = self.text[end:stop] + (_CLIPPED if stop < closing else "")
        return Context(
            before, self.text[start:end], after.rstrip(), bisect_right(self._lines, begin)
        )
