"""Find page numbers and running headers in a transcript."""

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


def find_page_furniture(text: str) -> list[tuple[int, int]]:
    """Return the places of page numbers and running headers, in order.

    A page number is alone on its line, with empty lines around it. A running header is a line near
    a page number or form feed that occurs at least twice; only its digits may differ.
    """
    lines = list(_LINE.finditer(text))
    numbers = {at for at, line in enumerate(lines) if _is_number(text, line)}
    near = {
        at
        for at, line in enumerate(lines)
        if at not in numbers
        and line.end() - line.start() <= _LONGEST
        and (not numbers.isdisjoint((at - 2, at - 1, at + 1, at + 2)) or _is_at_feed(text, line))
    }
    forms = Counter(_form(lines[at][0]) for at in near)
    headers = {at for at in near if forms[_form(lines[at][0])] >= _TIMES}
    return [lines[at].span() for at in sorted(headers | numbers)]


def _is_number(text: str, line: re.Match[str]) -> bool:
    """Return True for a number with an empty line or a form feed before and after its line."""
    return (
        _NUMBER.fullmatch(line[0]) is not None
        and _is_blank(text[max(0, line.start() - 40) : line.start()][::-1])
        and _is_blank(text[line.end() : line.end() + 40])
    )


def _is_blank(text: str) -> bool:
    """Return True if a text, without blanks, is empty or begins with a form feed or two line ends.

    A text of only one line end counts too.
    """
    stripped = text.lstrip(" \t")
    if not stripped or stripped[0] == "\f":
        return True
    rest = stripped[1:].lstrip(" \t")
    return not rest or rest[0] in "\n\f"


def _is_at_feed(text: str, line: re.Match[str]) -> bool:
    """Return True for the first line after a form feed, and for the last line before one."""
    before = text[max(0, line.start() - 40) : line.start()].rstrip(" \t\n")
    after = text[line.end() : line.end() + 40].lstrip(" \t\n")
    return before.endswith("\f") or after.startswith("\f")


def _form(line: str) -> str:
    """Return a line in the form in which lines are compared: with all numbers as 0."""
    return " ".join(_DIGITS.sub("0", line).split())
