"""Names of people in the names of files: ``jane_smith``, ``JaneSmith``, ``smith, jane``.

Names of files are not prose, so nothing speaks for a name but the lists: both its parts must be
listed, as a first name and as a surname. A part that is an everyday word or a city as well counts
only beside one that is neither, and only if many people have both names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.categories.knowledge import sections
from anonfilter_english.knowledge.lists import terms
from anonfilter_english.knowledge.people.name_list import Bearers, bearers, key

WORD = re.compile(r"(?:[^\W\d_a-z]?[^\W\d_A-Z]+|[^\W\d_a-z]+(?![a-z]))(?:'[^\W\d_]+)?")
"""A word of a file's name: JaneSmith is two."""
_BETWEEN = re.compile(r"[ _.+~-]{0,2}|[ _]?,[ _]?|[ _]-[ _]|%20")
_MOST_BETWEEN = 2  # initials or particles: jane_q_smith, maria_de_la_cruz
_SHORTEST = 3  # letters of a first name

# How many people have a name, as levels of `Bearers`: with parts that are names and nothing else,
# and with one that is an everyday word or a city.
_FEW, _SOME, _MANY, _VERY_MANY = 2, 3, 4, 5


@hide_values
@dataclass(frozen=True, slots=True)
class _Part:
    """A word, and whether it is ``plain``: neither an everyday word, here or in English, nor a
    city."""

    text: str
    known: Bearers
    common: bool
    city: bool

    @property
    def plain(self) -> bool:
        return not (self.common or self.city)


def full_names(name: str) -> Iterator[str]:
    """Yield the full names of people in a file's or folder's name, as they are written there."""
    words = list(WORD.finditer(name))
    for at, first in enumerate(words):
        last = _next(name, words, at)
        if at and f"{fold(words[at - 1][0])} {fold(first[0])}" in _places():
            continue
        if last is not None and _may_be_full(first[0], last[0]):
            one, other = _part(first), _part(last)
            adjacent = words[at + 1] is last
            in_order = _is_full(one, other) and (adjacent or (one.plain and other.plain))
            if in_order or (adjacent and _is_reversed(one, other)):
                yield name[first.start() : last.end()]


def says_nothing(word: str) -> bool:
    """Whether a word is no evidence of a person: everyday, technical, of time or of place."""
    folded = fold(word)
    return is_common(folded) or folded in _no_names() or folded in _cities()


def _next(name: str, words: Sequence[re.Match[str]], at: int) -> re.Match[str] | None:
    """The word that may be the other part of a name."""
    for number, word in enumerate(words[at + 1 : at + 2 + _MOST_BETWEEN]):
        if _BETWEEN.fullmatch(name, words[at + number].end(), word.start()) is None:
            return None
        if len(word[0]) > 1 and fold(word[0]) not in terms("names", "particles"):
            return word
    return None


def _may_be_full(first: str, last: str) -> bool:
    """What can be said without the lists of names and places."""
    one, other = fold(first), fold(last)
    return not ((is_common(one) and is_common(other)) or one in _no_names() or other in _no_names())


def _part(word: re.Match[str]) -> _Part:
    folded = fold(word[0]).removesuffix("'s")
    common = is_common(folded) or folded in terms("file_names", "everyday")
    return _Part(folded, bearers(key(folded)), common, folded in _cities())


def _is_full(first: _Part, last: _Part) -> bool:
    """Whether these are a first name and a surname."""
    given, surname = first.known.given, last.known.surname
    if not (given and surname) or len(first.text) < _SHORTEST:
        return False
    if f"{first.text} {last.text}" in _places():
        return False
    if first.plain and last.plain:
        return given + surname >= _SOME
    if first.plain:
        return given >= _SOME and surname >= _MANY
    if last.plain and not (first.common and first.city):
        return given >= _SOME and surname >= (_FEW if first.common else _MANY)
    return False


def _is_reversed(last: _Part, first: _Part) -> bool:
    """Whether these are a surname and a first name, in this order; told apart with more care."""
    given, surname = first.known.given, last.known.surname
    if not first.plain or last.city or len(first.text) < _SHORTEST:
        return False
    if last.common:
        return given >= _MANY and surname >= _VERY_MANY
    return surname > 0 and given >= _FEW and given + surname >= _MANY


@cache
def _no_names() -> frozenset[str]:
    """Words that are no part of a person's name in a file's."""
    lists = ("technical", "nations", "places")
    times = ("months", "weekdays", "units")
    return frozenset().union(
        *(terms("file_names", one) for one in lists), *(terms("dates", one) for one in times)
    )


@cache
def _cities() -> frozenset[str]:
    """Countries and large cities."""
    known = sections()
    return known["countries"] | known["us cities"] | known["world cities"]


@cache
def _places() -> frozenset[str]:
    """Places of several words."""
    return frozenset(name for some in sections().values() for name in some if " " in name)
