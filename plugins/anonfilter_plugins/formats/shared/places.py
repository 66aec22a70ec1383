"""Where in a file something is wrong, and saying so: line and column, never what stands there."""

from __future__ import annotations

from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.lines import line_and_column, line_starts


def broken(source: Source, position: int, message: str, hint: str = "") -> Incomplete:
    """The error for a file that is not what its suffix says."""
    line, column = line_and_column(line_starts(source.text), position)
    return Incomplete(message, where=f"{source.name}:{line}:{column}", hint=hint)
