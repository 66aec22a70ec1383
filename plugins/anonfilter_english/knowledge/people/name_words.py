"""Compare words of names by ASCII spellings, titles, suffixes and nicknames."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Any

from anonfilter.text.names import is_family_name, is_given_name
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_english.knowledge.word_lists import table

_MOST = 8  # spellings of a word
_DRAWN_OUT = re.compile(r"(?<=[^\W\d_])([^\W\d_])\1{2,}")  # "Tommyyyy", but not "III"
_SHORTEST_PREFIX = 3


@hide_values
@dataclass(frozen=True, slots=True)
class Title:
    """A title: the sex and marriage that it shows, and the kind of name that follows it.

    ``takes`` is "surname" or "given".
    """

    sex: str = ""
    takes: str = "surname"
    married: str = ""


@cache
def titles() -> Mapping[str, Title]:
    found: dict[str, Title] = {}
    for entry in table("name_words")["titles"]:
        title = Title(entry.get("sex", ""), entry["takes"], entry.get("married", ""))
        found.update(dict.fromkeys(map(fold, entry["words"]), title))
    return found


@cache
def suffixes() -> Mapping[str, str]:
    return {str(word): str(meant) for word, meant in table("names")["suffixes"].items()}


@lru_cache(maxsize=65536)
def spellings(word: str) -> frozenset[str]:
    """Return the ASCII spellings of a word: "muller" and "mueller" for Müller."""
    lower = _DRAWN_OUT.sub(r"\1", unicodedata.normalize("NFC", word).casefold())
    if lower.isascii():
        return frozenset((lower.replace("'", ""),))
    letters = table("name_words")["letters"]
    ways = [tuple(letters.get(char, (char,))) for char in lower]
    written = {lower}
    if 1 < prod(map(len, ways)) <= _MOST:
        written |= {"".join(chosen) for chosen in product(*ways)}
    else:
        written |= {"".join(way[0] for way in ways), "".join(way[-1] for way in ways)}
    folded = map(fold, written)
    return frozenset(
        (form if form.isascii() else _transliterated(form)).replace("'", "") for form in folded
    )


def _transliterated(word: str) -> str:
    """Return a word in Latin letters, as far as the table has its letters."""
    return _foreign_letters().sub(lambda match: _roman()[match[0]], word)


@cache
def _roman() -> Mapping[str, str]:
    letters: Mapping[str, Any] = table("name_words")["romanization"]
    plain = table("name_words")["letters"]
    return {
        **{str(letter): str(ways[0]) for letter, ways in plain.items()},
        **{str(letter): str(roman) for letter, roman in letters.items()},
    }


@cache
def _foreign_letters() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, _roman()), key=len, reverse=True)))


@cache
def _called() -> Mapping[str, frozenset[str]]:
    """Return, for each full name, a set of its nicknames and the full name itself."""
    return {
        str(name): frozenset((str(name), *(fold(str(nickname)) for nickname in short)))
        for name, short in table("nicknames").items()
    }


@cache
def _formal() -> Mapping[str, frozenset[str]]:
    """Return each name and nickname with the full names that it may stand for."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, words in _called().items():
        for word in words:
            found[word].add(name)
    return {word: frozenset(names) for word, names in found.items()}


def full_names_of(word: str) -> frozenset[str]:
    """Return the full names that a nickname may stand for: "william" for "bill"."""
    return _formal().get(word, frozenset((word,)))


@lru_cache(maxsize=65536)
def names_and_nicknames(word: str) -> frozenset[str]:
    """Return all names and nicknames that a person with this name may use."""
    return frozenset().union(*(_called().get(name, {name}) for name in full_names_of(word)))


def is_short_form(first: str, second: str) -> bool:
    """Return True if one name is short for the other: "Rach" for Rachel, "Phoebs" for Phoebe."""
    short, long = sorted((first, second), key=len)
    return any(len(long) > len(stem) and long.startswith(stem) for stem in beginnings(short))


def beginnings(word: str) -> Iterator[str]:
    """Yield a word, and the word without an ending of short forms: "phoeb" of "phoebs"."""
    for ending in ("", "s", "y", "ie", "i"):
        stem = word.removesuffix(ending)
        if len(stem) >= _SHORTEST_PREFIX and (not ending or stem != word):
            yield stem


def is_established(word: str) -> bool:
    """Return True for a listed name, which is probably no misspelling of another name."""
    return is_given_name(word) or is_family_name(word)
