"""Classify each word of a text: given name, surname, everyday word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from anonfilter.text.values import hide_values
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.categories.category_lists import gazetteer, listed_names
from anonfilter_english.knowledge.people.name_list import bearers, name_key
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.word_lists import table, terms

KNOWN = 3
"""The level at which a given name that is no other word needs no further evidence."""
WELL_KNOWN = 4
"""The level at which a given name is more likely a person than a town."""
LARGE_SURNAME = 4
"""The level at which an everyday word after a given name counts as a surname."""

cues = partial(terms, "name_cues")

_WORD = re.compile(r"[^\W\d_]+(?:['-](?!s(?!\w))[^\W\d_]+)*")

_CONTRACTED = re.compile(r"'(?:t|ll|re|ve|d|m|s|em|all)\Z")


@dataclass(frozen=True, slots=True)
class Sense:
    """The classes that a word may have, without its context.

    ``given`` and ``surname`` are the levels of how many people have the name. ``is_everyday``: also
    an English word, a month, a country or a people. ``is_thing``: also the name of a town, country,
    people or month. ``is_never_name``: a pronoun, a title or an exclamation.
    """

    given: int
    surname: int
    is_everyday: bool
    is_thing: bool = False
    is_never_name: bool = False

    @property
    def is_name(self) -> bool:
        """Return True for a frequent given name that is no other word."""
        return self.given >= KNOWN and not self.is_everyday

    @property
    def is_rare_name(self) -> bool:
        """Return True for a rare given name that is not an English word."""
        return 0 < self.given < KNOWN and not self.is_everyday

    @property
    def is_name_and_word(self) -> bool:
        """Return True for a frequent given name that is also another word."""
        return self.given >= KNOWN and self.is_everyday

    @property
    def is_unknown(self) -> bool:
        """Return True for a word that is neither a listed name nor an English word."""
        return not (self.given or self.surname or self.is_everyday)


_NEVER = Sense(0, 0, is_everyday=True, is_never_name=True)


@hide_values
@dataclass(frozen=True, slots=True)
class Word:
    """A word, its place, its letter case and its senses."""

    start: int
    end: int
    key: str
    is_capitalised: bool
    sense: Sense


def read(text: str) -> list[Word]:
    return [
        Word(*match.span(), match[0].casefold(), match[0][0].isupper(), sense(match[0].casefold()))
        for match in _WORD.finditer(text)
    ]


@lru_cache(maxsize=65536)
def sense(word: str) -> Sense:
    """Return the classes of a lower-case word; each half of a double name must be a name."""
    if "-" in word:
        halves = [sense(half) for half in word.split("-")]
        if any(half.is_everyday and half.given < KNOWN and not half.surname for half in halves):
            return _NEVER
        return Sense(
            min(half.given for half in halves),
            min(half.surname for half in halves),
            all(half.is_everyday for half in halves),
        )
    if (
        word in _never_names()
        or _CONTRACTED.search(word)
        or (Titles().is_title(word) and word not in terms("titles", "given"))
    ):
        return _NEVER
    name = bearers(name_key(word))
    named, town = word in _names_of_things(), word in gazetteer().cities
    obscure = name.given < WELL_KNOWN and name.surname < LARGE_SURNAME
    common = is_common(word) and word not in cues("rather_names")
    is_rare_word = not (name.given or name.surname) and is_ordinary(word)
    is_everyday = common or named or (town and obscure) or is_rare_word
    return Sense(name.given, name.surname, is_everyday, named or town)


@cache
def _never_names() -> frozenset[str]:
    """Return the words that are no names: titles, relations, exclamations, weekdays, holidays."""
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
def _names_of_things() -> frozenset[str]:
    """Return the words that name other things: months, countries, peoples, organisations."""
    named = {term for term in listed_names()[0] if " " not in term}
    return frozenset(named | terms("dates", "months") | cues("oaths"))


def is_title(word: str) -> bool:
    """Return True for a title, such as "mr" or "judge", and for a family relation."""
    bare = word.replace(".", "")
    return Titles().is_title(bare) or bare in terms("titles", "surnames")
