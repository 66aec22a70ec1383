"""Find people's names: full names, given names, and other words with evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from anonfilter_english.detectors.names.name_evidence import evidence
from anonfilter_english.detectors.names.word_senses import (
    KNOWN,
    LARGE_SURNAME,
    WELL_KNOWN,
    cues,
)
from anonfilter_english.detectors.names.words_in_context import Found, Words
from anonfilter_english.knowledge.categories.category_lists import head_words
from anonfilter_english.knowledge.people.name_parts import is_particle
from anonfilter_english.knowledge.word_lists import terms

# "Quill, Ada": the surname may have several words, and initials may follow
_LARGE = r"[^\W\d_a-z][\w'-]{1,30}"
_REVERSED = re.compile(
    rf"\s*(?:[\w'-]{{1,30}} ){{0,2}}{_LARGE},\s?{_LARGE}(?: (?:{_LARGE}|[A-Z]\.?)){{0,2}}\s*"
)
_LEAST_LETTERS = 3
_MANY_LETTERS = 5
_MOST_PARTS = 4


def people(words: Words, places: frozenset[int]) -> Iterator[Found]:
    """Yield people's names in order; ``places`` are the words that belong to names of places."""
    if _is_reversed(words, places):
        yield Found(0, len(words) - 1, "surname and given name")
        return
    at = 0
    while at < len(words):
        found = None
        if words.may_be_name(at) and at not in places:
            found = _name_at(words, at, places)
        if found is not None:
            yield found
            at = found.last
        at += 1


def _is_reversed(words: Words, places: frozenset[int]) -> bool:
    """Return True if a whole field is "surname, given names", as in a cell or file name."""
    if not words.has_capitals or not _REVERSED.fullmatch(words.text) or places:
        return False
    before = [at for at in range(len(words) - 1) if words.text[words[at].end] == ","]
    if len(before) != 1:
        return False
    last = words[before[0]]
    surname, given = last.sense, words[before[0] + 1].sense
    if surname.is_never_name or not (given.is_name or given.is_rare_name or given.is_name_and_word):
        return False
    if surname.is_everyday:
        is_addressee = last.key in cues("said_to")
        return given.is_name and surname.surname >= LARGE_SURNAME and not is_addressee
    return bool(surname.surname or surname.is_unknown)


def _name_at(words: Words, at: int, places: frozenset[int]) -> Found | None:
    """Return the name that begins with a word; None without a name."""
    if words.is_initial(at):
        last = _surname_after(words, at, places)
        return None if last == at else Found(at, last, "initial and surname")
    sense = words[at].sense
    last = _end_of_name(words, at, places)
    if _is_name_of_thing(words, last):
        return None
    if last > at and _may_begin_full_name(words, at, last):
        return Found(at, last, "given name and surname")
    if _is_town_here(words, at, last):
        return None
    if sense.is_name and len(words[at].key) >= _LEAST_LETTERS:
        return Found(at, last, "given name")
    rule = evidence(words, at, last)
    if not rule and last > at:
        last = at
        rule = evidence(words, at, at)
    return Found(at, last, rule) if rule else None


def _may_begin_full_name(words: Words, at: int, last: int) -> bool:
    """Return True if the first word is a given name that a surname may follow."""
    sense, surname = words[at].sense, words[last].sense
    if sense.is_name or (sense.is_rare_name and not words.has_capitals and surname.surname > 1):
        return True
    if words.has_capitals and not sense.is_thing and (sense.is_name_and_word or sense.is_rare_name):
        return bool(surname.surname or surname.is_unknown)
    if surname.is_everyday or words[at].key in terms("lowercase_names", "modals"):
        return False
    # A surname needs a lower level after "grace" than after an everyday word that is rarely a name.
    least = 1 if sense.given >= WELL_KNOWN else KNOWN if sense.is_name_and_word else LARGE_SURNAME
    return sense.given > 1 and surname.surname >= least


def _end_of_name(words: Words, at: int, places: frozenset[int]) -> int:
    """Return the index of the last word of the name that begins with this word."""
    if not words[at].sense.given:
        return at
    last = place = at
    while place + 1 < len(words) and place - at < _MOST_PARTS:
        if not (words.beside(place) or words.is_initial(place)):
            break
        place += 1
        if place in places:
            break
        if words.is_initial(place) or is_particle(words[place].key):
            continue
        if not _continues_name(words, at, place):
            break
        last = place
    return last


def _continues_name(words: Words, at: int, place: int) -> bool:
    """Return True if a word continues the name that begins at an earlier word."""
    if not words.may_be_name(place):
        return False
    first, sense = words[at].sense, words[place].sense
    if words.has_capitals:
        return not sense.is_everyday or sense.surname >= KNOWN or sense.given >= KNOWN
    if not sense.is_everyday:
        strange = first.is_name and len(words[place].key) >= _MANY_LETTERS
        return sense.surname > 0 or sense.given > 1 or (sense.is_unknown and strange)
    return (
        first.is_name
        and sense.surname >= LARGE_SURNAME
        and words[place].key not in _words_after_names()
    )


@cache
def _words_after_names() -> frozenset[str]:
    """Return words that may follow a name without being a part of it: "may" in "rachel may"."""
    greetings = (phrase.split() for phrase in terms("lowercase_names", "greetings"))
    before_others = {first for first, *rest in greetings if rest} | terms("names", "epithets")
    return terms("lowercase_names", "modals") | before_others


def _surname_after(words: Words, at: int, places: frozenset[int]) -> int:
    """Return the index of the surname after initials; ``at`` if there is no surname."""
    place = at
    while place - at < _MOST_PARTS and words.is_initial(place):
        place += 1
    if place in places or not words[place].is_capitalised or not words[at].is_capitalised:
        return at
    sense = words[place].sense
    named = (sense.surname > 0 and not sense.is_everyday) or sense.surname >= KNOWN
    return place if named and len(words[place].key) >= _LEAST_LETTERS else at


def _is_name_of_thing(words: Words, last: int) -> bool:
    """Return True if the last or the next word shows the name of a thing: "Jackson Street".

    Return False in text without capitals, where the next word may be anything. Missing a person is
    worse than masking a street as a person.
    """
    if not words.has_capitals:
        return False
    heads = head_words()
    for at, least in ((last, LARGE_SURNAME), (last + 1, KNOWN)):
        if at == last or words.after(last):
            word = words[at]
            head = word.key in heads.last or word.key in heads.minor
            if head and word.is_capitalised and word.sense.surname < least:
                return True
    return False


def _is_town_here(words: Words, at: int, last: int) -> bool:
    """Return True if the words before a name show that it is the name of a town."""
    if words.before(at) in cues("place_before"):
        return True
    return last == at and words[at].sense.is_thing and words.follows_any(at, cues("locative"))
