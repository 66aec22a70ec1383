"""Lines and columns in a text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence


def line_starts(text: str) -> list[int]:
    """Return the offset of each line of a text. CR LF, LF and a lone CR end a line."""
    return [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]


def line_and_column(starts: Sequence[int], at: int) -> tuple[int, int]:
    """Return the line and column of a character, counted from one."""
    line = bisect_right(starts, at)
    return line, at - starts[line - 1] + 1


def count_lines(text: str) -> int:
    """Return the number of lines of a text; the last one needs no line end."""
    starts = line_starts(text)
    return len(starts) - (starts[-1] == len(text))
