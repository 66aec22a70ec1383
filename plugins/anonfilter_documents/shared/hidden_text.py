"""Refuse a text that contains another text as base64, uuencode or hexadecimal digits."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import chain

from anonfilter_english.knowledge.automaton import Automaton, stretches

from anonfilter_documents.shared.file_kinds import kind_of
from anonfilter_documents.shared.notation import Hidden

_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}+={0,2}"
    r"(?:[ \t]*\r?\n[ \t]*[A-Za-z0-9+/_-]{2,}+={0,2}(?=\s|\Z))*+"
)
_UUENCODED = re.compile(r"^begin(?:-base64)? [0-7]{3} [^\r\n]+\r?\n[!-`]{2,}", re.MULTILINE)
_HEX = re.compile(
    r"(?<![0-9A-Za-z/])(?:\\\\?x|0x|[xX]')?((?:[0-9a-f]{2}){8,}+|(?:[0-9A-F]{2}){8,}+)(?![0-9A-Za-z])"
)
_PATH = 200  # in longer runs, slashes are digits of base64 and no separators
_DEFLATED = 64  # bytes that are unpacked as a test
_SHORT = 18  # characters; shorter text in base64 is a coincidence
_LATIN = 20  # bytes; shorter text in Latin-1 is a coincidence
_PART = re.compile(r"[A-Za-z0-9]{16,}+")
_URL_SAFE = str.maketrans("+/", "-_", "= \t\r\n")


@cache
def _long_runs() -> Automaton:
    """Return the automaton that finds runs of characters long enough for base64 or hexadecimal."""
    return Automaton(["[A-Za-z0-9+/_-]{16}"])


def require_readable(text: str) -> None:
    """Raise ``Hidden`` if a text contains another text as base64, uuencode or hexadecimal."""
    if "begin" in text and (found := _UUENCODED.search(text)) is not None:
        raise Hidden("a uuencoded file", found.start())
    runs = list(stretches(_long_runs, text))
    for run in chain.from_iterable(_HEX.finditer(text, *within) for within in runs):
        data = b"" if run[1].isdigit() else bytes.fromhex(run[1])
        if len(set(data)) > 2 and any(map(_is_text, _decodings(data))):
            raise Hidden("a text in hexadecimal", run.start())
    for run in chain.from_iterable(_BASE64.finditer(text, *within) for within in runs):
        lines = run[0].split()
        parts = _PART.findall(run[0]) if len(run[0]) < _PATH else []
        candidates = [run[0], *(lines if len(lines) > 1 else ()), *parts]
        for candidate in dict.fromkeys(candidates):
            if len(candidate) >= 16 and (content := _content_of_base64(candidate)):
                raise Hidden(f"base64 of {content}", run.start())


def _content_of_base64(written: str) -> str:
    """Return the decoded content of a base64 text if it may be text for people; else ""."""
    digits = written.translate(_URL_SAFE)
    if len(set(digits)) < 6 or digits == digits.lower() or digits == digits.upper():
        return ""  # a number, a line, a word or a digest
    digits = digits[: len(digits) - (len(digits) % 4 == 1)]
    data = base64.urlsafe_b64decode(digits + "=" * (-len(digits) % 4))
    kind = kind_of(data)
    if kind is not None and kind.hides:
        return kind.what
    if _is_deflated(data):
        return "a compressed text"
    return "a text" if any(map(_is_text, _decodings(data))) else ""


def _is_deflated(data: bytes) -> bool:
    """Return True if the data, which may be incomplete, is compressed by zlib."""
    if data[:1] != b"\x78" or int.from_bytes(data[:2], "big") % 31:
        return False
    try:
        return len(zlib.decompressobj().decompress(data, _DEFLATED)) > 0
    except zlib.error:
        return False


def _decodings(data: bytes) -> Iterator[str]:
    """Yield the texts that the data may be, in UTF-16, UTF-8 or Windows-1252."""
    for at, codec in (1, "utf-16-le"), (0, "utf-16-be"):
        if data[at:16:2].count(0) > 4:
            yield data.decode(codec, "replace")
            return
    cut = 0
    while len(data) > 36 and cut < 3 and data[cut] & 0xC0 == 0x80:
        cut += 1  # a line of base64 may begin and end inside a character
    try:
        yield data[cut:].decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data" and len(data) - cut - error.start < 4:
            yield data[cut : cut + error.start].decode()
        elif len(data) >= _LATIN and sum(byte < 0x80 for byte in data) > 0.8 * len(data):
            yield data.decode("cp1252", "replace")


def _is_text(text: str) -> bool:
    """Return True for printable text that is mostly letters."""
    if not all(char.isprintable() or char in "\t\r\n\f\ufeff" for char in text):
        return False
    plain = sum(char.isalpha() or char in " \t\r\n" for char in text)
    if plain < (0.75 if len(text) < _SHORT else 0.5) * len(text):
        return False
    return re.search(r"[^\W\d_]{3}", text) is not None
