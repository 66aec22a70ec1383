"""Compare words of names: transliteration to ASCII, titles, suffixes, nicknames."""

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

_MOST = 8
_SHORTEST_PREFIX = 3


@hide_values
@dataclass(frozen=True, slots=True)
class Title:
    """The sex and marriage that a title states, and the kind of name that follows it."""

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
    """Return the ASCII spellings of a word: Müller as "muller" and "mueller"."""
    lower = unicodedata.normalize("NFC", word).casefold()
    if lower.isascii():
        return frozenset((lower.replace("'", ""),))
    letters = table("name_words")["letters"]
    ways = [tuple(letters.get(char, (char,))) for char in lower]
    written = {lower}
    if 1 < prod(map(len, ways)) <= _MOST:
        written |= {"".join(chosen) for chosen in product(*ways)}
    else:
        written |= {"".join(way[0] for way in ways), "".join(way[-1] for way in ways)}
    return frozenset(_romanized(fold(form)).replace("'", "") for form in written)


def _romanized(word: str) -> str:
    """Transliterate letters of other scripts as far as the table has them."""
    if word.isascii():
        return word
    return _scripts().sub(lambda match: _roman()[match[0]], word)


@cache
def _roman() -> Mapping[str, str]:
    letters: Mapping[str, Any] = table("name_words")["romanization"]
    plain = table("name_words")["letters"]
    return {
        **{str(letter): str(ways[0]) for letter, ways in plain.items()},
        **{str(letter): str(roman) for letter, roman in letters.items()},
    }


@cache
def _scripts() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, _roman()), key=len, reverse=True)))


@cache
def _formal() -> Mapping[str, frozenset[str]]:
    """Map each nickname and name to the full names that it may stand for."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, short in table("nicknames").items():
        found[str(name)].add(str(name))
        for nickname in short:
            found[fold(str(nickname))].add(str(name))
    return {word: frozenset(names) for word, names in found.items()}


def formal(word: str) -> frozenset[str]:
    """Return the full names that a nickname may stand for: "bill" is a William."""
    return _formal().get(word, frozenset((word,)))


@cache
def _called() -> Mapping[str, frozenset[str]]:
    return {
        str(name): frozenset((str(name), *(fold(str(nickname)) for nickname in short)))
        for name, short in table("nicknames").items()
    }


@lru_cache(maxsize=65536)
def called(word: str) -> frozenset[str]:
    """Return all names and nicknames that may belong to the same person."""
    return frozenset().union(*(_called().get(name, {name}) for name in formal(word)))


def shortened(first: str, second: str) -> bool:
    """Return True if one name is short for the other: "Rach" for Rachel, "Phoebs" for Phoebe."""
    short, long = sorted((first, second), key=len)
    return any(len(long) > len(stem) and long.startswith(stem) for stem in beginnings(short))


def beginnings(word: str) -> Iterator[str]:
    """Yield a word as the beginning of a name, with and without the endings of short forms."""
    for ending in ("", "s", "y", "ie", "i"):
        stem = word.removesuffix(ending)
        if len(stem) >= _SHORTEST_PREFIX and (not ending or stem != word):
            yield stem


def is_established(word: str) -> bool:
    """Return True if many people have this name, so that it is no misspelling of another."""
    return is_given_name(word) or is_family_name(word)
