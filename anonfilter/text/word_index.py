"""An index of word sequences, which finds many of them in one pass over a text."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar, overload

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold

TOKEN = re.compile(r"[^\W_]+")

Words = tuple[str, ...]
V = TypeVar("V")


@hide_values
class Token(NamedTuple):  # made for each word of a text: three times as fast as a data class
    """A run of letters and digits, with the form by which it is compared."""

    start: int
    end: int
    folded: str


class Tokens(Sequence[Token]):
    """The tokens of a text.

    They are made when asked for: kept as objects, they would take twenty times the memory of the
    text.
    """

    def __init__(self, text: str) -> None:
        self._starts, self._ends = array("I"), array("I")
        self._folded: list[str] = []
        distinct: dict[str, str] = {}
        for match in TOKEN.finditer(text):
            word = match[0]
            if word not in distinct:
                distinct[word] = fold(word)
            start, end = match.span()
            self._starts.append(start)
            self._ends.append(end)
            self._folded.append(distinct[word])

    def __len__(self) -> int:
        return len(self._folded)

    def __iter__(self) -> Iterator[Token]:
        return map(Token, self._starts, self._ends, self._folded)

    @overload
    def __getitem__(self, at: int) -> Token: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Token]: ...
    def __getitem__(self, at: int | slice) -> Token | Sequence[Token]:
        if isinstance(at, slice):
            return [*map(Token, self._starts[at], self._ends[at], self._folded[at])]
        return Token(self._starts[at], self._ends[at], self._folded[at])


@lru_cache(maxsize=1)
def tokens(text: str) -> Tokens:
    """Return the tokens of a text; the tokens of the last text are cached for the next resolver."""
    return Tokens(text)


def folded_words(text: str) -> Words:
    """Return the folded words of a term."""
    return tuple(fold(word) for word in TOKEN.findall(text))


class WordIndex(Generic[V]):
    """Word sequences with their values. The time of a lookup does not depend on their number."""

    def __init__(self, entries: Mapping[Words, V]) -> None:
        self._entries = entries
        lengths: dict[str, set[int]] = {}
        for words in entries:
            lengths.setdefault(words[0], set()).add(len(words))
        self.lengths = {word: tuple(sorted(known, reverse=True)) for word, known in lengths.items()}

    def at(self, text: Sequence[Token], place: int) -> Iterator[tuple[int, V]]:
        """Yield the length and the value of the entries that begin at this token, longest first."""
        for length in self.lengths.get(text[place].folded, ()):
            words = tuple(token.folded for token in text[place : place + length])
            if len(words) == length and words in self._entries:
                yield length, self._entries[words]
