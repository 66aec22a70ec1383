"""The text of a container: the texts of its members, each after a divider with the member's name.

The divider uses control characters that no member may contain. It consists of U+001C, the depth of
the member (a member may be a container itself), ``+`` if its text follows or ``-`` if the member is
kept unread, its name, U+001D and a line end.
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
class MemberPart(NamedTuple):
    """A member in the text of a container: its name, and the offsets of its name and its text.

    ``read`` is False if the member is not text.
    """

    name: str
    read: bool
    named: tuple[int, int]
    start: int
    end: int


def join_members(members: Iterable[tuple[str, str | None]], depth: int) -> str:
    """Return the text of a container from names and texts; the text is None if it is not read."""
    return "".join(
        f"{_OPENS}{depth}{'-' if text is None else '+'}{name}{_CLOSES}\n{text or ''}{_END}"
        for name, text in members
    )


def split_parts(text: str) -> Iterator[MemberPart]:
    """Yield the parts of the text of a container; yield nothing for other texts."""
    first = _DIVIDER.match(text)
    if first is None:
        return
    dividers = [match for match in _DIVIDER.finditer(text) if match[1] == first[1]]
    ends = [match.start() for match in dividers[1:]] + [len(text)]
    for match, end in zip(dividers, ends, strict=True):
        yield MemberPart(match[3], match[2] == "+", match.span(3), match.end(), end - len(_END))


def is_divided(text: str) -> bool:
    """Return True for the text of a container."""
    return _DIVIDER.match(text) is not None


def require_no_dividers(text: str, name: str) -> None:
    """Raise ``Incomplete`` for a text with the control characters of dividers."""
    if _OPENS in text or _CLOSES in text:
        raise Incomplete(
            "contains U+001C or U+001D; anonfilter uses these control characters itself", where=name
        )
