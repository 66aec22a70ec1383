"""Find names of places by GeoNames and by the words before them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from anonfilter.text.words import is_common
from anonfilter_english.detectors.names.word_senses import KNOWN, LARGE_SURNAME, cues
from anonfilter_english.detectors.names.words_in_context import Found, Words
from anonfilter_english.knowledge.categories.category_lists import families, gazetteer, listed_names

_MOST_WORDS = 4
_LEAST_LETTERS = 4


def places(words: Words) -> Iterator[Found]:
    at = 0
    while at < len(words):
        found = _place_at(words, at) if words.may_be_name(at) else None
        if found is not None:
            yield found
            at = found.last
        at += 1


def _place_at(words: Words, at: int) -> Found | None:
    """Return the longest place name that begins with a word; None if there is none."""
    last = _last_possible_word(words, at)
    for end in range(last, at, -1):
        name = " ".join(words[place].key for place in range(at, end + 1))
        if name in _known() or (name in _towns() and words.follows_any(at, cues("locative"))):
            # "long beach" is an ordinary phrase unless a preposition precedes it.
            is_phrase = all(is_common(words[part].key) for part in range(at, end + 1))
            is_place = (
                words.has_capitals or not is_phrase or words.follows_any(at, cues("locative"))
            )
            return Found(at, end, "place") if is_place else None
    return Found(at, at, rule) if (rule := _rule_of_single_word(words, at)) else None


def _rule_of_single_word(words: Words, at: int) -> str:
    """Return the rule by which a single word is the name of a place; "" if it is none."""
    word, sense = words[at], words[at].sense
    if len(word.key) < _LEAST_LETTERS:
        return ""
    firmly = words.follows_any(at, cues("firmly_locative"))
    located = firmly or words.follows_any(at, cues("locative"))
    if word.key in _known():
        if (
            is_common(word.key)
            and not (word.is_capitalised and located)
            and word.key not in _countries()
        ):
            return ""
        if is_common(word.key) and not words.has_capitals:
            return "place, located" if firmly else ""
        if sense.given >= KNOWN or sense.surname >= LARGE_SURNAME:
            return "place, located" if firmly or (located and sense.is_everyday) else ""
        return "place, located" if located else "place"
    if word.key in _towns() and not sense.is_everyday and sense.given < KNOWN:
        return "town, located" if firmly else ""
    return ""


def _last_possible_word(words: Words, at: int) -> int:
    """Return the index of the last word that may belong to the same name."""
    last = at
    while last - at < _MOST_WORDS - 1 and last + 1 < len(words) and words.beside(last):
        if words.has_capitals and not words[last + 1].is_capitalised:
            break
        last += 1
    return last


@cache
def _countries() -> frozenset[str]:
    """Return all names of countries, states and the like."""
    kinds = frozenset(families()["LOCATION"]) - {"CITY"}
    return frozenset(name for name, found in listed_names()[0].items() if kinds & found.keys())


@cache
def _known() -> frozenset[str]:
    """Return the names of countries, states and cities."""
    cities = {name for name, found in listed_names()[0].items() if "CITY" in found}
    return _countries() | cities | gazetteer().cities


@cache
def _towns() -> frozenset[str]:
    return gazetteer().towns
