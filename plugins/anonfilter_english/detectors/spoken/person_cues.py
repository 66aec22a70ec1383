"""Decide whether the words before a number refer to a person: "I was", "my son's"."""

from __future__ import annotations

from functools import cache

from anonfilter_english.knowledge.spoken_numbers import Reading, compiled, hedges, listed

# capitalised words before "was" that are not people
_NO_PERSON = (
    r"(?:It|That|There|This|These|Those|What|Which|Here|They|Time|Number|Page|Count|Exhibit|Score|"
    r"Vote|Total|Temperature|Price|Cost|Today|Date|Bail|Sentence|Term)"
)


@cache
def _before() -> str:
    """Return a regex for a person and a verb at the end of a text."""
    people = listed("people")
    relative = r"(?:\s{1,3}(?:who|that))?"
    subject = rf"(?:{listed('pronouns')}|{people}(?:,?\s{{1,3}}(?-i:[A-Z]\w{{1,20}}),?)?{relative})"
    person = (
        rf"(?:{subject}[\s,]{{1,3}}(?:\w+ly\s+)?{listed('being')}"
        rf"|{listed('contracted')}|{people}{relative}'s)"
    )
    named = rf"(?-i:\b(?!{_NO_PERSON}\b)[A-Z][\w']+)\s{{1,3}}(?:is|was|turned)"
    # A pause may have a stop, but at the end of a line the stop ends the sentence.
    return rf"(?:{person}|{named})(?:[\s,-]|\.(?![ \t]*\n)){{1,4}}{hedges()}\Z"


def after_person(reading: Reading, start: int) -> bool:
    """Return True after a person and a verb: "I was", "she's about", "Kevin is like"."""
    return compiled(_before()).search(reading.before(start)) is not None
