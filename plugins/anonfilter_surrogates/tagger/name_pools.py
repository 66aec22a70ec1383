"""The lists that surrogates are chosen from: the shipped names that are not everyday words."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from anonfilter_english.knowledge.categories.category_lists import listed_names, sections
from anonfilter_english.knowledge.people.name_list import bearers, names
from anonfilter_english.knowledge.word_lists import terms

from anonfilter.text.words import is_common

HOME = "us"
"""The region of names of unknown origin."""
RARE = "rare"
"""The group of rare names from this region, for a corpus that has used up the others."""

_FAMILIAR = 3  # the level of common names in the home region; elsewhere all names have level 2
_FEW = 40
_SECTIONS = {"CITY": ("us towns", "us cities"), "COUNTY": ("us counties",)}
_NAMED_AS = ("mc", "mac", "fitz", "van", "von", "de", "di", "la", "le", "o")
"""Beginnings of surnames that have a second capital or a blank, which the list lacks."""


@cache
def _people() -> tuple[dict[tuple[str, str], list[str]], dict[str, list[str]]]:
    """Return given names by sex and region, and surnames by region."""
    given = defaultdict[tuple[str, str], list[str]](list)
    surnames = defaultdict[str, list[str]](list)
    for name in names():
        if not name.isascii() or not name.isalpha() or is_common(name):
            continue
        known = bearers(name)
        for region in known.regions:
            if 3 <= len(name) <= 9 and known.given > max(known.surname, 1):
                given[known.sex, _group(region, known.given)].append(name.title())
            if name.startswith(_NAMED_AS) or not 5 <= len(name) <= 11:
                continue
            if known.surname > max(known.given, 1):
                surnames[_group(region, known.surname)].append(name.title())
    return given, surnames


def _group(region: str, level: int) -> str:
    return RARE if region == HOME and level < _FAMILIAR else region


@cache
def given_names(sex: str, region: str) -> list[str]:
    """Return the given names of a region for a sex ("f", "m", "b"), or for both sexes ("").

    A region with few names has the names of the home region.
    """
    given, _ = _people()
    sexes = (sex,) if sex else ("f", "m")
    found = [name for of_sex in sexes for name in given.get((of_sex, region), ())]
    return found if len(found) >= _FEW or region == HOME else given_names(sex, HOME)


def surnames(region: str) -> list[str]:
    _, found = _people()
    return found[region] if len(found.get(region, ())) >= _FEW else found[HOME]


@cache
def places(category: str) -> tuple[str, ...]:
    """Return the names of a category of places or groups, with capital letters."""
    found = {
        name for heading in _SECTIONS.get(category, ()) for name in sections().get(heading, ())
    }
    if not found:
        found = {
            canonical
            for known in listed_names()[0].values()
            for kind, canonical in known.items()
            if kind == category
        }
    return tuple(sorted(_written(name) for name in found if _is_plain(name)))


def _is_plain(name: str) -> bool:
    words = name.split()
    plain = len(words) <= 3 and all(word.isascii() and word.isalpha() for word in words)
    return plain and not is_common(name)


def _written(name: str) -> str:
    small = terms("names", "particles") | {"of", "and", "the"}
    return " ".join(word if word in small else word.capitalize() for word in name.split())
