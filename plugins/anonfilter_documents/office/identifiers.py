"""Decoding of names of styles, of escapes such as ``_x0041_``, and of headers of sheets."""

from __future__ import annotations

import re
from collections.abc import Callable

from anonfilter.text.origin import Piece

_STYLES = frozenset(("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link"))
_BETWEEN = re.compile(r"_20_|(?<=[^\W\d_A-Z])(?=[A-Z])")
_HEADER_CODE = re.compile(r'&("[^"]*"|K[0-9A-F]{6}|K[0-9]{2}[+-][0-9]{3}|[0-9]{1,3}|[A-Za-z&])')
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # a character that XML cannot contain


def is_style_name(element: str, attribute: str) -> bool:
    """Return True if the value of an attribute is the name of a style."""
    if attribute == "styleId" or attribute.endswith("style-name"):
        return True
    return (element in _STYLES and attribute == "val") or (element, attribute) == ("style", "name")


def split_style_name(name: str) -> tuple[str, list[Piece]]:
    """Return the words in the name of a style: ``ByAnnReed``, ``By_20_Ann_20_Reed``."""
    return _decode(name, _BETWEEN, lambda _: " ")


def unescape(text: str) -> tuple[str, list[Piece]]:
    """Return a text with decoded escapes such as ``_x0041_``, with its pieces."""
    return _decode(text, _ESCAPE, lambda escape: chr(int(escape[1], 16)))


def read_header(text: str) -> tuple[str, list[Piece]]:
    """Return the header of a sheet without its codes: ``&"Calibri"&12Jane &BDoe``."""
    characters = {"&": "&", "L": "\n", "C": "\n", "R": "\n"}
    return _decode(text, _HEADER_CODE, lambda code: characters.get(code[1], ""))


def _decode(
    text: str, pattern: re.Pattern[str], decode: Callable[[re.Match[str]], str]
) -> tuple[str, list[Piece]]:
    """Return the text with decoded matches of the pattern, and its pieces."""
    parts: list[str] = []
    pieces: list[Piece] = []
    length = done = 0
    for match in [*pattern.finditer(text), None]:
        upto = len(text) if match is None else match.start()
        stretches = [(text[done:upto], done, upto)]
        if match is not None:
            stretches.append((decode(match), *match.span()))
            done = match.end()
        for part, first, last in stretches:
            parts.append(part)
            if last > first:
                pieces.append(Piece(length, length + len(part), first, last))
            length += len(part)
    return "".join(parts), pieces
