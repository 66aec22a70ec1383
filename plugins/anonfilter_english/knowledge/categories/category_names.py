"""Normalise a name to the key by which it is looked up and numbered.

"the California Dept. of Corrections" and "California Department of Corrections'" are one
name. Synonyms ("UCLA", "University of California") are not resolved here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold

_ARTICLE = re.compile(r"(?:the|a|an)\s+(?=\w)")
_POSSESSIVE = re.compile(r"(?<=\w)'s?$")
_POINTS = re.compile(r"(?<=\w)\.(?!\w)|(?<=\b\w)\.(?=\w)")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
_EDGES = " \t\n\"'.,;:!?()[]{}*_-/"
_BLANKS = re.compile(r"[\s_]+|(?<=,)(?=\S)|(?=,)")

WRITTEN_OUT = {
    "assn": "association", "assoc": "association", "ave": "avenue", "blvd": "boulevard",
    "bros": "brothers", "cmte": "committee", "comm": "commission", "corp": "corporation",
    "ctr": "center", "centre": "center", "dept": "department", "dist": "district",
    "div": "division", "ft": "fort", "govt": "government", "hosp": "hospital", "hwy": "highway",
    "inst": "institute", "intl": "international", "mt": "mount", "natl": "national",
    "rd": "road", "st": "saint", "ste": "sainte", "sch": "school", "twp": "township",
    "univ": "university", "&": "and",
    "defence": "defense", "organisation": "organization", "theatre": "theater",
}  # fmt: skip
"""Abbreviations within a name (folded, without point) and British spellings, written out."""

_STREET = "street"


def plain_key(folded: str) -> str:
    """Strip article, possessive, points, hyphens and outer punctuation from a folded name."""
    name = folded.strip(_EDGES)
    name = _ARTICLE.sub("", name, count=1) if _ARTICLE.match(name) else name
    if name.replace(" ", "").isalpha():  # most are: the regexes take longer
        return " ".join(_written_out(name.split()))
    name = _POSSESSIVE.sub("", name)
    name = _HYPHEN.sub(" ", _POINTS.sub("", name))
    words = [word for word in _BLANKS.split(name.strip(_EDGES)) if word]
    return " ".join(_written_out(words)).replace(" ,", ",")


def _written_out(words: list[str]) -> list[str]:
    """Expand abbreviations; "st" after a name or number is a street, before one a saint."""
    last = len(words) - 1
    return [
        _STREET
        if word == "st" and at and (at == last or words[at + 1] == ",")
        else WRITTEN_OUT.get(word, word)
        for at, word in enumerate(words)
    ]


@lru_cache(maxsize=16384)
def key_of(surface: str) -> str:
    """Return the key of a name as it stands in a text."""
    folded = fold(surface)
    return plain_key(folded) or folded


@hide_values
class Classified(NamedTuple):
    """A category ("" if none is finer than the label), the name's canonical form, and whether the
    words around the name decided."""

    category: str
    canonical: str
    by_context: bool = False
