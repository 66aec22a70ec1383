"""Distinguish people from places with the same name: "Dallas told me", "moved to Dallas"."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from anonfilter_english.knowledge.word_lists import alternatives, table, terms

_REACH = 48
_BLANK = r"(?!\s*\n\s*\n)\s{1,3}"  # within a paragraph
_ADVERB = (
    rf"(?:(?:also|just|never|always|finally|then|even|really|still|already|actually){_BLANK})?"
)
_PREPOSITION = re.compile(r"\b(?:of|from|in|to|at|near|for|by|with|on|into)\s+\Z", re.I)
_WITH_ME = re.compile(r"\s[^.,;:!?\n]{0,40}\b(?:me|us|him|her)(?!\w)", re.I)


class Context(StrEnum):
    """A kind of name that surrounding words indicate."""

    PERSON = "person"
    PLACE = "place"
    INSIDE = "inside"  # after "in": a place, rarely a person
    UNKNOWN = ""


def context_of(text: str, start: int, end: int) -> Context:
    """Return the kind of name that the surrounding words indicate.

    Return ``UNKNOWN`` if they indicate a person and a place, or neither.
    """
    before = text[max(0, start - _REACH) : start]
    acts = bool(_after_person().match(text, end)) and not _PREPOSITION.search(before)
    person = acts or bool(_before_person().search(before))
    described = bool(_after_place().match(text, end))
    where = _before_place().search(before)
    if person == (described or where is not None):
        return Context.UNKNOWN
    if person:
        return Context.PERSON
    return Context.INSIDE if where and where["inside"] and not described else Context.PLACE


def is_certainly_person(text: str, start: int, end: int) -> bool:
    """Return True if the words around a name cannot refer to a town: "Dallas told me"."""
    acts = _after_person().match(text, end)
    if acts is None:
        return _before_person().search(text[max(0, start - _REACH) : start]) is not None
    return acts["alone"] is None or _WITH_ME.match(text, end) is not None


@cache
def _after_person() -> re.Pattern[str]:
    """Return a regex for words after a person: a verb of people, a possession, a pronoun."""
    acts, helping, people = _any("acts"), _any("helping"), alternatives(terms("spoken", "people"))
    doing: set[str] = set()
    for verb in terms("name_cues", "acts"):
        doing |= {f"{verb}ing", f"{verb}{verb[-1]}ing", f"{verb.removesuffix('e')}ing"}
    is_doing = rf"(?:is|was|were|'s|kept|keeps|started|began){_BLANK}(?:not{_BLANK})?"
    being = rf"{is_doing}(?:{alternatives(doing)})"
    owned = rf"(?:\w+{_BLANK})?(?:{people}|house|apartment|phone|car|room|place)"
    return re.compile(
        rf"(?:(?P<alone>{_BLANK}{_ADVERB}(?:(?:{helping}){_BLANK}{_ADVERB})?(?:{acts}|{being}))"
        rf"|{_BLANK}and{_BLANK}(?:me|I|him|myself)|,?{_BLANK}(?:himself|herself)"
        rf"|,{_BLANK}(?:he|she)|'s{_BLANK}{owned})(?!\w)",
        re.I,
    )


@cache
def _before_person() -> re.Pattern[str]:
    """Return a regex for words before a person: "met", "my brother"."""
    keys = ("people_before", "relations", "introductions")
    before = frozenset().union(*(terms("name_cues", key) for key in keys))
    before |= terms("spoken", "people")
    return re.compile(rf"(?<!\w)(?:{alternatives(before, _BLANK)}){_BLANK}\Z", re.I)


@cache
def _before_place() -> re.Pattern[str]:
    """Return a regex for words before a place: "lives in", "moved to"."""
    firmly = alternatives(terms("name_cues", "firmly_locative") - {"in"}, _BLANK)
    away = rf"(?:(?:back|down|up|over|out|off|away|home){_BLANK})?"
    whom = rf"(?:(?:me|us|him|her|them|you){_BLANK})?"
    going = rf"(?:{_any('going')}){_BLANK}{whom}{away}(?:to|into|through)"
    trusting = "".join(f"(?<!{word} )" for word in terms("name_cues", "trusting"))
    return re.compile(
        rf"(?<!\w)(?:{firmly}|{going}|(?:out|over|down|up){_BLANK}by|(?P<inside>{trusting}in|near|outside|throughout)){_BLANK}\Z",
        re.I,
    )


@cache
def _after_place() -> re.Pattern[str]:
    """Return a regex for words after a place: its state, "is a town"."""
    states = alternatives(table("places")["us_states"])
    kinds = r"(?:town|city|place|county|state|village|neighborhood)"
    is_one = rf"(?:'s|{_BLANK}(?:is|was)){_BLANK}an?{_BLANK}(?:\w+{_BLANK}){{0,2}}{kinds}"
    return re.compile(
        rf"(?:,{_BLANK}(?:{states})|{is_one}|{_BLANK}(?:area|county|city|suburbs))(?!\w)"
    )


def _any(key: str) -> str:
    return alternatives(terms("name_cues", key), _BLANK)
