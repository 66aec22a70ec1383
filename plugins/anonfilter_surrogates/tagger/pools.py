"""What surrogates are chosen from: lists that are there already, without words of everyday use."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from anonfilter_english.knowledge.categories.knowledge import listed_names, sections
from anonfilter_english.knowledge.lists import terms
from anonfilter_english.knowledge.people.name_list import bearers, names

from anonfilter.text.words import is_common

HOME = "us"
"""The region of names whose origin is not known."""
RARE = "rare"
"""Of names from there that few people bear: for a corpus that has used up the others."""

_FAMILIAR = 3  # the level from which names are common at home; elsewhere all have level 2
_FEW = 40
_SECTIONS = {"CITY": ("us towns", "us cities"), "COUNTY": ("us counties",)}
_NAMED_AS = ("mc", "mac", "fitz", "van", "von", "de", "di", "la", "le", "o")
"""How surnames begin that are written with a second capital or a blank: the list has neither."""


@cache
def _people() -> tuple[dict[tuple[str, str], list[str]], dict[str, list[str]]]:
    """Given names by sex and region, and surnames by region."""
    given = defaultdict[tuple[str, str], list[str]](list)
    surnames = defaultdict[str, list[str]](list)
    for name in names():
        if not name.isascii() or not name.isalpha() or is_common(name):
            continue
        known = bearers(name)
        for region in known.regions:
            if 3 <= len(name) <= 9 and known.given > max(known.surname, 1):
                given[known.sex, _filed(region, known.given)].append(name.title())
            if name.startswith(_NAMED_AS) or not 5 <= len(name) <= 11:
                continue
            if known.surname > max(known.given, 1):
                surnames[_filed(region, known.surname)].append(name.title())
    return given, surnames


def _filed(region: str, level: int) -> str:
    return RARE if region == HOME and level < _FAMILIAR else region


@cache
def given_names(sex: str, region: str) -> list[str]:
    """Given names of a sex (f, m, b), or of any (""), that are at home in a region."""
    given, _ = _people()
    sexes = (sex,) if sex else ("f", "m")
    found = [name for one in sexes for name in given.get((one, region), ())]
    return found if len(found) >= _FEW or region == HOME else given_names(sex, HOME)


def surnames(region: str) -> list[str]:
    _, found = _people()
    return found[region] if len(found.get(region, ())) >= _FEW else found[HOME]


@cache
def places(category: str) -> tuple[str, ...]:
    """Names of places, groups and the like of a category, as they are written."""
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
