"""The words of a text, and what each may be: a given name, a surname, an everyday word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from anonfilter.text.words import is_common
from anonfilter_plugins.english.categories.knowledge import knowledge
from anonfilter_plugins.english.lists import table, terms
from anonfilter_plugins.english.people.name_list import Bearers, bearers, key
from anonfilter_plugins.english.people.titles import Titles

KNOWN = 3
"""The level from which a given name that is no other word is taken for one as it stands."""
WELL_KNOWN = 4
"""The level from which a given name is rather that than the name of a town."""
LARGE_SURNAME = 4
"""The level from which an everyday word behind a given name is taken for a surname."""

cues = partial(terms, "name_cues")

_WORD = re.compile(r"[^\W\d_]+(?:['-](?!s(?!\w))[^\W\d_]+)*")

_CONTRACTED = re.compile(r"'(?:t|ll|re|ve|d|m|s|em|all)\Z")
_ENDING = re.compile(r"(?:s|es|ed|ing|in|ly|er|est|ness|ful|able|ish|like|y|ies|ism|ist)\Z")


@dataclass(frozen=True, slots=True)
class Sense:
    """What a word may be, wherever it stands.

    ``everyday``: it is an English word too, or a month, or a country or a people's name.
    ``thing``: there is a town, country, people or month of that name. ``never``: it is a
    pronoun, a title, an exclamation.
    """

    given: int
    surname: int
    everyday: bool
    thing: bool = False
    never: bool = False

    @property
    def sure(self) -> bool:
        """A given name and nothing else."""
        return self.given >= KNOWN and not self.everyday

    @property
    def likely(self) -> bool:
        """A rare given name and no English word."""
        return 0 < self.given < KNOWN and not self.everyday

    @property
    def also(self) -> bool:
        """A given name that is another word as well."""
        return self.given >= KNOWN and self.everyday

    @property
    def unknown(self) -> bool:
        """Neither a name of the lists nor an English word."""
        return not (self.given or self.surname or self.everyday)


_NEVER = Sense(0, 0, everyday=True, never=True)


@dataclass(frozen=True, slots=True)
class Word:
    """A word where it stands; ``large`` says that it begins with a capital."""

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
    """What a word in lower case may be. Of a double name each half has to be one."""
    if "-" in word:
        halves = [sense(half) for half in word.split("-")]
        if any(half.everyday and half.given < KNOWN and not half.surname for half in halves):
            return _NEVER
        return Sense(
            min(half.given for half in halves), min(half.surname for half in halves),
            all(half.everyday for half in halves),
        )  # fmt: skip
    if (
        word in _never()
        or _CONTRACTED.search(word)
        or (Titles().is_title(word) and word not in terms("titles", "given"))
    ):
        return _NEVER
    name = bearers(key(word))
    named, town = word in _others(), word in knowledge().gazetteer.cities
    obscure = name.given < WELL_KNOWN and name.surname < LARGE_SURNAME
    common = is_common(word) and word not in cues("rather_names")
    everyday = common or named or (town and obscure) or _inflected(word, name)
    return Sense(name.given, name.surname, everyday, named or town)


def _inflected(word: str, name: Bearers) -> bool:
    """A form of an everyday word that no list of those holds: "resentfully"."""
    if name.given or name.surname:
        return False
    stem = _ENDING.sub("", word)
    return stem != word and any(is_common(stem + tail) for tail in ("", "e", "y", stem[-1:]))


@cache
def _never() -> frozenset[str]:
    """Titles, relations, exclamations, days: what is no name however it is written."""
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
    """Months, countries, peoples, languages and bodies of one word; oaths."""
    known = knowledge()
    named = {term for term in known.terms if " " not in term}
    return frozenset(named | terms("dates", "months") | cues("oaths"))


def is_title(word: str) -> bool:
    """ "mr", "officer", "judge"; not a relation, which has words of its own before it."""
    bare = word.replace(".", "")
    return Titles().is_title(bare) or bare in terms("titles", "surnames")
