"""Cleaning: the text as people read it, and the place in the file of each of its stretches.

Detectors then need not handle soft hyphens inside a name, accents written as two characters, or a
byte of Latin-1 in a UTF-8 file.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from anonfilter.text.origin import Piece

# Characters that no screen shows: control characters other than blanks, the code points with
# Unicode's property Default_Ignorable_Code_Point (a test compares them with the library `regex`),
# and the three marks of interlinear annotations.
_CONTROL = "\x01-\x08\x0e-\x1b\x7f"
_IGNORABLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_COMBINING = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_MARKS = 30

_RESIZED = re.compile(
    f"\r\n|(?P<base>[^\\W_{_IGNORABLE}])"
    f"(?:[{_COMBINING}]|[{_IGNORABLE}]+(?=[^\\W_]|[{_COMBINING}]))+"
    f"|[{_IGNORABLE}{_CONTROL}]+"
)
_UNPLAIN = re.compile(f"[\r{_CONTROL}]")
_RESIZING = re.compile(f"[\r{_CONTROL}{_IGNORABLE}{_COMBINING}]")  # in every match of _RESIZED
_OTHERS = re.compile("[^\x00-\x7f]+|\r")


@cache
def _readable() -> dict[int, str]:
    table = dict.fromkeys((0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)), " ")
    table |= dict.fromkeys((0x2018, 0x2019, 0x02BC, 0x2032, 0xFF07), "'")
    table |= dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63), "-")
    table |= dict.fromkeys((0x0D, 0x85, 0x2028, 0x2029), "\n")
    table |= {0xFF01 + at: chr(0x21 + at) for at in range(94)}
    table |= dict.fromkeys(range(0xD800, 0xE000), "?")  # half a character of UTF-16
    for byte in range(0x80, 0x100):  # bytes that are not UTF-8, as "surrogateescape" decodes them
        table[0xDC00 + byte] = bytes([byte]).decode("cp1252", "replace").replace("\ufffd", "?")
    table[0xFFFC] = " "  # reserved for hidden tags in the text that detectors read
    for code in (*range(0x2100, 0x2150), *range(0x24B6, 0x24EA), *range(0x1D400, 0x1D7CC)):
        letter = unicodedata.normalize("NFKC", chr(code))  # letters of other typefaces
        if len(letter) == 1 and letter.isalpha():
            table[code] = letter
    for code in (*range(0x660, 0x10000), *range(0x1D7CE, 0x1D800)):
        digit = unicodedata.digit(chr(code), None)
        if digit is not None and unicodedata.category(chr(code)) == "Nd":
            table[code] = str(digit)
    return table


def clean(source: str, start: int, end: int, at: int) -> tuple[str, list[Piece]]:
    """Return source[start:end] as people read it, and its pieces from offset ``at`` of the text."""
    raw = source[start:end]
    if raw.isascii() and not _UNPLAIN.search(raw):
        return raw, [Piece(at, at + len(raw), start, end)]
    parts: list[str] = []
    pieces: list[Piece] = []
    done = 0

    def verbatim(upto: int) -> None:
        nonlocal at, done
        if upto > done:
            parts.append(_OTHERS.sub(_read, raw[done:upto]))
            pieces.append(Piece(at, at + upto - done, start + done, start + upto))
            at += upto - done
            done = upto

    for match in _RESIZED.finditer(raw) if _RESIZING.search(raw) else ():
        verbatim(match.start())
        done = match.end()
        char = "\n" if match[0] == "\r\n" else _composed(match)
        if char:
            parts.append(char)
            pieces.append(Piece(at, at + 1, start + match.start(), start + match.end()))
            at += 1
    verbatim(len(raw))
    return "".join(parts), pieces


def _read(match: re.Match[str]) -> str:
    return match[0].translate(_readable())


def _composed(match: re.Match[str]) -> str:
    base = match["base"]
    if base is None:
        return ""
    marks = match[0][1:]
    if len(marks) <= _MARKS:  # More marks never compose, and sorting a million takes hours.
        whole = unicodedata.normalize("NFC", base + re.sub(f"[{_IGNORABLE}]", "", marks))
        if len(whole) == 1:
            return whole
    return base.translate(_readable())
