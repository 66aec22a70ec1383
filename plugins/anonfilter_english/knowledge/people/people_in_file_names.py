"""Find names of people in the names of files: ``jane_smith``, ``JaneSmith``, ``smith, jane``.

A file name has no context, so one part must be listed as a first name or surname, and the other
must be listed too, or be in no list of words: "Rosalind Featherstonehaugh". A part that is also an
everyday word or a city counts only beside a part that is neither, and only if it is a frequent
name. If only the surname is listed, or the first name is an everyday word, the two must look like a
name: capitalised and divided, or without other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.categories.category_lists import sections
from anonfilter_english.knowledge.people.name_list import UNLISTED, Bearers, bearers, name_key
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.word_lists import terms

WORD = re.compile(r"(?:[^\W\d_a-z]?[^\W\d_A-Z]+|[^\W\d_a-z]+(?![a-z]))(?:'[^\W\d_]+)?")
"""The regex of a word in a file name; JaneSmith has two words."""
_BETWEEN = re.compile(r"[ _.+~-]{0,2}|[ _]?,[ _]?|[ _]-[ _]|%20")
_MOST_BETWEEN = 2  # initials or particles: jane_q_smith, maria_de_la_cruz
_SHORTEST = 3  # letters of a first name
_SHORTEST_UNLISTED = 4

# levels of `Bearers`: how many people have a name
_FEW, _SOME, _MANY, _VERY_MANY = 2, 3, 4, 5


@hide_values
@dataclass(frozen=True, slots=True)
class _Part:
    """A word of a file name; ``plain`` if it is neither an everyday word nor a city."""

    text: str
    known: Bearers
    common: bool
    city: bool
    capitalised: bool

    @property
    def plain(self) -> bool:
        return not (self.common or self.city)

    @property
    def unlisted(self) -> bool:
        """True for a word that is in no list, of names or of words."""
        return (
            self.known == UNLISTED
            and self.plain
            and len(self.text) >= _SHORTEST_UNLISTED
            and not is_ordinary(self.text)
        )


def full_names(name: str) -> Iterator[str]:
    """Yield the full names of people in the name of a file or folder, as written there."""
    words = list(WORD.finditer(name))
    for at, first in enumerate(words):
        last = _next(name, words, at)
        if at and f"{fold(words[at - 1][0])} {fold(first[0])}" in _places():
            continue
        if last is None:
            continue
        folded = fold(first[0]), fold(last[0])
        # checked first, since it does not need the lists of names
        if not all(map(is_common, folded)) and _no_names().isdisjoint(folded):
            parts = _part(first), _part(last)
            adjacent = words[at + 1] is last
            in_order = _is_full(*parts) and (adjacent or all(part.plain for part in parts))
            divided = not name[: last.start()].endswith(first[0])
            if (
                in_order
                or (adjacent and _is_reversed(*parts))
                or _has_unlisted_part(*parts, divided=divided, alone=len(words) == 2)
            ):
                yield name[first.start() : last.end()]


def is_no_evidence(word: str) -> bool:
    """Return True for everyday and technical words, times and places, which indicate no person."""
    folded = fold(word)
    return is_common(folded) or folded in _no_names() or folded in _cities()


def _next(name: str, words: Sequence[re.Match[str]], at: int) -> re.Match[str] | None:
    """Return the word after the word ``at`` that may be the other part of a name, or None."""
    for number, word in enumerate(words[at + 1 : at + 2 + _MOST_BETWEEN]):
        if _BETWEEN.fullmatch(name, words[at + number].end(), word.start()) is None:
            return None
        if len(word[0]) > 1 and fold(word[0]) not in terms("names", "particles"):
            return word
    return None


def _part(word: re.Match[str]) -> _Part:
    folded = fold(word[0]).removesuffix("'s")
    common = is_common(folded) or folded in terms("file_names", "everyday")
    capitalised = word[0][0].isupper() and word[0][1:].islower()
    return _Part(folded, bearers(name_key(folded)), common, folded in _cities(), capitalised)


def _is_full(first: _Part, last: _Part) -> bool:
    """Return True if a first name and a surname are common enough for a full name."""
    given, surname = first.known.given, last.known.surname
    if last.plain:
        surname = max(surname, last.known.given)
    if not (given and surname) or len(first.text) < _SHORTEST:
        return False
    if f"{first.text} {last.text}" in _places():
        return False
    if first.plain and last.plain:
        long = min(len(first.text), len(last.text)) > _SHORTEST
        return given + surname >= _SOME or long
    if first.plain and last.city and not last.common:
        return given >= _FEW
    if first.plain:
        return given >= _SOME and surname >= _MANY
    if last.plain and not (first.common and first.city):
        return given >= _SOME and surname >= (_FEW if first.common else _MANY)
    return False


def _has_unlisted_part(first: _Part, last: _Part, *, divided: bool, alone: bool) -> bool:
    """Return True if one part is a listed name, and the other is in no list.

    ``divided``: there is a character between them; ``alone``: the file name has no other words.
    """
    looks_like_name = divided and first.capitalised and last.capitalised
    given = first.known.given
    if last.unlisted and given and len(first.text) + looks_like_name > _SHORTEST:
        return first.plain or (looks_like_name and not first.city and given >= _SOME)
    if first.unlisted and last.known.surname and last.plain and len(last.text) > _SHORTEST:
        return looks_like_name or (divided and alone)
    return False


def _is_reversed(last: _Part, first: _Part) -> bool:
    """Return True for a surname before a first name, which needs more evidence."""
    given, surname = first.known.given, last.known.surname
    if not first.plain or last.city or len(first.text) < _SHORTEST:
        return False
    if last.common:
        return given >= _MANY and surname >= _VERY_MANY
    return surname > 0 and given >= _FEW and given + surname >= _MANY


@cache
def _no_names() -> frozenset[str]:
    """Return the words that are no parts of names in a file name."""
    kinds = ("technical", "nations", "places")
    times = ("months", "weekdays", "units")
    return frozenset().union(
        *(terms("file_names", kind) for kind in kinds), *(terms("dates", kind) for kind in times)
    )


@cache
def _cities() -> frozenset[str]:
    """Return the names of countries and large cities."""
    known = sections()
    return known["countries"] | known["us cities"] | known["world cities"]


@cache
def _places() -> frozenset[str]:
    """Return the names of places that have several words."""
    return frozenset(name for names in sections().values() for name in names if " " in name)
