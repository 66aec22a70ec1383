"""Find out if the words before a number refer to a person: "I was", "my son's"."""

from __future__ import annotations

from functools import cache

from anonfilter_english.knowledge.spoken_numbers import Reading, compiled, hedges, listed

# Capitalised words that are not people: "It was", "Count was".
_NO_PERSON = (
    r"(?:It|That|There|This|These|Those|What|Which|Here|They|Time|Number|Page|Count|Exhibit|Score|"
    r"Vote|Total|Temperature|Price|Cost|Today|Date|Bail|Sentence|Term)"
)


@cache
def _person() -> str:
    named = r"(?:,?\s{1,3}(?-i:[A-Z]\w{1,20}),?)?"
    subject = rf"(?:{listed('pronouns')}|{listed('people')}{named}(?:\s{{1,3}}(?:who|that))?)"
    is_so = rf"{subject}[\s,]{{1,3}}(?:\w+ly\s+)?{listed('being')}"
    return rf"(?:{is_so}|{listed('contracted')}|{listed('people')}(?:\s{{1,3}}(?:who|that))?'s)"


@cache
def _named() -> str:
    return rf"(?-i:\b(?!{_NO_PERSON}\b)[A-Z][\w']+)\s{{1,3}}(?:is|was|turned)"


@cache
def _before() -> str:
    # A pause may have a stop, but at the end of a line the stop ends the sentence.
    return rf"(?:{_person()}|{_named()})(?:[\s,-]|\.(?![ \t]*\n)){{1,4}}{hedges()}\Z"


def after_person(reading: Reading, start: int) -> bool:
    """Return True if a person and a verb precede: "I was", "she's about", "Kevin is like"."""
    return compiled(_before()).search(reading.before(start)) is not None
