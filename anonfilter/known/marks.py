"""Marks, by which an original is recognised without storing it.

A mark is a keyed fingerprint of a few words: the full name, each part of it that is not a common
word, its words joined, or a number without its blanks. With a check key, marks can be searched in a
text and a guess can be confirmed; nothing can be read from them.

Numbers of one kind are few enough to try all of them. The fingerprint of a number is therefore slow
to make, and its mark contains neither its length nor a fingerprint of its start. Marks of earlier
versions have both and are still recognised.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from anonfilter.contract.document import Label, Survives
from anonfilter.engine.original_search import BEFORE_DIGITS
from anonfilter.engine.original_words import (
    MOST_WORDS,
    How,
    as_bytes,
    is_number,
    keys_of,
    readings,
    sequences,
)
from anonfilter.sidecars.entries import LITERAL, Entry
from anonfilter.text.word_index import folded_words
from anonfilter.text.words import is_common

FIRST, WHOLE = 6, 8  # the bytes of a fingerprint of the first word, and of all words
RECORD = 1 + FIRST + WHOLE  # a mark; its first byte has the word count and the kind
PREFIX = 3  # in earlier marks, the first characters of a number take the place of the first word
SLOW = How.NUMBER | How.CAPITALS  # the kind of a mark of a number; earlier marks have NUMBER only
_COST = {"n": 1 << 10, "r": 8, "p": 1}  # the cost of scrypt: milliseconds, and 1 MB of memory
_LONGEST = 24  # the most digits and letters of a number that is searched
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\W*[^\W_]+(?:[-. ()/+]{1,2}[^\W_]+)*\W*")  # the form that searches expect
_WORD = re.compile(r"\W*[^\W\d_]+\W+(?=\w)")


class Fingerprinter:
    """A maker of fingerprints under a key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._keyed = hashlib.blake2b(key=key, digest_size=WHOLE)

    def whole(self, words: bytes) -> bytes:
        """Return the fingerprint of words in UTF-8, separated by NUL."""
        keyed = self._keyed.copy()
        keyed.update(words)
        return keyed.digest()

    def first(self, word: bytes) -> bytes:
        return self.whole(word)[:FIRST]

    def number(self, joined: bytes) -> bytes:
        """Return the fingerprint of a number. It is slow, so that trying all numbers takes long."""
        return _slow(self._key, joined)

    def fast_number(self, joined: bytes) -> bytes:
        """Return the fingerprint that earlier versions made of a number."""
        return self.whole(b"#" + joined)


class MarkMaker:
    """A maker of the marks of entries in sidecars."""

    def __init__(self, key: bytes, labels: Mapping[str, Label] | None = None) -> None:
        self._printer = Fingerprinter(key)
        self._labels = labels

    def __call__(self, entry: Entry) -> bytes:
        """Return the marks of an entry; no bytes if its label allows its originals to survive."""
        if entry.label == LITERAL or not self.has_marks(entry.label):
            return b""
        return self.of((*entry.originals, *entry.names))

    def has_marks(self, name: str) -> bool:
        """Return True if originals of this label must not survive, and so have marks."""
        label = self._labels.get(name) if self._labels is not None else None
        return self._labels is None or (label is not None and label.survives is Survives.FAIL)

    def of(self, surfaces: Iterable[str]) -> bytes:
        """Return the marks of originals, without repetition, in an order that reveals nothing."""
        return b"".join(sorted({mark for surface in surfaces for mark in self._marks(surface)}))

    def _marks(self, surface: str) -> Iterator[bytes]:
        printer = self._printer
        for written in readings(surface):
            number = number_in(written)
            if number:
                yield bytes([SLOW]) + bytes(FIRST) + printer.number(as_bytes(number))
                continue
            for how, words in sequences(written):
                if how is not How.NUMBER:
                    coded = [as_bytes(word) for word in words]
                    first, whole = printer.first(coded[0]), printer.whole(b"\0".join(coded))
                    yield bytes([len(coded) | how]) + first + whole


def number_in(surface: str) -> str:
    """Return the number in an original, without blanks and the words before it.

    Return "" if the original has no number, or has words after it.
    """
    while surface:
        words = keys_of(folded_words(surface))
        joined = "".join(words)
        begins = not words or len(words[0]) <= BEFORE_DIGITS or not words[0].isalpha()
        if begins and may_be_known(joined) and _NUMBER.fullmatch(surface):
            return joined
        before = _WORD.match(surface)
        surface = surface[before.end() :] if before else ""
    return ""


def may_be_known(joined: str) -> bool:
    """Return True if letters and digits have the shape of numbers with marks.

    Each text of this shape costs a slow fingerprint, so "in 2003" must not have it.
    """
    if len(joined) > _LONGEST or not (joined.isalnum() and is_number(joined)):
        return False
    letters = _LETTERS.findall(joined)
    few = 2 * sum(map(len, letters)) <= len(joined) or max(map(len, letters)) <= BEFORE_DIGITS
    return few and not any(len(run) > 1 and is_common(run) for run in letters)


def is_outdated(records: bytes) -> bool:
    """Return True if some of these marks have the form of an earlier version.

    Their numbers can be guessed quickly.
    """
    kinds = {records[at] & ~MOST_WORDS for at in range(0, len(records), RECORD)}
    return int(How.NUMBER) in kinds


@lru_cache(1 << 16)
def _slow(key: bytes, joined: bytes) -> bytes:
    return hashlib.scrypt(joined, salt=b"anonfilter number" + key, dklen=WHOLE, **_COST)


def length_of(number: bytes) -> int:
    """Return the length of a number, which earlier marks have in place of a word count."""
    return min(len(number), MOST_WORDS)
