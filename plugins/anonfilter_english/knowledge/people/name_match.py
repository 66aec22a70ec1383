"""Weigh the evidence that two names belong to one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.name_list import bearers
from anonfilter_english.knowledge.people.name_words import (
    full_names_of,
    is_short_form,
    names_and_nicknames,
)
from anonfilter_english.knowledge.people.person_names import Name, Part

_KNOWN, _COMMON = 2, 3  # levels of how many people have a name
_LEAST, _SHORT, _LONG = 3, 4, 6  # letters of a name
_MEN = ("jr", "sr")


@dataclass(frozen=True, slots=True)
class Link:
    """How strongly one name suggests another, from 0 to 1, and by which kind of evidence."""

    weight: float
    by: Evidence


def given_link(
    first: Part, second: Part, on: frozenset[Evidence], company: bool, *, alone: bool = False
) -> Link | None:
    """Return the link between two given names: the same, an initial, a nickname, a misspelling.

    Return None if there is no link. ``company``: the rest of the names is the same. ``alone``:
    there is no surname as further evidence, so two nicknames of one name ("Jack" and "Jon") have no
    link.
    """
    if is_same_word(first, second, on):
        return Link(1.0, Evidence.PARTS)
    if first.initial or second.initial:
        alike = first.key[0] == second.key[0] or not _heads(first).isdisjoint(_heads(second))
        return Link(0.6, Evidence.INITIALS) if alike and Evidence.INITIALS in on else None
    if Evidence.NICKNAMES in on:
        direct = first.key in full_names_of(second.key) or second.key in full_names_of(first.key)
        if direct or (not alone and second.key in names_and_nicknames(first.key)):
            return Link(0.9, Evidence.NICKNAMES)
        if company and is_short_form(first.key, second.key):
            return Link(0.8, Evidence.NICKNAMES)
    if Evidence.NEAR in on and is_misspelling(first.key, second.key, company):
        return Link(0.7, Evidence.NEAR)
    return None


def _heads(part: Part) -> frozenset[str]:
    return frozenset(key[0] for key in part.keys)


def is_same_word(first: Part, second: Part, on: frozenset[Evidence]) -> bool:
    """Return True if two words of names are the same, as written or in ASCII."""
    if Evidence.ACCENTS not in on:
        return first.written.casefold() == second.written.casefold()
    if Evidence.PARTICLES not in on:
        return first.key == second.key
    return not first.keys.isdisjoint(second.keys)


@lru_cache(maxsize=65536)
def is_misspelling(first: str, second: str, company: bool) -> bool:
    """Return True if one of two words may be a misspelling of the other.

    Common names may differ less than rare names. ``company``: the rest of the names is the same, so
    the words may differ more.
    """
    from anonfilter_english.knowledge.people.near_spelling import (
        differs_by_at_most,
        is_near_spelling,
        sound,
    )

    common = min(_level(first), _level(second))
    if company and not (common >= _COMMON and len(first) < _LONG):
        heard = sound(first) == sound(second) and min(len(first), len(second)) >= _LEAST
        doubled = heard and differs_by_at_most(first, second, 1)
        return doubled or is_near_spelling(first, second, in_company=True)
    if common >= _COMMON:
        return False
    alike = sound(first) == sound(second) and min(len(first), len(second)) >= _SHORT
    if alike and differs_by_at_most(first, second, 1):
        return True
    return (common < _KNOWN and _is_possessive(first, second)) or is_near_spelling(first, second)


def _level(word: str) -> int:
    """Return how common a name is, from 0 to 5."""
    known = bearers(word)
    return max(known.given, known.surname)


def _is_possessive(first: str, second: str) -> bool:
    """Return True if one word is the other's possessive without its apostrophe: "Liefs"."""
    short, long = sorted((first, second), key=len)
    is_unlisted = len(long) > _SHORT and _level(long) == 0 and not is_common(long)
    return is_unlisted and long == short + "s"


def weigh_given_names(
    first: Sequence[Part], second: Sequence[Part], on: frozenset[Evidence], company: bool
) -> float:
    """Return the weight with which two lists of given names belong to one person, or 0.

    All names of the shorter list must occur in the longer list, in order. The first names must fit
    each other, unless one is an initial before the name in use ("J. Edgar").
    """
    short, long = sorted((first, second), key=len)
    if not short:
        return 0.5
    at = 0
    weights: list[float] = []
    for number, part in enumerate(short):
        link = None
        while link is None and at < len(long):
            link = given_link(part, long[at], on, company)
            skipped_first = at == 0 and number == 0 and link is None
            if skipped_first and not long[0].initial:
                return 0.0
            at += 1
        if link is None:
            return 0.0
        weights.append(link.weight)
    return min(weights)


def weigh_surnames(
    first: Sequence[Part], second: Sequence[Part], on: frozenset[Evidence], company: bool
) -> float:
    """Return the weight of two surnames: the same, a half, an initial, a misspelling; or 0."""
    if not first or not second:
        return 0.0
    short, long = sorted((first, second), key=len)
    if len(short) == len(long):
        return min(_surname(*parts, on, company) for parts in zip(first, second, strict=True))
    if Evidence.DOUBLE not in on:
        return 0.0
    return min(max(_surname(part, half, on, company) for half in long) for part in short) * 0.9


def _surname(first: Part, second: Part, on: frozenset[Evidence], company: bool) -> float:
    if is_same_word(first, second, on):
        return 1.0
    if first.initial or second.initial:
        return 0.6 if first.key[0] == second.key[0] and Evidence.INITIALS in on else 0.0
    return 0.7 if Evidence.NEAR in on and is_misspelling(first.key, second.key, company) else 0.0


def names_conflict(first: Name, second: Name, on: frozenset[Evidence]) -> bool:
    """Return True if two names exclude each other by suffix, sex, or "Mrs." and "Miss".

    The name of a family ("the Bells") and the name of a person also exclude each other, unless
    their words are the same.
    """
    if first.family != second.family and first.words != second.words:
        return True
    if Evidence.SUFFIXES in on and first.suffix and second.suffix and first.suffix != second.suffix:
        return True
    if Evidence.TITLES not in on:
        return False
    sexes = {sex_of(first), sex_of(second)} - {""}
    married = {first.married, second.married} - {""}
    return len(sexes) > 1 or len(married) > 1


def sex_of(name: Name) -> str:
    """Return the sex of a person with this name; "" if nothing shows it."""
    if name.sex or not name.given:  # by the title
        return name.sex
    known = bearers(name.given[0].key)
    if known.sex in ("f", "m") and known.given >= _KNOWN:
        return known.sex
    return "m" if name.suffix in _MEN else ""


def weigh_full_names(first: Name, second: Name, on: frozenset[Evidence]) -> float:
    """Return the weight of two full names; only one of surname and given names may differ."""
    if names_conflict(first, second, on):
        return 0.0
    given_names = first.given[0], second.given[0]
    same_given = not given_names[0].initial and is_same_word(*given_names, on)
    surname = weigh_surnames(first.surname, second.surname, on, same_given)
    if surname == 0.0:
        return _by_middle(first, second, on) or _reversed(first, second, on)
    given = weigh_given_names(first.given, second.given, on, surname >= 0.9)
    if given == 0.0 and surname >= 0.9:
        return _by_end(first, second, on)
    return given * surname if max(given, surname) >= 0.9 else 0.0


def _by_middle(first: Name, second: Name, on: frozenset[Evidence]) -> float:
    """Return the weight of "Maria Garcia" for "Maria Garcia Lopez", with two surnames."""
    short, long = sorted((first, second), key=lambda name: len(name.given))
    if Evidence.DOUBLE not in on or len(short.given) >= len(long.given):
        return 0.0
    last = long.given[-1]
    known = bearers(last.key)
    if last.initial or known.given > known.surname:
        return 0.0
    if not any(is_same_word(part, last, on) for part in short.surname):
        return 0.0
    return 0.8 * weigh_given_names(short.given, long.given[:-1], on, True)


def _by_end(first: Name, second: Name, on: frozenset[Evidence]) -> float:
    """Return the weight of "Garcia Lopez" for "Maria Garcia Lopez", if Garcia may be a surname."""
    short, long = sorted((first, second), key=lambda name: len(name.given))
    more = len(long.given) - len(short.given)
    first_given = short.given[0]
    known = bearers(first_given.key)
    if Evidence.DOUBLE not in on or more < 1 or first_given.initial or known.given > known.surname:
        return 0.0
    ends = zip(short.given, long.given[more:], strict=True)
    return 0.8 if all(is_same_word(part, last, on) for part, last in ends) else 0.0


def _reversed(first: Name, second: Name, on: frozenset[Evidence]) -> float:
    """Return the weight of names in reversed order: "Unozawa Yuji" and "Yuji Unozawa"."""
    if Evidence.ORDER not in on or any(len(name.parts) != 2 for name in (first, second)):
        return 0.0
    whole = all(len(part.key) > 1 for part in (*first.parts, *second.parts))
    crossed = zip((*first.given, *first.surname), (*second.surname, *second.given), strict=True)
    turned = all(is_same_word(part, other_part, on) for part, other_part in crossed)
    return 0.9 if whole and turned else 0.0
