"""Whether a text may hold a known original: a look at much text in little time.

Text becomes bytes that are words and blanks; they are split, and each different word is looked up
once, for as long as this lives. Only where that leaves a doubt does anybody look closer, so it
may err on one side only: what ``search.py`` would find is never passed by.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from anonfilter.engine.original_search import BEFORE_DIGITS, GROUPS, PARTS, known_word, spelled
from anonfilter.engine.original_words import LONGEST_NUMBER, SPELLED
from anonfilter.pseudonyms.known.index import Keyed
from anonfilter.pseudonyms.known.marks import PREFIX

_MOST_WORDS = 1 << 20  # that are remembered
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_WRAPPED = re.compile(r"-\n[ \t>]*")
_END = b"\n" * 8  # of a text: no word of any, so that nothing goes on behind it
_DIGIT = re.compile(rb"[0-9]")

# What there is to a chunk of text: it is known; it begins something known; a single letter stands
# in it, by itself or between hyphens; it has a digit.
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


class Sieve:
    """Remembers what there is to each word that it has seen, and nothing else of a text."""

    def __init__(self, originals: Keyed) -> None:
        self._originals = originals
        self._seen: dict[bytes, int] = {}

    def doubtful(self, texts: Sequence[str]) -> list[int]:
        """Which of some texts that follow each other are worth a closer look, by their numbers."""
        chunks: list[bytes] = []
        ends: list[int] = []
        for text in texts:
            chunks += _chunks(text)
            chunks.append(_END)
            ends.append(len(chunks))
        seen = self._seen
        if len(seen) > _MOST_WORDS:
            seen.clear()
        for chunk in set(chunks).difference(seen):
            seen[chunk] = self._looked_up(chunk)
        found: list[int] = []
        for at in [at for at, chunk in enumerate(chunks) if seen[chunk]]:
            if (not found or at >= ends[found[-1]]) and self._is_doubtful(chunks, at):
                found.append(bisect_right(ends, at))
        return found

    def _is_doubtful(self, chunks: Sequence[bytes], at: int) -> bool:
        what = self._seen[chunks[at]]
        return bool(
            what & _HIT
            or (what & _BEGINS and self._goes_on(chunks, at))
            or (what & _LETTERS and self._spells(chunks, at))
            or (what & _DIGITS and self._counts(chunks, at))
        )

    def _looked_up(self, chunk: bytes) -> int:
        what = 0
        parts = _parts(chunk)
        for at, part in enumerate(parts):
            lengths = self._originals.lengths(part)
            if lengths:
                what |= _BEGINS if lengths[0] > 1 else 0
                what |= _HIT if known_word(self._originals, part) else 0
            joined = part
            for other in parts[at + 1 : at + PARTS]:
                joined += other
                what |= _HIT if known_word(self._originals, joined) else 0
        if not parts or any(map(_is_letter, parts)):  # a dash by itself divides no letters
            what |= _LETTERS
        if self._originals.numbers and _DIGIT.search(chunk):
            what |= _DIGITS
        return what

    def _goes_on(self, chunks: Sequence[bytes], at: int) -> bool:
        """Whether what begins in this chunk is there in full."""
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

    def _spells(self, chunks: Sequence[bytes], at: int) -> bool:
        """Whether the letters that begin with this chunk spell something known."""
        if at and self._seen[chunks[at - 1]] & _LETTERS:
            return False  # they began before, and have been looked at
        run: list[bytes] = []
        while at < len(chunks) and self._seen[chunks[at]] & _LETTERS:
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

    def _counts(self, chunks: Sequence[bytes], at: int) -> bool:
        """Whether digits, with those around them or a few letters before, are a known number."""
        begins = [at]
        if at and len(chunks[at - 1]) <= BEFORE_DIGITS and not self._seen[chunks[at - 1]] & _DIGITS:
            begins.append(at - 1)
        return any(self._counts_from(chunks, begin) for begin in begins)

    def _counts_from(self, chunks: Sequence[bytes], begin: int) -> bool:
        """As :meth:`_counts`, from each part of the chunk on."""
        words = [part for chunk in chunks[begin : begin + GROUPS] for part in _parts(chunk)]
        for first in range(len(_parts(chunks[begin]))):
            joined = b""
            for part in words[first : first + GROUPS]:
                joined += part
                if len(joined) > LONGEST_NUMBER:
                    break
                if len(joined) < PREFIX:
                    continue
                if not self._originals.lengths_of_numbers(joined):
                    break
                if self._originals.known_number(joined):
                    return True
        return False


def _chunks(text: str) -> list[bytes]:
    """The text's words; those that hyphens or apostrophes join, in one."""
    if "-\n" in text:
        text = _WRAPPED.sub("-", text)
    if not text.isascii():
        text = _FOREIGN.sub(lambda match: _folded(match[0]), text)
    return text.encode("utf-8", "surrogatepass").translate(_PLAIN).split()


@lru_cache(1 << 16)
def _folded(run: str) -> str:
    """Characters beyond ASCII as they are compared; what is no letter or digit is a blank."""
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
