"""Classify each word of a text: given name, surname, everyday word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from anonfilter.text.values import hide_values
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.categories.category_lists import gazetteer, listed_names
from anonfilter_english.knowledge.people.name_list import Bearers, bearers, key
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.word_lists import table, terms

KNOWN = 3
"""The frequency level at which a given name that is no other word needs no further evidence."""
WELL_KNOWN = 4
"""The frequency level at which a given name is more likely a person than a town."""
LARGE_SURNAME = 4
"""The frequency level at which an everyday word after a given name counts as a surname."""

cues = partial(terms, "name_cues")

_WORD = re.compile(r"[^\W\d_]+(?:['-](?!s(?!\w))[^\W\d_]+)*")

_CONTRACTED = re.compile(r"'(?:t|ll|re|ve|d|m|s|em|all)\Z")


@dataclass(frozen=True, slots=True)
class Sense:
    """The possible classes of a word, without context.

    ``everyday``: also an English word, a month, a country or a people. ``thing``: also the name of
    a town, country, people or month. ``never``: a pronoun, a title, an exclamation.
    """

    given: int
    surname: int
    everyday: bool
    thing: bool = False
    never: bool = False

    @property
    def sure(self) -> bool:
        """True for a given name that is nothing else."""
        return self.given >= KNOWN and not self.everyday

    @property
    def likely(self) -> bool:
        """True for a rare given name that is not an English word."""
        return 0 < self.given < KNOWN and not self.everyday

    @property
    def also(self) -> bool:
        """True for a given name that is also another word."""
        return self.given >= KNOWN and self.everyday

    @property
    def unknown(self) -> bool:
        """True for a word that is neither a listed name nor an English word."""
        return not (self.given or self.surname or self.everyday)


_NEVER = Sense(0, 0, everyday=True, never=True)


@hide_values
@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place. ``large``: it begins with a capital."""

    start: int
    end: int
    key: str
    large: bool
    sense: Sense


def read(text: str) -> list[Word]:
    return [
        Word(*match.span(), match[0].casefold(), match[0][0].isupper(), sense(match[0].casefold()))
        for match in _WORD.finditer(text)
    ]


@lru_cache(maxsize=65536)
def sense(word: str) -> Sense:
    """Classify a lower-case word. Each half of a double name must be a name."""
    if "-" in word:
        halves = [sense(half) for half in word.split("-")]
        if any(half.everyday and half.given < KNOWN and not half.surname for half in halves):
            return _NEVER
        return Sense(
            min(half.given for half in halves),
            min(half.surname for half in halves),
            all(half.everyday for half in halves),
        )
    if (
        word in _never()
        or _CONTRACTED.search(word)
        or (Titles().is_title(word) and word not in terms("titles", "given"))
    ):
        return _NEVER
    name = bearers(key(word))
    named, town = word in _others(), word in gazetteer().cities
    obscure = name.given < WELL_KNOWN and name.surname < LARGE_SURNAME
    common = is_common(word) and word not in cues("rather_names")
    everyday = common or named or (town and obscure) or _rare(word, name)
    return Sense(name.given, name.surname, everyday, named or town)


def _rare(word: str, name: Bearers) -> bool:
    """Return True for a rare English word, or an unlisted form of one: "resentfully"."""
    return not (name.given or name.surname) and is_ordinary(word)


@cache
def _never() -> frozenset[str]:
    """Return words that are never names in any letter case: titles, relations, exclamations,
    days.
    """
    excluded = {
        str(term).casefold()
        for group in table("exclude")
        for term in group["terms"]
        if "PERSON" in group.get("labels", ("PERSON",))
    }
    dates = terms("dates", "weekdays") | terms("dates", "holidays")
    calls = terms("titles", "calls") | terms("titles", "articles") | terms("titles", "kinship")
    return frozenset(excluded | dates | calls) - terms("titles", "given")


@cache
def _others() -> frozenset[str]:
    """Return one-word months, countries, peoples, languages and public bodies, and oaths."""
    named = {term for term in listed_names()[0] if " " not in term}
    return frozenset(named | terms("dates", "months") | cues("oaths"))


def is_title(word: str) -> bool:
    """Return True if a word is a title, such as "mr" or "judge", or a relation."""
    bare = word.replace(".", "")
    return Titles().is_title(bare) or bare in terms("titles", "surnames")
