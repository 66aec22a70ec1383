"""Tell a person from a place of one name by what they do: "Dallas told me", "moved to Dallas"."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from anonfilter_english.knowledge.lists import alternatives, table, terms

_REACH = 48
_BLANK = r"\s{1,3}"
_ADVERB = (
    rf"(?:(?:also|just|never|always|finally|then|even|really|still|already|actually){_BLANK})?"
)


_PREPOSITION = re.compile(r"\b(?:of|from|in|to|at|near|for|by|with|on|into)\s+\Z", re.I)
_WITH_ME = re.compile(r"\s[^.,;:!?\n]{0,40}\b(?:me|us|him|her)(?!\w)", re.I)


class Told(StrEnum):
    """What the words around a name say of it."""

    PERSON = "person"
    PLACE = "place"
    INSIDE = "inside"  # after "in", as a place, or as a person now and then
    NOTHING = ""


def told(text: str, start: int, end: int) -> Told:
    """Return what text[start:end] is by the words around it; nothing where both fit."""
    before = text[max(0, start - _REACH) : start]
    acts = bool(_acts().match(text, end)) and not _PREPOSITION.search(before)
    person = acts or bool(_met().search(before))
    lies = bool(_lies().match(text, end))
    where = _where().search(before)
    if person == (lies or where is not None):
        return Told.NOTHING
    if person:
        return Told.PERSON
    return Told.INSIDE if where and where["inside"] and not lies else Told.PLACE


def deals_with_people(text: str, start: int, end: int) -> bool:
    """Whether no town does it: what is done to people, whose something is, who is met."""
    acts = _acts().match(text, end)
    if acts is None:
        return _met().search(text[max(0, start - _REACH) : start]) is not None
    return acts["alone"] is None or _WITH_ME.match(text, end) is not None


@cache
def _acts() -> re.Pattern[str]:
    """What follows a person: what only people do, whose something is, a pronoun."""
    acts, helping, people = _any("acts"), _any("helping"), alternatives(terms("spoken", "people"))
    being = rf"(?:is|was|were|'s|kept|keeps|started|began){_BLANK}(?:not{_BLANK})?(?:{_doing()})"
    owned = rf"(?:\w+{_BLANK})?(?:{people}|house|apartment|phone|car|room|place)"
    return re.compile(
        rf"(?:(?P<alone>{_BLANK}{_ADVERB}(?:(?:{helping}){_BLANK}{_ADVERB})?(?:{acts}|{being}))"
        rf"|{_BLANK}and{_BLANK}(?:me|I|him|myself)|,?{_BLANK}(?:himself|herself)"
        rf"|,{_BLANK}(?:he|she)|'s{_BLANK}{owned})(?!\w)",
        re.I,
    )


@cache
def _met() -> re.Pattern[str]:
    """What stands before a person: what is done with people, and whose relation they are."""
    keys = ("people_before", "relations", "introductions")
    before = frozenset().union(*(terms("name_cues", key) for key in keys))
    before |= terms("spoken", "people")
    return re.compile(rf"(?<!\w)(?:{alternatives(before, _BLANK)}){_BLANK}\Z", re.I)


@cache
def _where() -> re.Pattern[str]:
    """What stands before a place: where people are and live, and where they go."""
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
def _lies() -> re.Pattern[str]:
    """What follows a place: its state, and what kind of place it is."""
    states = alternatives(table("places")["us_states"])
    kinds = r"(?:town|city|place|county|state|village|neighborhood)"
    is_one = rf"(?:'s|{_BLANK}(?:is|was)){_BLANK}an?{_BLANK}(?:\w+{_BLANK}){{0,2}}{kinds}"
    return re.compile(
        rf"(?:,{_BLANK}(?:{states})|{is_one}|{_BLANK}(?:area|county|city|suburbs))(?!\w)"
    )


def _any(key: str) -> str:
    return alternatives(terms("name_cues", key), _BLANK)


@cache
def _doing() -> str:
    """The participles of what people do: "driving", "coming"."""
    forms = set()
    for verb in terms("name_cues", "acts"):
        forms |= {f"{verb}ing", f"{verb}{verb[-1]}ing", f"{verb.removesuffix('e')}ing"}
    return alternatives(forms)
