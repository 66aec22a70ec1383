"""Invent names of places, organisations and groups in the same category.

A city becomes another city, and a religion another religion, from the shipped lists. The word for
the kind of thing stays: "Mercy General Hospital" becomes "Langford Hospital".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from random import Random

from anonfilter_english.knowledge.categories.category_lists import head_words
from anonfilter_english.knowledge.categories.category_names import abbreviations
from anonfilter_english.knowledge.word_lists import postal_codes, table, terms

from anonfilter.contract.document import Mention
from anonfilter.text.words import fold
from anonfilter_surrogates.surrogate_choices import Chooser, generator, one_of
from anonfilter_surrogates.tagger.invented_numbers import same_shape
from anonfilter_surrogates.tagger.name_pools import HOME, places, surnames

_LISTED = frozenset(
    (
        *("COUNTRY", "STATE", "PROVINCE", "CONTINENT", "CITY", "COUNTY"),
        *("NATIONALITY", "ETHNICITY", "RELIGION", "LANGUAGE"),
    )
)
"""Categories whose surrogates come from the list of the category; others get an invented name."""

_UNNAMED = frozenset(("GANG", "POLITICAL_GROUP", "SPORTS_TEAM", "PLANET", "REGION", "MEDIA"))
"""Categories without plausible surrogates."""

_WORD = re.compile(r"[^\W\d_][\w'-]*\.?")
_ACRONYM = re.compile(r"[A-Z]{2,6}")
_INITIALS = "ABCDEGHJKLMNPRSTW"
_MOST_OF_HEAD = 3  # words
_ADDRESS_WORDS = frozenset(
    (
        *("north", "south", "east", "west", "n", "s", "e", "w"),
        *("apt", "apartment", "suite", "unit", "floor", "po", "p.o", "box", "no"),
        *("of", "and", "the", "in", "block", "corner", "county"),
    )
)
"""Words that stay in an address, besides words such as "street"."""


def invent_thing(mention: Mention, chooser: Chooser) -> str:
    """Return the surrogate of a place, organisation or group; "" if none is plausible."""
    surface, category = mention.surface, mention.category
    name = fold(mention.span.canonical or surface)
    if category in _UNNAMED or not surface.isascii() or "\n" in surface:
        return ""
    if category in ("ZIP_CODE", "ADDRESS", "STREET") or any(map(str.isdigit, surface)):
        return _address(surface, chooser)
    if _ACRONYM.fullmatch(surface) and category not in _LISTED:
        length = len(surface)
        return chooser.choose(
            "acronym", name, lambda seed: "".join(generator(seed).choices(_INITIALS, k=length))
        )
    if category in _LISTED:
        return _listed(surface, category, name, chooser)
    head = _head(surface)
    if head is not None:
        return _named(surface, head, name, chooser)
    if mention.label.name == "LOCATION":
        return _listed(surface, "CITY", name, chooser)
    own = chooser.choose("surname", name, one_of(surnames(HOME)))
    return _cased(f"{own} Group", surface) if own and mention.label.name == "ORGANIZATION" else ""


def _listed(surface: str, category: str, name: str, chooser: Chooser) -> str:
    """Return another name of the category; state codes stay codes, and plurals stay plurals."""
    if "," in surface:
        return _address(surface, chooser)
    if category == "STATE" and len(surface) == 2 and surface.isupper():
        codes = {str(state): str(short[0]) for state, short in table("places")["us_states"].items()}
        new = chooser.choose(category, name, one_of(tuple(codes)), whole=True)
        return codes.get(new, "")
    county = " County" if category == "COUNTY" and fold(surface).endswith(" county") else ""
    new = chooser.choose(category, name, one_of(places(category)))
    if new and category == "NATIONALITY" and surface.endswith("s") and not new.endswith("s"):
        new = f"{new}s" if not new.endswith(("sh", "ch", "ese")) else ""
    return _cased(new + county, surface) if new else ""


def _head(surface: str) -> tuple[int, int] | None:
    """Return the offsets of the word for the kind of thing, such as "Hospital"; None without one.

    The word is at the end, before "of", or the first word.
    """
    words = list(_WORD.finditer(surface))
    for at, word in enumerate(words):
        if fold(word[0]) == "of" and at > 0:
            return _ending(words[:at], _last())
    return _ending(words, _last()) or _opening(words, head_words().first)


@cache
def _last() -> Mapping[str, str]:
    return {**head_words().last, **head_words().minor}


def _ending(words: list[re.Match[str]], known: Mapping[str, str]) -> tuple[int, int] | None:
    for length in range(min(_MOST_OF_HEAD, len(words)), 0, -1):
        phrase = " ".join(_plain(word[0]) for word in words[-length:])
        if phrase in known and known[phrase] not in _UNNAMED and " of " not in phrase:
            return words[-length].start(), words[-1].end()
    return None


def _opening(words: list[re.Match[str]], known: Mapping[str, str]) -> tuple[int, int] | None:
    if len(words) > 1 and _plain(words[0][0]) in known:
        return words[0].span()
    return None


def _plain(word: str) -> str:
    bare = fold(word).rstrip(".")
    return abbreviations().get(bare, bare)


def _named(surface: str, head: tuple[int, int], name: str, chooser: Chooser) -> str:
    """Return a name of the same kind: the word at ``head`` with another name beside it."""
    kind = surface[slice(*head)]
    rest = surface[head[1] :].strip()
    own = chooser.choose("surname", name, one_of(surnames(HOME)))
    if not own or (not surface[: head[0]].strip() and not rest):
        return ""
    if rest.casefold().startswith("of "):
        return f"{kind} {rest[:2]} {_cased(own, rest[3:])}"
    if not surface[: head[0]].strip():
        return f"{kind} {_cased(own, rest)}"
    return f"{_cased(own, surface)} {kind}"


def _address(surface: str, chooser: Chooser) -> str:
    """Return an address with other numbers, streets and towns; words such as "street" stay."""
    return chooser.choose(
        "address", fold(surface), lambda number: _invented(surface, generator(number)), whole=True
    )


def _invented(surface: str, by: Random) -> str:
    streets = terms("places", "streets") | terms("places", "short_streets")
    stays = streets | _ADDRESS_WORDS
    parts: list[str] = []
    for at, segment in enumerate(surface.split(",")):
        named = False
        words: list[str] = []
        for word in re.sub(r"\s+", " ", segment).split(" "):
            bare = fold(word).strip(".#")
            if any(map(str.isdigit, word)):
                words.append(_number(word, by))
            elif bare in stays or not word or not any(map(str.isalnum, word)):
                words.append(word)
            elif len(word) == 2 and word.isupper() and bare in postal_codes():
                words.append(by.choice(sorted(postal_codes())).upper())
            elif not named:
                pool = surnames(HOME) if at == 0 else places("CITY")
                words.append(by.choice(pool))
                named = True
        parts.append(" ".join(words))
    return ",".join(parts)


def _number(word: str, by: Random) -> str:
    """Return another number that does not begin with 0; ordinals stay ordinals."""
    new = same_shape(word, by)
    if re.search(r"\d(?:st|nd|rd|th)\b", word):
        new = re.sub(r"(?<=\d)[a-z]{2}\b", "th", new)
    return new if not new.startswith("0") else f"{by.randrange(1, 10)}{new[1:]}"


def _cased(new: str, written: str) -> str:
    letters = [char for char in written if char.isalpha()]
    if letters and all(map(str.islower, letters)):
        return new.lower()
    return new.upper() if len(letters) > 3 and all(map(str.isupper, letters)) else new
