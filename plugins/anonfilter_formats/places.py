"""Where in a file something is wrong, and saying so: line and column, never what stands there."""

from __future__ import annotations

from bisect import bisect_right

from anonfilter.errors import Incomplete
from anonfilter.model import Source
from anonfilter.text import line_starts


def broken(source: Source, position: int, message: str, hint: str = "") -> Incomplete:
    """The error for a file that is not what its suffix says."""
    lines = line_starts(source.text)
    line = bisect_right(lines, position)
    column = position - lines[line - 1] + 1
    return Incomplete(message, where=f"{source.name}:{line}:{column}", hint=hint)
