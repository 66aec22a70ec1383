"""The marks of a whole corpus, looked up by the words of a text.

The index contains fingerprints only. It is packed into bytes that are read without a loop over all
of them, so that 100,000 known originals load at once.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from anonfilter.engine.original_search import OriginalMeaning
from anonfilter.engine.original_words import MOST_WORDS, How
from anonfilter.known.marks import (
    FIRST,
    PREFIX,
    RECORD,
    SLOW,
    WHOLE,
    Fingerprinter,
    length_of,
    may_be_known,
)

_HEAD = struct.Struct("<5I")

T = TypeVar("T", bound=Hashable)


class MarkIndex:
    """Two tables of fingerprints: of the first words, and of all words of each mark.

    The values are indexes into the tables of lengths and meanings, since the same few lengths and
    meanings occur many times.
    """

    def __init__(
        self,
        firsts: Mapping[bytes, int],
        wholes: Mapping[bytes, int],
        lengths: tuple[tuple[int, ...], ...],
        meanings: tuple[OriginalMeaning, ...],
    ) -> None:
        self._firsts = firsts
        self._wholes = wholes
        self._lengths = lengths
        self._meanings = meanings
        self.labels = frozenset(label for meaning in meanings for label in meaning.labels)
        kinds = {meaning.how & SLOW for meaning in meanings if meaning.how & How.NUMBER}
        self.numbers, self.fast_numbers = SLOW in kinds, How.NUMBER in kinds

    @classmethod
    def of(cls, marks: Iterable[tuple[str, bytes]]) -> MarkIndex:
        """Make the index from labels and the marks of each; raise ``ValueError`` for other data."""
        begun: defaultdict[bytes, set[int]] = defaultdict(set)
        known: dict[bytes, tuple[int, tuple[str, ...]]] = {}
        for label, records in marks:
            if len(records) % RECORD:
                raise ValueError("no marks")
            own = (label,)
            for at in range(0, len(records), RECORD):
                kind, whole = records[at], records[at + 1 + FIRST : at + RECORD]
                begun[records[at + 1 : at + 1 + FIRST]].add(kind & MOST_WORDS)
                how = kind & ~MOST_WORDS
                before = known.get(whole)
                if before is None:
                    known[whole] = how, own
                elif before != (how, own):  # Use the least strict condition of all labels.
                    known[whole] = how & before[0], tuple(sorted({*before[1], label}))
        firsts, lengths = _numbered({first: tuple(sorted(each)) for first, each in begun.items()})
        wholes, meanings = _numbered(known)
        return cls(firsts, wholes, lengths, tuple(OriginalMeaning(*each) for each in meanings))

    def __len__(self) -> int:
        return len(self._wholes)

    def lengths(self, first: bytes) -> tuple[int, ...]:
        """Return the numbers of words of the sequences whose first word has this fingerprint."""
        number = self._firsts.get(first)
        return () if number is None else self._lengths[number]

    def meaning(self, whole: bytes) -> OriginalMeaning | None:
        """Return the meaning of words with this fingerprint; None if they are not known."""
        number = self._wholes.get(whole)
        return None if number is None else self._meanings[number]

    def packed(self) -> bytes:
        """Return the index as bytes; equal marks give equal bytes."""
        meanings = json.dumps([self._lengths, [[each.how, each.labels] for each in self._meanings]])
        head, order, known = meanings.encode("ascii"), sorted(self._firsts), sorted(self._wholes)
        return b"".join(
            (
                _HEAD.pack(len(head), len(order), len(known), FIRST, WHOLE),
                head,
                b"".join(order),
                b"".join(known),
                _numbers(self._firsts[first] for first in order),
                _numbers(self._wholes[whole] for whole in known),
            )
        )

    @classmethod
    def unpacked(cls, data: bytes) -> MarkIndex:
        """Read an index from bytes, which were sealed and so are not hostile."""
        size, firsts, wholes, *widths = _HEAD.unpack_from(data)
        if widths != [FIRST, WHOLE]:
            raise ValueError("another format")
        at = _HEAD.size
        lengths, meanings = json.loads(data[at : at + size])
        at += size
        parts = []
        for width in (FIRST * firsts, WHOLE * wholes, 2 * firsts, 2 * wholes):
            parts.append(data[at : at + width])
            at += width
        if at != len(data):
            raise ValueError("cut off")
        return cls(
            dict(zip(_each(parts[0], FIRST), _read(parts[2]), strict=True)),
            dict(zip(_each(parts[1], WHOLE), _read(parts[3]), strict=True)),
            tuple(map(tuple, lengths)),
            tuple(OriginalMeaning(how, tuple(labels)) for how, labels in meanings),
        )


class KeyedIndex:
    """An index that is searched by words, which it turns into fingerprints."""

    def __init__(self, index: MarkIndex, printer: Fingerprinter) -> None:
        self._index = index
        self._printer = printer
        self.lengths = lru_cache(1 << 16)(self._lengths)
        self._lengths_after = lru_cache(1 << 16)(self._lengths_after_prefix)

    @property
    def numbers(self) -> bool:
        return self._index.numbers or self._index.fast_numbers

    def known(self, words: Sequence[bytes]) -> OriginalMeaning | None:
        return self._index.meaning(self._printer.whole(b"\0".join(words)))

    def known_number(self, joined: bytes) -> OriginalMeaning | None:
        meaning = self._fast_number(joined) if self._index.fast_numbers else None
        if meaning is None and self._index.numbers and may_be_known(_decoded(joined)):
            return self._index.meaning(self._printer.number(joined))
        return meaning

    def may_know_number(self, joined: bytes) -> bool:
        """Return True if a number may be known; this needs no slow fingerprint."""
        if self._index.numbers and may_be_known(_decoded(joined)):
            return True
        return self._index.fast_numbers and self._fast_number(joined) is not None

    def _fast_number(self, joined: bytes) -> OriginalMeaning | None:
        if length_of(joined) not in self._lengths_after(joined[:PREFIX]):
            return None
        return self._index.meaning(self._printer.fast_number(joined))

    def _lengths(self, word: bytes) -> tuple[int, ...]:
        return self._index.lengths(self._printer.first(word))[::-1]

    def _lengths_after_prefix(self, prefix: bytes) -> tuple[int, ...]:
        return self._index.lengths(self._printer.fast_number(prefix)[:FIRST])


def _decoded(joined: bytes) -> str:
    return joined.decode("utf-8", "surrogatepass")


def _numbered(table: Mapping[bytes, T]) -> tuple[dict[bytes, int], tuple[T, ...]]:
    """Replace the values of a table with numbers; return the values in the order of the numbers."""
    answers = sorted(set(table.values()), key=repr)
    numbers = {answer: number for number, answer in enumerate(answers)}
    return {key: numbers[answer] for key, answer in table.items()}, tuple(answers)


def _numbers(values: Iterable[int]) -> bytes:
    return b"".join(value.to_bytes(2, "little") for value in values)


def _read(data: bytes) -> array[int]:
    numbers = array("H", data)
    if struct.pack("=H", 1) != struct.pack("<H", 1):
        numbers.byteswap()
    return numbers


def _each(data: bytes, width: int) -> Iterable[bytes]:
    return (part for (part,) in struct.iter_unpack(f"{width}s", data))
