"""Names that programs made of names that people gave: of styles, and with escapes in them."""

from __future__ import annotations

import re
from collections.abc import Callable

from anonfilter.text.origin import Piece

_STYLES = frozenset(("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link"))
_BETWEEN = re.compile(r"_20_|(?<=[^\W\d_A-Z])(?=[A-Z])")
_HEADER_CODE = re.compile(r'&("[^"]*"|K[0-9A-F]{6}|K[0-9]{2}[+-][0-9]{3}|[0-9]{1,3}|[A-Za-z&])')
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # of a character that XML does not hold


def names_style(element: str, attribute: str) -> bool:
    """Whether an attribute names a style, its own or another."""
    if attribute == "styleId" or attribute.endswith("style-name"):
        return True
    return (element in _STYLES and attribute == "val") or (element, attribute) == ("style", "name")


def words_of(name: str) -> tuple[str, list[Piece]]:
    """The words that a name of a style was made of: ``ByAnnReed``, ``By_20_Ann_20_Reed``."""
    return _respelled(name, _BETWEEN, lambda _: " ")


def unescaped(text: str) -> tuple[str, list[Piece]]:
    """What a text says whose characters are escaped as ``_x0041_``."""
    return _respelled(text, _ESCAPE, lambda escape: chr(int(escape[1], 16)))


def shown_in_header(text: str) -> tuple[str, list[Piece]]:
    """What the header of a sheet shows, without its codes: ``&"Calibri"&12Jane &BDoe``."""
    shown = {"&": "&", "L": "\n", "C": "\n", "R": "\n"}
    return _respelled(text, _HEADER_CODE, lambda code: shown.get(code[1], ""))


def _respelled(
    text: str, pattern: re.Pattern[str], says: Callable[[re.Match[str]], str]
) -> tuple[str, list[Piece]]:
    """A text with what some parts of it say, and where each part stands in it."""
    parts: list[str] = []
    pieces: list[Piece] = []
    length = done = 0
    for match in [*pattern.finditer(text), None]:
        upto = len(text) if match is None else match.start()
        stretches = [(text[done:upto], done, upto)]
        if match is not None:
            stretches.append((says(match), *match.span()))
            done = match.end()
        for part, first, last in stretches:
            parts.append(part)
            if last > first:
                pieces.append(Piece(length, length + len(part), first, last))
            length += len(part)
    return "".join(parts), pieces
