"""Find the line numbers that court reporters write at the beginning of lines."""

from __future__ import annotations

import re

_NUMBERED = re.compile(
    r"^[^\S\n]{0,12}(?P<number>\d{1,2})(?=[^\S\n]{2,}\S|[^\S\n]*$)", re.MULTILINE
)
_ENOUGH = 6
_FIRST = 1


def line_numbers(text: str) -> list[tuple[int, int]]:
    """Return the places of line numbers, in order; none unless many lines are numbered."""
    found = [(match.span("number"), int(match["number"])) for match in _NUMBERED.finditer(text)]
    counted = [
        place
        for at, (place, number) in enumerate(found)
        if (at > 0 and found[at - 1][1] == number - 1)
        or (at + 1 < len(found) and found[at + 1][1] == number + 1)
        or (number == _FIRST and at > 0)
    ]
    return counted if len(counted) >= _ENOUGH else []
