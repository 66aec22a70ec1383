"""The text of a file that holds others: its parts, each behind a divider that names it.

The divider is made of control characters that no part may hold: U+001C, the depth of the part (a
part may hold others itself), whether its text follows (``+``) or it is kept as it is (``-``), its
name, U+001D and a line end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

_OPENS, _CLOSES = "\x1c", "\x1d"
_DIVIDER = re.compile(f"{_OPENS}([0-9])([+-])([^{_OPENS}{_CLOSES}]*){_CLOSES}\n")
_END = "\n"


@hide_values
class Part(NamedTuple):
    """One part: its name, and where name and text stand in the whole. ``read`` is false for a part
    that is no text."""

    name: str
    read: bool
    named: tuple[int, int]
    start: int
    end: int


def joined(parts: Iterable[tuple[str, str | None]], depth: int) -> str:
    """The text of all parts, by name and text; None for a part that is none."""
    return "".join(
        f"{_OPENS}{depth}{'-' if text is None else '+'}{name}{_CLOSES}\n{text or ''}{_END}"
        for name, text in parts
    )


def parts_of(text: str) -> Iterator[Part]:
    """The parts of a text of several."""
    first = _DIVIDER.match(text)
    if first is None:
        return
    own = [match for match in _DIVIDER.finditer(text) if match[1] == first[1]]
    ends = [match.start() for match in own[1:]] + [len(text)]
    for match, end in zip(own, ends, strict=True):
        yield Part(match[3], match[2] == "+", match.span(3), match.end(), end - len(_END))


def is_divided(text: str) -> bool:
    """Whether a text is one of several parts."""
    return _DIVIDER.match(text) is not None


def require_plain(text: str, name: str) -> None:
    """Refuse a text that holds the control characters of dividers."""
    if _OPENS in text or _CLOSES in text:
        raise Incomplete(
            "holds the control characters U+001C or U+001D, which stand between parts of a file",
            where=name,
        )
