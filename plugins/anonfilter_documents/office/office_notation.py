"""Decode the names of styles, escapes such as ``_x0041_``, and the headers of sheets."""

from __future__ import annotations

import re
from collections.abc import Callable

from anonfilter_documents.shared.decoded_text import DecodedText, decode_stretches

_STYLES = frozenset(("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link"))
_BETWEEN = re.compile(r"_20_|(?<=[^\W\d_A-Z])(?=[A-Z])")
_HEADER_CODE = re.compile(r'&("[^"]*"|K[0-9A-F]{6}|K[0-9]{2}[+-][0-9]{3}|[0-9]{1,3}|[A-Za-z&])')
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # a character that XML cannot contain


def is_style_name(element: str, attribute: str) -> bool:
    """Return True if the value of an attribute is the name of a style."""
    if attribute == "styleId" or attribute.endswith("style-name"):
        return True
    return (element in _STYLES and attribute == "val") or (element, attribute) == ("style", "name")


def split_style_name(name: str) -> DecodedText:
    """Return the words in the name of a style: ``ByAnnReed``, ``By_20_Ann_20_Reed``."""
    return _decode(name, _BETWEEN, lambda _: " ")


def unescape(text: str) -> DecodedText:
    """Return a text with decoded escapes such as ``_x0041_``, with its pieces."""
    return _decode(text, _ESCAPE, lambda escape: chr(int(escape[1], 16)))


def read_header(text: str) -> DecodedText:
    """Return the header of a sheet without its codes: ``&"Calibri"&12Jane &BDoe``."""
    characters = {"&": "&", "L": "\n", "C": "\n", "R": "\n"}
    return _decode(text, _HEADER_CODE, lambda code: characters.get(code[1], ""))


def _decode(
    text: str, pattern: re.Pattern[str], decode: Callable[[re.Match[str]], str]
) -> DecodedText:
    """Return the text with decoded matches of the pattern, and its pieces."""
    decoded = ((*match.span(), decode(match)) for match in pattern.finditer(text))
    return decode_stretches(text, 0, len(text), decoded)
