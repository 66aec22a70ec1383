"""Marks: what recognises an original without holding it.

A mark is a keyed fingerprint of a few words: the name in full, each part of it that is no common
word, its words in one, a number without its blanks. Whoever holds the check key can look for them
in a text, and can confirm a guess; nothing can be read from them.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntFlag

from anonfilter_english.names import is_family_name, may_be_given

from anonfilter.model import Label, Survives
from anonfilter.pseudonyms.sidecars.entries import LITERAL, Entry
from anonfilter.survivors import is_name, telling
from anonfilter.text import clean, fold
from anonfilter.wordindex import Words, folded_words
from anonfilter.words import is_common

MOST_WORDS = 31  # of a longer original, as many from its beginning
FIRST, WHOLE = 6, 8  # bytes of a print: of the first word, of all
RECORD = 1 + FIRST + WHOLE  # a mark; its first byte says how many words, and how they stand
JOINED = 6  # so many letters, or it may be any word
SPELLED = 3  # so many single letters in a row may spell a name
LONGEST_NUMBER = 40
PREFIX = 3  # of a number, its first characters stand for its first word
_DIGITS = 5  # so many digits alone, or they may be a year
_NUMBER, _CODE = 7, 5  # so many digits alone, so many letters and digits together
_ESCAPE = re.compile(r"(?:\\(?:u[0-9A-Fa-f]{4}|[bfnrt\"/\\]))+")  # pairs are one character


class How(IntFlag):
    """How the words of a mark must stand in a text to be known again."""

    ANY = 0
    NUMBER = 0x20  # letters and digits, however they are grouped
    CAPITALS = 0x40  # everyday words that are nobody's name: only where they are written as one
    GLUED = 0x80  # everyday words of an address or a user name: with no blank between them


class Printer:
    """Makes fingerprints under a key; without the key nobody can make one to compare."""

    def __init__(self, key: bytes) -> None:
        self._keyed = hashlib.blake2b(key=key, digest_size=WHOLE)

    def whole(self, words: bytes) -> bytes:
        """Of words in UTF-8, NUL between them."""
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
        """The marks of an entry; none, if its label says that the original may survive."""
        label = self._labels.get(entry.label) if self._labels is not None else None
        allowed = self._labels is not None and (label is None or label.survives is Survives.ALLOW)
        if allowed or entry.label == LITERAL:
            return b""
        return self.of((*entry.surfaces, *entry.names))

    def of(self, surfaces: Iterable[str]) -> bytes:
        """The marks of originals, each once, in an order that says nothing of theirs."""
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


def sequences(surface: str) -> Iterator[tuple[How, Words]]:
    """The words that would give an original away, and how they must stand to do so."""
    name = is_name(surface)
    for words in telling(surface):
        keys = _keys(words)[:MOST_WORDS]
        if keys and not _is_any_number("".join(keys)):
            yield _how(surface, words, name), keys
    whole = _keys(folded_words(surface))
    joined = "".join(whole)
    enough = SPELLED if all(len(word) == 1 for word in whole) else JOINED
    if name and len(whole) > 1 and len(joined) >= enough and not is_common(joined):
        yield How.ANY, (joined,)
    if is_number(joined):
        yield How.NUMBER, (joined,)


def is_number(joined: str) -> bool:
    """Whether letters and digits are somebody's number, in whatever groups they are written."""
    digits = sum(map(str.isdigit, joined))
    return digits >= _NUMBER or (
        2 <= digits < len(joined) and _CODE <= len(joined) <= LONGEST_NUMBER
    )


def _is_any_number(joined: str) -> bool:
    """Whether these are so few digits that years and page numbers are as well."""
    return joined.isdigit() and len(joined) < _DIGITS


def length_of(number: bytes) -> int:
    """What a number's mark says instead of how many words it has."""
    return min(len(number), MOST_WORDS)


def _how(surface: str, words: Words, name: bool) -> How:
    if len(words) == 1 or not all(map(is_common, words)):
        return How.ANY
    if not name:
        return How.ANY if any(map(str.isspace, surface)) else How.GLUED
    borne = any(may_be_given(word) or is_family_name(word) for word in words)
    return How.ANY if borne else How.CAPITALS


def _keys(words: Words) -> Words:
    return tuple(filter(None, map(key_of, words)))


def key_of(word: str) -> str:
    """A word as it is compared: folded, and nothing but letters and digits."""
    folded = fold(word)
    return folded if folded.isalnum() else "".join(filter(str.isalnum, folded))


def as_bytes(word: str) -> bytes:
    return word.encode("utf-8", "surrogatepass")


def readings(surface: str) -> Iterator[str]:
    """The original as it reads: escapes of JSON and of mark-up are read as what they stand for."""
    written = {surface, _unescaped(surface), html.unescape(surface)}
    for one in sorted(written):
        yield clean(one, 0, len(one), 0)[0]


def _unescaped(surface: str) -> str:
    def read(match: re.Match[str]) -> str:
        return str(json.loads(f'"{match[0]}"'))

    return _ESCAPE.sub(read, surface) if "\\" in surface else surface
