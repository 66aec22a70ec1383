"""Find names of places, by GeoNames and by the preceding words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from anonfilter.text.words import is_common
from anonfilter_english.detectors.names.word_senses import KNOWN, LARGE_SURNAME, cues
from anonfilter_english.detectors.names.words_in_context import Found, Words
from anonfilter_english.knowledge.categories.category_lists import families, gazetteer, listed_names

_LONGEST = 4
_SHORTEST = 4


def places(words: Words) -> Iterator[Found]:
    at = 0
    while at < len(words):
        found = _place_from(words, at) if words.may_be_name(at) else None
        if found is not None:
            yield found
            at = found.last
        at += 1


def _place_from(words: Words, at: int) -> Found | None:
    """Return the longest place name that begins with this word."""
    last = _reach(words, at)
    for end in range(last, at, -1):
        name = " ".join(words[place].key for place in range(at, end + 1))
        if name in _known() or (name in _towns() and words.behind(at, cues("locative"))):
            return Found(at, end, "place") if _no_phrase(words, at, end) else None
    return Found(at, at, rule) if (rule := _single(words, at)) else None


def _single(words: Words, at: int) -> str:
    """Return the rule by which a single word is a place, or ""."""
    word, sense = words[at], words[at].sense
    if len(word.key) < _SHORTEST:
        return ""
    firmly = words.behind(at, cues("firmly_locative"))
    located = firmly or words.behind(at, cues("locative"))
    if word.key in _known():
        if is_common(word.key) and not (word.large and located) and word.key not in _countries():
            return ""
        if is_common(word.key) and not words.cased:
            return "place, located" if firmly else ""
        if sense.given >= KNOWN or sense.surname >= LARGE_SURNAME:
            return "place, located" if firmly or (located and sense.everyday) else ""
        return "place, located" if located else "place"
    if word.key in _towns() and not sense.everyday and sense.given < KNOWN:
        return "town, located" if firmly else ""
    return ""


def _reach(words: Words, at: int) -> int:
    """Return the index of the last word that may belong to the same name."""
    last = at
    while last - at < _LONGEST - 1 and last + 1 < len(words) and words.beside(last):
        if words.cased and not words[last + 1].large:
            break
        last += 1
    return last


def _no_phrase(words: Words, at: int, end: int) -> bool:
    """Return True if a place name of several words is not an ordinary phrase.

    "long beach" needs a preposition before it.
    """
    if words.cased or words.behind(at, cues("locative")):
        return True
    return not all(is_common(words[place].key) for place in range(at, end + 1))


@cache
def _countries() -> frozenset[str]:
    """Return countries, states and the like, by all their names."""
    kinds = frozenset(families()["LOCATION"]) - {"CITY"}
    return frozenset(name for name, found in listed_names()[0].items() if kinds & found.keys())


@cache
def _known() -> frozenset[str]:
    """Return countries, states and cities."""
    cities = {name for name, found in listed_names()[0].items() if "CITY" in found}
    return _countries() | cities | gazetteer().cities


@cache
def _towns() -> frozenset[str]:
    return gazetteer().towns
