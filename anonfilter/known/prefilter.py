"""A prefilter that quickly rejects text without known originals.

Text becomes bytes of words and blanks. They are split, and each different word is classified once
and cached. The prefilter never rejects a text in which ``original_search`` would find something.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from anonfilter.engine import original_search as search
from anonfilter.engine.original_search import BEFORE_DIGITS, GROUPS, PARTS, known_word, spelled
from anonfilter.engine.original_words import LONGEST_NUMBER, SPELLED

_MOST_WORDS = 1 << 20  # the most words in the cache
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_WRAPPED = re.compile(r"-\n[ \t>]*")
_END = b"\n" * 8  # the end of a text; it is in no word, so no sequence continues after it
_DIGIT = re.compile(rb"[0-9]")

# The kinds of a chunk: it is known; it begins something known; it has a single letter, alone or
# between hyphens; it has a digit.
_HIT, _BEGINS, _LETTERS, _DIGITS = 1, 2, 4, 8


def _table() -> bytes:
    kept = b"abcdefghijklmnopqrstuvwxyz0123456789-'" + bytes(range(0x80, 0x100))
    table = bytearray(b" " * 256)
    for byte in kept:
        table[byte] = byte
    for byte in b"ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        table[byte] = byte + 32
    return bytes(table)


_PLAIN = _table()


class Originals(search.Originals, Protocol):
    """Originals that quickly reject numbers."""

    def may_know_number(self, joined: bytes) -> bool:
        """Return False if no known number begins with these joined letters and digits."""


class Prefilter:
    """A prefilter, which caches the kind of each word and nothing else of a text."""

    def __init__(self, originals: Originals) -> None:
        self._originals = originals
        self._kinds: dict[bytes, int] = {}

    def candidates(self, texts: Sequence[str]) -> list[int]:
        """Return the numbers of the consecutive texts that need a full search."""
        chunks: list[bytes] = []
        ends: list[int] = []
        for text in texts:
            chunks += _chunks(text)
            chunks.append(_END)
            ends.append(len(chunks))
        kinds = self._kinds
        if len(kinds) > _MOST_WORDS:
            kinds.clear()
        for chunk in set(chunks).difference(kinds):
            kinds[chunk] = self._classified(chunk)
        found: list[int] = []
        for at in [at for at, chunk in enumerate(chunks) if kinds[chunk]]:
            if (not found or at >= ends[found[-1]]) and self._is_candidate(chunks, at):
                found.append(bisect_right(ends, at))
        return found

    def _is_candidate(self, chunks: Sequence[bytes], at: int) -> bool:
        kind = self._kinds[chunks[at]]
        return bool(
            kind & _HIT
            or (kind & _BEGINS and self._has_sequence(chunks, at))
            or (kind & _LETTERS and self._has_spelling(chunks, at))
            or (kind & _DIGITS and self._has_number(chunks, at))
        )

    def _classified(self, chunk: bytes) -> int:
        kind = 0
        parts = _parts(chunk)
        for at, part in enumerate(parts):
            lengths = self._originals.lengths(part)
            if lengths:
                kind |= _BEGINS if lengths[0] > 1 else 0
                kind |= _HIT if known_word(self._originals, part) else 0
            joined = part
            for following in parts[at + 1 : at + PARTS]:
                joined += following
                kind |= _HIT if known_word(self._originals, joined) else 0
        if not parts or any(map(_is_letter, parts)):  # a lone dash does not separate letters
            kind |= _LETTERS
        if self._originals.numbers and _DIGIT.search(chunk):
            kind |= _DIGITS
        return kind

    def _has_sequence(self, chunks: Sequence[bytes], at: int) -> bool:
        """Return True if a known sequence of words begins in this chunk."""
        words = _parts(chunks[at])
        inside, after = len(words), at + 1
        for begin in range(inside):
            for length in self._originals.lengths(words[begin]):
                while len(words) < begin + length and after < len(chunks):
                    words = words + _parts(chunks[after])
                    after += 1
                run = words[begin : begin + length]
                if 1 < len(run) == length and self._originals.known(run):
                    return True
        return False

    def _has_spelling(self, chunks: Sequence[bytes], at: int) -> bool:
        """Return True if the single letters that begin here spell something known."""
        if at and self._kinds[chunks[at - 1]] & _LETTERS:
            return False  # They begin earlier and were checked there.
        run: list[bytes] = []
        while at < len(chunks) and self._kinds[chunks[at]] & _LETTERS:
            for part in _parts(chunks[at]):
                if _is_letter(part):
                    run.append(part)
                elif self._spelled(run):
                    return True
                else:
                    run = []
            at += 1
        return self._spelled(run)

    def _spelled(self, run: Sequence[bytes]) -> bool:
        return len(run) >= SPELLED and next(spelled(self._originals, run), None) is not None

    def _has_number(self, chunks: Sequence[bytes], at: int) -> bool:
        """Return True if digits, with neighbours or letters before, may be a known number."""
        begins = [at]
        if (
            at
            and len(chunks[at - 1]) <= BEFORE_DIGITS
            and not self._kinds[chunks[at - 1]] & _DIGITS
        ):
            begins.append(at - 1)
        return any(self._has_number_from(chunks, begin) for begin in begins)

    def _has_number_from(self, chunks: Sequence[bytes], begin: int) -> bool:
        """Return True if digits from any part of this chunk may be a known number."""
        words = [part for chunk in chunks[begin : begin + GROUPS] for part in _parts(chunk)]
        for first in range(len(_parts(chunks[begin]))):
            joined = b""
            for part in words[first : first + GROUPS]:
                joined += part
                if len(joined) > LONGEST_NUMBER:
                    break
                if self._originals.may_know_number(joined):
                    return True
        return False


def _chunks(text: str) -> list[bytes]:
    """Split a text into chunks: words, or words that hyphens or apostrophes join."""
    if "-\n" in text:
        text = _WRAPPED.sub("-", text)
    if not text.isascii():
        text = _FOREIGN.sub(lambda match: _folded(match[0]), text)
    return text.encode("utf-8", "surrogatepass").translate(_PLAIN).split()


@lru_cache(1 << 16)
def _folded(run: str) -> str:
    """Fold non-ASCII characters for comparison; replace all but letters and digits with blanks."""
    return "".join(_key(char) if char.isalnum() else " " for char in run)


def _key(char: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", char).casefold()))


def _parts(chunk: bytes) -> list[bytes]:
    if b"-" not in chunk and b"'" not in chunk:
        return [chunk]
    return [part for part in chunk.replace(b"'", b"-").split(b"-") if part]


def _is_letter(part: bytes) -> bool:
    if len(part) == 1:
        return not part.isdigit()
    return len(part) < 5 and len(part.decode("utf-8", "surrogatepass")) == 1
