"""Marks: what recognises an original without holding it.

A mark is a keyed fingerprint of a few words: the full name, each part of it that is not a common
word, its words joined, a number without its blanks. A check key can look for marks in a text, and
can confirm a guess; nothing can be read from them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from anonfilter.contract.document import Label, Survives
from anonfilter.engine.original_words import MOST_WORDS, How, as_bytes, readings, sequences
from anonfilter.pseudonyms.sidecars.entries import LITERAL, Entry

FIRST, WHOLE = 6, 8  # bytes of a print: of the first word, of all words
RECORD = 1 + FIRST + WHOLE  # a mark; its first byte holds the word count and the kind
PREFIX = 3  # the first characters of a number stand for its first word


class Printer:
    """Makes fingerprints under a key."""

    def __init__(self, key: bytes) -> None:
        self._keyed = hashlib.blake2b(key=key, digest_size=WHOLE)

    def whole(self, words: bytes) -> bytes:
        """Fingerprint words in UTF-8, separated by NUL."""
        keyed = self._keyed.copy()
        keyed.update(words)
        return keyed.digest()

    def first(self, word: bytes) -> bytes:
        return self.whole(word)[:FIRST]

    def number(self, joined: bytes) -> bytes:
        return self.whole(b"#" + joined)

    def prefix(self, joined: bytes) -> bytes:
        return self.number(joined[:PREFIX])[:FIRST]


class Marking:
    """Makes the marks of entries, as sidecars keep them."""

    def __init__(self, key: bytes, labels: Mapping[str, Label] | None = None) -> None:
        self._printer = Printer(key)
        self._labels = labels

    def __call__(self, entry: Entry) -> bytes:
        """Return the marks of an entry; none if its label allows the original to survive."""
        label = self._labels.get(entry.label) if self._labels is not None else None
        allowed = self._labels is not None and (label is None or label.survives is Survives.ALLOW)
        if allowed or entry.label == LITERAL:
            return b""
        return self.of((*entry.surfaces, *entry.names))

    def of(self, surfaces: Iterable[str]) -> bytes:
        """Return the marks of originals, each once, in an order that reveals nothing."""
        return b"".join(sorted({one for surface in surfaces for one in self._marks(surface)}))

    def _marks(self, surface: str) -> Iterator[bytes]:
        printer = self._printer
        for written in readings(surface):
            for how, words in sequences(written):
                coded = [as_bytes(word) for word in words]
                if how is How.NUMBER:
                    length = length_of(coded[0])
                    first, whole = printer.prefix(coded[0]), printer.number(coded[0])
                else:
                    length = len(coded)
                    first, whole = printer.first(coded[0]), printer.whole(b"\0".join(coded))
                yield bytes([length | how]) + first + whole


def length_of(number: bytes) -> int:
    """Return the length of a number, which its mark holds in place of a word count."""
    return min(len(number), MOST_WORDS)
