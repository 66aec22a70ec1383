"""Marks: what recognises an original without holding it.

A mark is a keyed fingerprint of a few words: the full name, each part of it that is not a common
word, its words joined, a number without its blanks. A check key can look for marks in a text, and
can confirm a guess; nothing can be read from them.

There are few numbers of a kind, so that all of them can be tried. The print of a number is slow to
make, and its mark has nothing else: neither its length nor a print of its beginning. Marks of
earlier versions have both, and are recognised still.
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

FIRST, WHOLE = 6, 8  # bytes of a print: of the first word, of all words
RECORD = 1 + FIRST + WHOLE  # a mark; its first byte holds the word count and the kind
PREFIX = 3  # in earlier marks, the first characters of a number stand for its first word
SLOW = How.NUMBER | How.CAPITALS  # the kind of a mark of a number; earlier ones have the first only
_COST = {"n": 1 << 10, "r": 8, "p": 1}  # of scrypt: milliseconds, and 1 MB of memory
_LONGEST = 24  # digits and letters of a number that is looked for
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\W*[^\W_]+(?:[-. ()/+]{1,2}[^\W_]+)*\W*")  # as it is searched for
_WORD = re.compile(r"\W*[^\W\d_]+\W+(?=\w)")


class Printer:
    """Makes fingerprints under a key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._keyed = hashlib.blake2b(key=key, digest_size=WHOLE)

    def whole(self, words: bytes) -> bytes:
        """Fingerprint words in UTF-8, separated by NUL."""
        keyed = self._keyed.copy()
        keyed.update(words)
        return keyed.digest()

    def first(self, word: bytes) -> bytes:
        return self.whole(word)[:FIRST]

    def number(self, joined: bytes) -> bytes:
        """Fingerprint a number slowly, so that trying all of them takes long."""
        return _slow(self._key, joined)

    def fast_number(self, joined: bytes) -> bytes:
        """Fingerprint a number as earlier versions did."""
        return self.whole(b"#" + joined)


class Marking:
    """Makes the marks of entries, as sidecars keep them."""

    def __init__(self, key: bytes, labels: Mapping[str, Label] | None = None) -> None:
        self._printer = Printer(key)
        self._labels = labels

    def __call__(self, entry: Entry) -> bytes:
        """Return the marks of an entry; none if its label allows the original to survive."""
        if entry.label == LITERAL or not self.marks(entry.label):
            return b""
        return self.of((*entry.originals, *entry.names))

    def marks(self, name: str) -> bool:
        """Return whether originals of this label must not survive, and so have marks."""
        label = self._labels.get(name) if self._labels is not None else None
        return self._labels is None or (label is not None and label.survives is Survives.FAIL)

    def of(self, surfaces: Iterable[str]) -> bytes:
        """Return the marks of originals, each once, in an order that reveals nothing."""
        return b"".join(sorted({one for surface in surfaces for one in self._marks(surface)}))

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
    """Return the number that an original is, without its blanks and the words before it; "" if it
    is none, or more than a number."""
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
    """Tell whether letters and digits are of the shape of numbers that have marks.

    All that is of this shape in a text costs a slow fingerprint: "in 2003" is not.
    """
    if len(joined) > _LONGEST or not (joined.isalnum() and is_number(joined)):
        return False
    letters = _LETTERS.findall(joined)
    few = 2 * sum(map(len, letters)) <= len(joined) or max(map(len, letters)) <= BEFORE_DIGITS
    return few and not any(len(run) > 1 and is_common(run) for run in letters)


def is_outdated(records: bytes) -> bool:
    """Tell whether marks of an earlier version are among these: numbers quick to try."""
    kinds = {records[at] & ~MOST_WORDS for at in range(0, len(records), RECORD)}
    return int(How.NUMBER) in kinds


@lru_cache(1 << 16)
def _slow(key: bytes, joined: bytes) -> bytes:
    return hashlib.scrypt(joined, salt=b"anonfilter number" + key, dklen=WHOLE, **_COST)


def length_of(number: bytes) -> int:
    """Return the length of a number, which an earlier mark holds in place of a word count."""
    return min(len(number), MOST_WORDS)
