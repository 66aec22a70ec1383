"""Normalise the name of a place, organisation or group to a key for look-up and numbering.

"the California Dept. of Corrections" and "California Department of Corrections'" have the same
key. Synonyms ("UCLA", "University of California") have different keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_english.knowledge.word_lists import table

_ARTICLE = re.compile(r"(?:the|a|an)\s+(?=\w)")
_POSSESSIVE = re.compile(r"(?<=\w)'s?$")
_POINTS = re.compile(r"(?<=\w)\.(?!\w)|(?<=\b\w)\.(?=\w)")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
_EDGES = " \t\n\"'.,;:!?()[]{}*_-/"
_BLANKS = re.compile(r"[\s_]+|(?<=,)(?=\S)|(?=,)")


@cache
def abbreviations() -> Mapping[str, str]:
    """Return the full forms of abbreviations and British spellings, folded and without points."""
    return {str(short): str(full) for short, full in table("body_words")["written_out"].items()}


def plain_key(folded: str) -> str:
    """Return a folded name without article, possessive, points, hyphens and outer punctuation."""
    name = folded.strip(_EDGES)
    name = _ARTICLE.sub("", name, count=1) if _ARTICLE.match(name) else name
    if name.replace(" ", "").isalpha():  # true of most names, and faster than the regexes
        return " ".join(_written_out(name.split()))
    name = _POSSESSIVE.sub("", name)
    name = _HYPHEN.sub(" ", _POINTS.sub("", name))
    words = [word for word in _BLANKS.split(name.strip(_EDGES)) if word]
    return " ".join(_written_out(words)).replace(" ,", ",")


def _written_out(words: list[str]) -> list[str]:
    """Return words with abbreviations written out; "st" is "street" after a name, else "saint"."""
    last = len(words) - 1
    full = abbreviations()
    return [
        "street"
        if word == "st" and at and (at == last or words[at + 1] == ",")
        else full.get(word, word)
        for at, word in enumerate(words)
    ]


@lru_cache(maxsize=16384)
def key_of(surface: str) -> str:
    """Return the key of a name as it is written in a text."""
    folded = fold(surface)
    return plain_key(folded) or folded


@hide_values
class Classified(NamedTuple):
    """The category and the canonical form of a name.

    ``category`` is "" if the name has only its label. ``by_context``: the words around the name
    decided.
    """

    category: str
    canonical: str
    by_context: bool = False
