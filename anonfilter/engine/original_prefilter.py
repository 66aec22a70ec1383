"""A prefilter that quickly rejects text without known originals.

Text becomes bytes of words and blanks. They are split, and each different word is classified once
and cached. The prefilter never rejects a text in which ``original_search`` would find something.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from anonfilter.engine import original_search as search
from anonfilter.engine.original_search import (
    BEFORE_DIGITS,
    GROUPS,
    PARTS,
    known_word,
    spelled,
    untitled,
)
from anonfilter.engine.original_words import LONGEST_NUMBER, SPELLED, as_bytes
from anonfilter.text import word_edges

_MOST_WORDS = 1 << 20  # the most words in the cache
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_WRAPPED = re.compile(r"-\n[ \t>]*")
_END = b"\n" * 8  # the end of a text; it is in no word, so no sequence continues after it
_DIGIT = re.compile(rb"[0-9]")

# The kinds of a chunk: it is known; it begins something known; it has a single letter, alone or
# between hyphens; it has a digit.
_HIT, _BEGINS, _LETTERS, _DIGITS = 1, 2, 4, 8


def _table() -> bytes:
    kept = b"-'" + bytes(range(0x80, 0x100))
    return bytes(byte if byte in kept or bytes([byte]).isalnum() else 32 for byte in range(256))


_PLAIN = _table()


class OriginalIndex(search.OriginalIndex, Protocol):
    """An index of originals that can quickly reject numbers."""

    def may_know_number(self, joined: bytes) -> bool:
        """Return False if these joined letters and digits are certainly no known number."""


class Prefilter:
    """A prefilter, which caches the kind of each word and nothing else of a text."""

    def __init__(self, originals: OriginalIndex) -> None:
        self._originals = originals
        self._kinds: dict[bytes, int] = {}

    def candidates(self, texts: Sequence[str]) -> list[int]:
        """Return the indexes of the texts that need a full search; the texts are consecutive."""
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
        parts = _parts(chunk)
        kind = self._kind_of(parts)
        for pieces in _cut(chunk):
            kind |= self._kind_of(pieces)
        if not parts or any(map(_is_letter, parts)):  # a lone dash does not separate letters
            kind |= _LETTERS
        if self._originals.numbers and _DIGIT.search(chunk):
            kind |= _DIGITS
        return kind

    def _kind_of(self, parts: Sequence[bytes]) -> int:
        """Return the kind of the words that hyphens join, or of the pieces of one word."""
        kind = 0
        for at, part in enumerate(parts):
            lengths = self._originals.lengths(part)
            if lengths:
                kind |= _BEGINS if lengths[0] > 1 else 0
                kind |= _HIT if known_word(self._originals, part) else 0
            for name in untitled(part):
                kind |= _HIT if known_word(self._originals, name) else 0
            joined = part
            for following in parts[at + 1 : at + PARTS]:
                joined += following
                kind |= _HIT if known_word(self._originals, joined) else 0
        return kind

    def _has_sequence(self, chunks: Sequence[bytes], at: int) -> bool:
        """Return True if a known sequence of words or of their pieces begins in this chunk."""
        return any(self._has_sequence_of(made, chunks, at) for made in (_parts, _pieces))

    def _has_sequence_of(
        self, made: Callable[[bytes], Sequence[bytes]], chunks: Sequence[bytes], at: int
    ) -> bool:
        words = [*made(chunks[at])]
        inside, after = len(words), at + 1
        for begin in range(inside):
            for length in self._originals.lengths(words[begin]):
                while len(words) < begin + length and after < len(chunks):
                    words += made(chunks[after])
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
        """Return True if the digits of a chunk and the chunks around it may be a known number."""
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
        return any(
            self._has_number_of([made(chunk) for chunk in chunks[begin : begin + GROUPS]])
            for made in (_parts, _pieces)
        )

    def _has_number_of(self, words: Sequence[Sequence[bytes]]) -> bool:
        following = [word for each in words for word in each]
        for first in range(len(words[0])):
            joined = b""
            for part in following[first : first + GROUPS]:
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
    """Fold non-ASCII characters except their case; replace all but letters and digits by blanks."""
    return "".join(_key(char) if char.isalnum() else " " for char in run)


def _key(char: str) -> str:
    key = "".join(filter(str.isalnum, unicodedata.normalize("NFKD", char).casefold()))
    upper = key.upper()
    return upper if char.isupper() and upper.casefold() == key else key


def _parts(chunk: bytes) -> list[bytes]:
    """Return the words in a chunk as they are compared."""
    return _split(chunk.lower() if chunk.isascii() else as_bytes(_text(chunk).casefold()))


def _pieces(chunk: bytes) -> list[bytes]:
    """Return the words in a chunk, cut at their edges."""
    return [piece for word in _split(chunk) for piece in _cut_word(word)]


def _cut(chunk: bytes) -> Iterator[list[bytes]]:
    """Yield the pieces of each word in a chunk that has edges."""
    if not (chunk.isalpha() and chunk[1:].islower()):  # most words
        for word in _split(chunk):
            yield _cut_word(word)


def _cut_word(word: bytes) -> list[bytes]:
    found = word_edges.pieces(_text(word))
    return [as_bytes(piece.casefold()) for _, _, piece in found] or [word]


def _split(chunk: bytes) -> list[bytes]:
    if b"-" not in chunk and b"'" not in chunk:
        return [chunk]
    return [word for word in chunk.replace(b"'", b"-").split(b"-") if word]


def _text(chunk: bytes) -> str:
    return chunk.decode("utf-8", "surrogatepass")


def _is_letter(part: bytes) -> bool:
    if len(part) == 1:
        return not part.isdigit()
    return len(part) < 5 and len(part.decode("utf-8", "surrogatepass")) == 1
