"""Find people's names: full names, given names, and words with evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from anonfilter_english.detectors.names.name_evidence import evidence
from anonfilter_english.detectors.names.word_senses import (
    KNOWN,
    LARGE_SURNAME,
    WELL_KNOWN,
    Sense,
    cues,
)
from anonfilter_english.detectors.names.words_in_context import Found, Words
from anonfilter_english.knowledge.categories.category_lists import head_words
from anonfilter_english.knowledge.people.name_parts import is_particle
from anonfilter_english.knowledge.word_lists import terms

# the surname may have several words, and initials may follow
_LARGE = r"[^\W\d_a-z][\w'-]{1,30}"
_REVERSED = re.compile(
    rf"\s*(?:[\w'-]{{1,30}} ){{0,2}}{_LARGE},\s?{_LARGE}(?: (?:{_LARGE}|[A-Z]\.?)){{0,2}}\s*"
)
_SHORTEST = 3
_LONG = 5
_MOST_PARTS = 4


def people(words: Words, places: frozenset[int]) -> Iterator[Found]:
    """Yield the names, in order. ``places`` are the words that belong to the name of a place."""
    if _is_reversed(words, places):
        yield Found(0, len(words) - 1, "surname and given name")
        return
    at = 0
    while at < len(words):
        found = None
        if words.may_be_name(at) and at not in places:
            found = _name_from(words, at, places)
        if found is not None:
            yield found
            at = found.last
        at += 1


def _is_reversed(words: Words, places: frozenset[int]) -> bool:
    """Return True if a whole field is "surname, given names", as in a cell or a file name."""
    if not words.cased or not _REVERSED.fullmatch(words.text) or places:
        return False
    before = [at for at in range(len(words) - 1) if words.text[words[at].end] == ","]
    if len(before) != 1:
        return False
    last = words[before[0]]
    surname, given = last.sense, words[before[0] + 1].sense
    if surname.never or not (given.sure or given.likely or given.also):
        return False
    if surname.everyday:
        is_addressee = last.key in cues("said_to")
        return given.sure and surname.surname >= LARGE_SURNAME and not is_addressee
    return bool(surname.surname or surname.unknown)


def _name_from(words: Words, at: int, places: frozenset[int]) -> Found | None:
    """Return the name that begins with this word."""
    if words.initial(at):
        last = _to_surname(words, at, places)
        return None if last == at else Found(at, last, "initial and surname")
    sense = words[at].sense
    last = _last_part(words, at, places)
    if _something_named(words, last):
        return None
    if last > at and _may_lead(words, at, last):
        return Found(at, last, "given name and surname")
    if _place_around(words, at, last):
        return None
    if sense.sure and len(words[at].key) >= _SHORTEST:
        return Found(at, last, "given name")
    rule = evidence(words, at, last)
    if not rule and last > at:
        last = at
        rule = evidence(words, at, at)
    return Found(at, last, rule) if rule else None


def _may_lead(words: Words, at: int, last: int) -> bool:
    """Return True if the first word is a given name that a surname may follow."""
    sense, surname = words[at].sense, words[last].sense
    if sense.sure or (sense.likely and not words.cased and surname.surname > 1):
        return True
    if words.cased and not sense.thing and (sense.also or sense.likely):
        return bool(surname.surname or surname.unknown)
    if surname.everyday or words[at].key in terms("lowercase_names", "modals"):
        return False
    return sense.given > 1 and surname.surname >= _least_surname(sense)


def _least_surname(sense: Sense) -> int:
    """Return the level that a surname needs after an everyday word; it is lower after "grace"."""
    if sense.given >= WELL_KNOWN:
        return 1
    return KNOWN if sense.also else LARGE_SURNAME


def _last_part(words: Words, at: int, places: frozenset[int]) -> int:
    """Return the index of the last word of the name that begins here; ``at`` if it is one word."""
    if not words[at].sense.given:
        return at
    last = place = at
    while place + 1 < len(words) and place - at < _MOST_PARTS:
        if not (words.beside(place) or words.initial(place)):
            break
        place += 1
        if place in places:
            break
        if words.initial(place) or is_particle(words[place].key):
            continue
        if not _part(words, at, place):
            break
        last = place
    return last


def _part(words: Words, at: int, place: int) -> bool:
    """Return True if the word at ``place`` continues the name that begins at ``at``."""
    if not words.may_be_name(place):
        return False
    first, sense = words[at].sense, words[place].sense
    if words.cased:
        return not sense.everyday or sense.surname >= KNOWN or sense.given >= KNOWN
    if not sense.everyday:
        strange = first.sure and len(words[place].key) >= _LONG
        return sense.surname > 0 or sense.given > 1 or (sense.unknown and strange)
    return first.sure and sense.surname >= LARGE_SURNAME and words[place].key not in _going_on()


@cache
def _going_on() -> frozenset[str]:
    """Return the words that continue a sentence after a name.

    Examples: "rachel may", "scott good morning".
    """
    greetings = (one.split() for one in terms("lowercase_names", "greetings"))
    before_others = {first for first, *rest in greetings if rest} | terms("names", "epithets")
    return terms("lowercase_names", "modals") | before_others


def _to_surname(words: Words, at: int, places: frozenset[int]) -> int:
    """Return the index of the surname after initials; ``at`` if there is none."""
    place = at
    while place - at < _MOST_PARTS and words.initial(place):
        place += 1
    if place in places or not words[place].large or not words[at].large:
        return at
    sense = words[place].sense
    named = (sense.surname > 0 and not sense.everyday) or sense.surname >= KNOWN
    return place if named and len(words[place].key) >= _SHORTEST else at


def _something_named(words: Words, last: int) -> bool:
    """Return True if the last or the next word makes it the name of a thing: "Jackson Street".

    Return False in text without capitals, where the next word may be anything: to miss a person is
    worse than to mask a street as one.
    """
    if not words.cased:
        return False
    heads = head_words()
    for at, least in ((last, LARGE_SURNAME), (last + 1, KNOWN)):
        if at == last or words.after(last):
            word = words[at]
            head = word.key in heads.last or word.key in heads.minor
            if head and word.large and word.sense.surname < least:
                return True
    return False


def _place_around(words: Words, at: int, last: int) -> bool:
    """Return True if the preceding words make it the name of a town."""
    if words.before(at) in cues("place_before"):
        return True
    return last == at and words[at].sense.thing and words.behind(at, cues("locative"))
