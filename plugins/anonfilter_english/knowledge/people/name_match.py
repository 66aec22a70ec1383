"""Evidence for and against two names being one person's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.name_list import bearers
from anonfilter_english.knowledge.people.name_words import called, formal, shortened
from anonfilter_english.knowledge.people.near_spelling import near, sound, within
from anonfilter_english.knowledge.people.person_names import Name, Part

_KNOWN = 2
_COMMON = 3
_LONG = 6
_SHORT = 4
_LEAST = 3
_MEN = ("jr", "sr")


class Evidence(StrEnum):
    """Kinds of evidence, each of which can be switched off to measure it."""

    PARTS = "parts"
    INITIALS = "initials"
    NICKNAMES = "nicknames"
    TITLES = "titles"
    TURNS = "turns"
    SPELLED = "spelled"
    NEAR = "near"
    DISTANCE = "distance"
    ACCENTS = "accents"
    PARTICLES = "particles"
    DOUBLE = "double"
    SUFFIXES = "suffixes"
    ORDER = "order"
    ALIASES = "aliases"
    TOGETHER = "together"


ALL = frozenset(Evidence)


@dataclass(frozen=True, slots=True)
class Link:
    """The weight with which one part stands for another, and the evidence."""

    weight: float
    by: Evidence


def given_link(
    one: Part, other: Part, on: frozenset[Evidence], company: bool, *, alone: bool = False
) -> Link | None:
    """Match two given names: the same, an initial, a nickname, a misspelling.

    ``alone``: no surname bears it out, so that two nicknames of one name ("Jack" and "Jon") are
    not the same person's.
    """
    if same(one, other, on):
        return Link(1.0, Evidence.PARTS)
    if one.initial or other.initial:
        alike = one.key[0] == other.key[0] or not _heads(one).isdisjoint(_heads(other))
        return Link(0.6, Evidence.INITIALS) if alike and Evidence.INITIALS in on else None
    if Evidence.NICKNAMES in on:
        direct = one.key in formal(other.key) or other.key in formal(one.key)
        if direct or (not alone and other.key in called(one.key)):
            return Link(0.9, Evidence.NICKNAMES)
        if company and shortened(one.key, other.key):
            return Link(0.8, Evidence.NICKNAMES)
    if Evidence.NEAR in on and slip(one.key, other.key, company):
        return Link(0.7, Evidence.NEAR)
    return None


def _heads(part: Part) -> frozenset[str]:
    return frozenset(key[0] for key in part.keys)


def same(one: Part, other: Part, on: frozenset[Evidence]) -> bool:
    """Whether two parts are one word, as written or in ASCII."""
    if Evidence.ACCENTS not in on:
        return one.written.casefold() == other.written.casefold()
    if Evidence.PARTICLES not in on:
        return one.key == other.key
    return not one.keys.isdisjoint(other.keys)


@lru_cache(maxsize=65536)
def slip(one: str, other: str, company: bool) -> bool:
    """Whether one of two words is the other misspelled.

    Less likely for common names; more likely with ``company``: the rest of the name is the same.
    """
    common = min(_level(one), _level(other))
    if company and not (common >= _COMMON and len(one) < _LONG):
        heard = sound(one) == sound(other) and min(len(one), len(other)) >= _LEAST
        doubled = heard and within(one, other, 1)
        return doubled or near(one, other, in_company=True)
    if common >= _COMMON:
        return False
    alike = sound(one) == sound(other) and min(len(one), len(other)) >= _SHORT
    if alike and within(one, other, 1):
        return True
    return (common < _KNOWN and _with_ending(one, other)) or near(one, other)


def _level(word: str) -> int:
    """Return how common a name is, from 0 to 5."""
    known = bearers(word)
    return max(known.given, known.surname)


def _with_ending(one: str, other: str) -> bool:
    """Whether an apostrophe was left out: "Liefs" for "Lief"."""
    short, long = sorted((one, other), key=len)
    spare = len(long) > _SHORT and _level(long) == 0 and not is_common(long)
    return spare and long == short + "s"


def givens_agree(
    some: Sequence[Part], others: Sequence[Part], on: frozenset[Evidence], company: bool
) -> float:
    """Return the weight with which two rows of given names are one person's, or 0.

    The shorter row must occur in the longer, in order; the first names must fit, unless one is an
    initial before the name in use ("J. Edgar").
    """
    short, long = sorted((some, others), key=len)
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


def surnames_agree(some: Sequence[Part], others: Sequence[Part], on: frozenset[Evidence],
                   company: bool) -> float:  # fmt: skip
    """Weigh two surnames: the same, one half of the other, an initial, a misspelling."""
    if not some or not others:
        return 0.0
    if len(some) == len(others) and all(
        same(one, other, on) for one, other in zip(some, others, strict=True)
    ):
        return 1.0
    short, long = sorted((some, others), key=len)
    if len(short) < len(long):
        if Evidence.DOUBLE not in on:
            return 0.0
        return min(max(_surname(one, other, on, company) for other in long) for one in short) * 0.9
    return min(_surname(one, other, on, company) for one, other in zip(some, others, strict=True))


def _surname(one: Part, other: Part, on: frozenset[Evidence], company: bool) -> float:
    if same(one, other, on):
        return 1.0
    if one.initial or other.initial:
        return 0.6 if one.key[0] == other.key[0] and Evidence.INITIALS in on else 0.0
    return 0.7 if Evidence.NEAR in on and slip(one.key, other.key, company) else 0.0


def conflict(one: Name, other: Name, on: frozenset[Evidence]) -> bool:
    """Whether two names exclude each other: two suffixes, two sexes, Mrs. and Miss."""
    if one.family != other.family and one.words != other.words:
        return True
    if Evidence.SUFFIXES in on and one.suffix and other.suffix and one.suffix != other.suffix:
        return True
    if Evidence.TITLES not in on:
        return False
    sexes = {sex_of(one), sex_of(other)} - {""}
    married = {one.married, other.married} - {""}
    return len(sexes) > 1 or len(married) > 1


def sex_of(name: Name) -> str:
    """Return the sex that the title states; else that of nearly all bearers of the given name.

    Where neither tells, a junior or senior is a man.
    """
    if name.sex or not name.given:
        return name.sex
    known = bearers(name.given[0].key)
    if known.sex in ("f", "m") and known.given >= _KNOWN:
        return known.sex
    return "m" if name.suffix in _MEN else ""


def full_names_agree(one: Name, other: Name, on: frozenset[Evidence]) -> float:
    """Weigh two full names; a misspelling in one half requires the other half to be the same."""
    if conflict(one, other, on):
        return 0.0
    surname = surnames_agree(one.surname, other.surname, on, _first_same(one, other, on))
    if surname == 0.0:
        return _by_middle(one, other, on) or _reversed(one, other, on)
    given = givens_agree(one.given, other.given, on, surname >= 0.9)
    if given == 0.0 and surname >= 0.9:
        return _by_end(one, other, on)
    return given * surname if max(given, surname) >= 0.9 else 0.0


def _first_same(one: Name, other: Name, on: frozenset[Evidence]) -> bool:
    first, second = one.given[0], other.given[0]
    return not first.initial and same(first, second, on)


def _by_middle(one: Name, other: Name, on: frozenset[Evidence]) -> float:
    """Weigh "Maria Garcia" against "Maria Garcia Lopez", with two surnames and no hyphen."""
    short, long = sorted((one, other), key=lambda name: len(name.given))
    if Evidence.DOUBLE not in on or len(short.given) >= len(long.given):
        return 0.0
    last = long.given[-1]
    known = bearers(last.key)
    if last.initial or known.given > known.surname:
        return 0.0
    if not any(same(part, last, on) for part in short.surname):
        return 0.0
    return 0.8 * givens_agree(short.given, long.given[:-1], on, True)


def _by_end(one: Name, other: Name, on: frozenset[Evidence]) -> float:
    """Weigh "Garcia Lopez" against "Maria Garcia Lopez": both surnames, of which the first is
    rather no given name."""
    short, long = sorted((one, other), key=lambda name: len(name.given))
    more = len(long.given) - len(short.given)
    first = short.given[0]
    known = bearers(first.key)
    if Evidence.DOUBLE not in on or more < 1 or first.initial or known.given > known.surname:
        return 0.0
    ends = zip(short.given, long.given[more:], strict=True)
    return 0.8 if all(same(part, last, on) for part, last in ends) else 0.0


def _reversed(one: Name, other: Name, on: frozenset[Evidence]) -> float:
    """Weigh names in reversed order: "Unozawa Yuji" and "Yuji Unozawa"."""
    if Evidence.ORDER not in on or any(len(name.parts) != 2 for name in (one, other)):
        return 0.0
    whole = all(len(part.key) > 1 for part in (*one.parts, *other.parts))
    turned = same(one.given[0], other.surname[0], on) and same(one.surname[0], other.given[0], on)
    return 0.9 if whole and turned else 0.0
