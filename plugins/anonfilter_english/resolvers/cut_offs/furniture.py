"""What stands between pages and is not speech: page numbers, running headers."""

from __future__ import annotations

import re
from collections import Counter

_LINE = re.compile(r"[^\n\f]*\S[^\n\f]*")
_NUMBER = re.compile(
    r"[ \t]*(?:[-\u2014\[(]?[ \t]*\d{1,4}[ \t]*[-\u2014\])]?"
    r"|(?:page|p\.)[ \t]*\d{1,4}(?:[ \t]*(?:of|/)[ \t]*\d{1,4})?)[ \t]*",
    re.I,
)
_DIGITS = re.compile(r"\d+")
_TIMES = 2
_LONGEST = 90


def furniture(text: str) -> list[tuple[int, int]]:
    """The lines that only say which page this is, in order.

    A page's number stands alone on its line. A header is the line next to a number or to the
    page's end, if it recurs there with no more than other digits.
    """
    lines = list(_LINE.finditer(text))
    numbers = {at for at, line in enumerate(lines) if _is_number(text, line)}
    near = {
        at
        for at, line in enumerate(lines)
        if at not in numbers
        and line.end() - line.start() <= _LONGEST
        and (not numbers.isdisjoint((at - 2, at - 1, at + 1, at + 2)) or _at_feed(text, line))
    }
    forms = Counter(_form(lines[at][0]) for at in near)
    headers = {at for at in near if forms[_form(lines[at][0])] >= _TIMES}
    return [lines[at].span() for at in sorted(headers | numbers)]


def _is_number(text: str, line: re.Match[str]) -> bool:
    """Alone: with a blank line or a page's end on a side, not in a column of figures."""
    if not _NUMBER.fullmatch(line[0]):
        return False
    return _blank(text, line.start(), -1) and _blank(text, line.end(), 1)


def _blank(text: str, at: int, step: int) -> bool:
    around = text[max(0, at - 40) : at][::-1] if step < 0 else text[at : at + 40]
    stripped = around.lstrip(" \t")
    if not stripped or stripped[0] == "\f":
        return True
    rest = stripped[1:].lstrip(" \t")
    return not rest or rest[0] in "\n\f"


def _at_feed(text: str, line: re.Match[str]) -> bool:
    before = text[max(0, line.start() - 40) : line.start()].rstrip(" \t\n")
    after = text[line.end() : line.end() + 40].lstrip(" \t\n")
    return before.endswith("\f") or after.startswith("\f")


def _form(line: str) -> str:
    return " ".join(_DIGITS.sub("0", line).split())
