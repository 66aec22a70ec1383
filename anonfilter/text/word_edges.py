"""Cuts words where letters meet digits and where the case changes: okafor2, spkOkafor.

A word in which letters of other scripts look like Latin ones is read as Latin.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

# Letters that look like Latin ones in the typefaces of screens, with the Latin letters.
_ALIKE = (
    ("АВЕЅІЈКМНОРСТУХҺԚԜ", "ABESIJKMHOPCTYXHQW"),
    ("авеѕіјкмнорстухһԛԝԁ", "abesijkmhopctyxhqwd"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),  # noqa: RUF001
    ("αεγηικνορτυχ", "aeynikvoptux"),
    ("ıɑɡ", "iag"),  # noqa: RUF001
)
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_SCRIPTS = range(0x250), range(0x370, 0x530), range(0x1E00, 0x2000)  # Latin, Greek, Cyrillic
_PURE = 5  # the fewest letters of a word that is Latin although none of its letters is


def edges(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the offsets of edges inside words, and of letters of other scripts that look Latin."""
    found = _edge(text.isascii())
    return (match.start() for match in found.finditer(text, start, end))


def pieces(word: str) -> Iterator[tuple[int, int, str]]:
    """Yield the pieces of a word in order, each with its start and its end."""
    shown = as_latin(word)
    return ((*match.span(), match[0]) for match in _piece(shown.isascii()).finditer(shown))


def as_latin(word: str) -> str:
    """Return a word in Latin letters if all its letters look Latin; else the word unchanged."""
    if word.isascii():
        return word
    shown = word.translate(_alike())
    is_latin = shown != word and len(_LATIN.findall(shown)) == sum(map(str.isalpha, shown))
    return shown if is_latin and (len(word) >= _PURE or _LATIN.search(word)) else word


@cache
def _piece(ascii_only: bool) -> re.Pattern[str]:
    upper, lower, letter, digit = _classes(ascii_only)
    return re.compile(
        rf"{letter}?{lower}+|{upper}+(?!{lower})|{digit}+|{letter}" + r"|[^\W_]" * (not ascii_only)
    )


@cache
def _edge(ascii_only: bool) -> re.Pattern[str]:
    upper, lower, letter, digit = _classes(ascii_only)
    case = rf"{upper}(?:(?<={lower}.)|(?<={upper}.)(?={lower}))"
    numeric = rf"{digit}(?:(?<={letter}.)|(?={letter}))"
    other = "" if ascii_only else f"|[{''.join(map(chr, _alike()))}]"
    return re.compile(f"{case}|{numeric}{other}")


def _classes(ascii_only: bool) -> tuple[str, str, str, str]:
    """Return the classes of capitals, small letters, letters and digits, as compiled quickly."""
    if ascii_only:
        return "[A-Z]", "[a-z]", "[A-Za-z]", "[0-9]"
    chars = [chr(code) for codes in _SCRIPTS for code in codes]
    upper = "".join(filter(str.isupper, chars))
    digit = r"\d\u00b2\u00b3\u00b9\u2070-\u2089"  # raised and lowered ones, too
    return f"[{upper}]", rf"[^\W_{digit}{upper}]", rf"[^\W_{digit}]", f"[{digit}]"


@cache
def _alike() -> dict[int, str]:
    """Return the Latin letter of each letter that looks like one, with or without accents."""
    shapes = {
        char: latin for chars, latins in _ALIKE for char, latin in zip(chars, latins, strict=True)
    }
    plain = {code: unicodedata.normalize("NFD", chr(code))[0] for code in range(0x130, 0x530)}
    return {code: shapes[char] for code, char in plain.items() if char in shapes}
