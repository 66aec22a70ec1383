"""Split a text into normalised words, which are compared with phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.sentences import ends_sentence

_WORD = re.compile(r"[^\W_]+(?:['/\-][^\W_]+)*|&")
_DIGITS = re.compile(r"-?\d+")
_NAMED = re.compile(r"\{(\w+)\}")


@hide_values
class Word(NamedTuple):
    """A word of a text, and its normalised form."""

    start: int
    end: int
    key: str


def words(text: str, start: int, end: int) -> Iterator[Word]:
    """Yield the words of text[start:end]; "Q.C." is two words."""
    for match in _WORD.finditer(text, start, end):
        yield Word(*match.span(), key(match[0]))


def key(word: str) -> str:
    """Return a word in lower case, with ``#`` for each number: "pw#" for "PW-10"."""
    return _DIGITS.sub("#", word.casefold())


def phrase(written: str) -> tuple[str, ...]:
    """Return the normalised words of a listed phrase, in which ``#`` stands for a number."""
    plain = written.replace("#", "0")
    return tuple(word.key for word in words(plain, 0, len(plain)))


def expanded(written: str, define: dict[str, list[str]]) -> Iterator[str]:
    """Yield a phrase with each ``{name}`` replaced by each phrase defined under that name."""
    names = _NAMED.findall(written)
    for values in product(*(define[name] for name in names)):
        filled = written
        for name, value in zip(names, values, strict=True):
            filled = filled.replace(f"{{{name}}}", value, 1)
        yield filled


def breaks(text: str, start: int, end: int) -> bool:
    """Return True if a sentence or a paragraph ends within text[start:end]."""
    stretch = text[start:end]
    if "\n" in stretch and re.search(r"\n[^\S\n]*\n", stretch):
        return True
    return any(text[at] in ".!?;" and ends_sentence(text, at) for at in range(start, end))
