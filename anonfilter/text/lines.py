"""Lines and columns of a text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence


def line_starts(text: str) -> list[int]:
    """Where each line of a decoded file begins; CR LF, LF and a lone CR end a line."""
    return [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]


def line_and_column(starts: Sequence[int], at: int) -> tuple[int, int]:
    """The place of a character, counted from one."""
    line = bisect_right(starts, at)
    return line, at - starts[line - 1] + 1


def count_lines(text: str) -> int:
    """How many lines a text has; the last one needs no line end."""
    starts = line_starts(text)
    return len(starts) - (starts[-1] == len(text))
