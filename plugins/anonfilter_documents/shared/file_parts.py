"""Find the places at which a long file may be divided into parts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from anonfilter.text.values import hide_values

_LONGEST = 1 << 10  # characters of a match at which a file is divided
LINE_END = r"(?>\r\n|\r|\n)"


@hide_values
@dataclass(frozen=True, slots=True)
class Divided:
    """The rules for a file that is divided after a match of ``best``, or if none, of ``others``.

    ``words`` is the pattern for text without lines. For ``head``, ``apart`` and ``linked``, see
    :class:`anonfilter.contract.plugin.Parts`.
    """

    best: re.Pattern[str]
    others: re.Pattern[str] | None = None
    words: re.Pattern[str] | None = None
    head: str = ""
    apart: bool = False
    linked: bool = False

    def end(self, text: str, low: int, high: int, *, words: bool = False) -> int | None:
        for pattern in (self.words,) if words else (self.best, self.others):
            found = pattern and last_end(pattern, text, low, high)
            if found is not None:
                return found
        return None


def last_end(pattern: re.Pattern[str], text: str, low: int, high: int) -> int | None:
    """Return the end of the last match that ends between ``low`` and ``high``, or None.

    The search goes backwards in growing stretches, because the match is usually near ``high``.
    """
    high -= text[high - 1 : high + 1] == "\r\n"
    lowest, size = max(0, low - _LONGEST), 1 << 12
    first = high
    while first > lowest:
        first = max(lowest, high - size)
        size *= 4
        last = None
        for match in pattern.finditer(text, first):  # patterns may look ahead beyond ``high``
            if match.end() > high:
                break
            last = match.end() if match.end() >= low else None
        if last is not None:
            return last
    return None
