"""Recognise ages by clauses without "years old": "going on fifty", "by sixteen I was"."""

from __future__ import annotations

from functools import cache

from anonfilter_english.detectors.spoken.person_cues import after_person
from anonfilter_english.knowledge.number_words import Number
from anonfilter_english.knowledge.spoken_numbers import Reading, compiled, hedges, listed
from anonfilter_english.knowledge.word_lists import HESITATION

_ = r"\s{1,3}"
_TOWARDS = rf"going{_}on|pushing|close{_}to|coming{_}up{_}on|just{_}shy{_}of"
NEARING = rf"(?:{_TOWARDS}|(?:about|soon|fixing){_}to{_}be|almost|nearly|about|not{_}quite)"
CLAUSE = r"\s*(?:,\s*)?(?:,(?!\s*\d)|(?:I|he|she|we|they|you|when|and\s+(?:I|he|she))\b)"
_UNTIL = r"\b(?:until|till|'?til|since)"
_GROWS = rf"\b(?:{_TOWARDS})[\s,]{{1,3}}"
_MADE = (
    rf"\b(?:has|have|had|makes?|made|puts?|lists?|listed){_}(?:him|her|me|you|them){_}"
    rf"(?:(?:down{_})?(?:as|at){_})?"
)
_WHOM = (
    rf"(?:\b(?:him|her|me|you|them)|(?-i:\b[A-Z][^\W\d_]{{1,20}}),?){_}"
    rf"(?:(?:only|just|barely){_})?\Z"
)
_THEN = (
    rf"[\s,]{{1,3}}(?:at{_}(?:the|that){_}time|back{_}then"
    rf"|when{_}(?:I|he|she|it|this|that|we|they|you|his|her|my|the)\b)"
)
# after a comparison of ages or a day of birth: "a year younger than me, so twelve"
_SO = rf"(?:\b(?:younger|older|born)\b[^.!?]{{0,50}}|/\d{{2,4}})[,;]\s{{1,3}}so{_}\Z"
_BEGAN = rf"\b(?:start(?:ed|ing)?|began|begun){_}(?:\w+ing|to{_}\w+)(?:\s\w+){{0,2}}{_}at{_}\Z"
# "How old were you then? A. Nineteen."; without marks "he was how old uh nineteen"
_ASKED_WITHOUT_MARKS = (
    rf"\bhow{_}old{_}(?:(?:is|was|are|were){_}(?:he|she|you|they){_})?(?:then{_})?"
    rf"(?:(?:{HESITATION}|like|about|maybe){_}){{0,2}}"
)
_ASKED = (
    rf"\bhow{_}old\b[^?]{{0,60}}\?\s+(?:(?:[AQ]\b\.?|\w{{1,15}}:)\s+)?(?:(?:I'm|he's|she's){_})?"
)
_OPENING = rf"(?:\A|[.,;:!?\n-]|\b(?:and|but|so|that|then|because|or))\s{{0,3}}by{_}"
_OF_PERSON = (
    rf"\b(?:I|he|she|you|they|we)(?:'(?:d|m|s|ll|re|ve))?\s[^.,;:!?]{{0,60}}?(?:\bby|{_UNTIL}){_}"
)
# verbs before a difference: "we won by fourteen"
_MARGIN = (
    r"\b(?:up|down|ahead|behind|off|win|wins|won|los[te]|loses|led|lead|multipl\w+|divid\w+|grew|grow\w*|"
    r"increas\w+|decreas\w+|reduc\w+|rais\w+|cut|drop\w*|f[ae]ll|r[io]se|beat|miss\w*|outnumber\w*|"
    rf"sign\w*|wait\w*|count\w*)\b[^.,;:!?]{{0,40}}{_}\Z"
)
_BESIDE = rf"(?:\b(?:by|at|from)|{_UNTIL}){_}"


def rule_of(reading: Reading, number: Number) -> str:
    """Return the rule by which the surrounding words make a number an age, or ""."""
    text, before = reading.text, reading.before(number.start)
    if _precedes(_ASKED, before) or _precedes(_ASKED_WITHOUT_MARKS, before):
        return "asked for"
    if _is_near_age(reading, number, before):
        return "nearing it"
    if number.value > 4 and _precedes(_MADE, before):
        return "a person is put at"
    then = compiled(_THEN).match(text, number.end)
    if number.value > 4 and then and compiled(_WHOM).search(before):
        return "back then"
    if then and number.value > 4 and compiled(r"[,(]\s?\Z").search(before):
        return "back then"
    if number.value > 2 and reading.ends_at(number.end) and compiled(_SO).search(before):
        return "by the years"
    if reading.ends_at(number.end) and _precedes(_relation(), before):
        return "a relation"
    if number.value > 4 and compiled(_BEGAN).search(before):
        return "began at"
    return "by then" if number.value > 12 and _is_in_clause(before, text, number.end) else ""


@cache
def _relation() -> str:
    """Return a regex for a relation before an age: "my brother, fifteen", "his boy five"."""
    whose = rf"(?<!\w)(?:my|his|her|your|their|our){_}(?:\w+{_})?{listed('people')}"
    return rf"{whose}(?:,?{_}(?-i:[A-Z]\w{{1,20}}))?,?{_}"


def is_beside(reading: Reading, number: Number) -> bool:
    """Return True if a number may be an age because of another age: "from twelve on"."""
    return number.value > 3 and _precedes(_BESIDE, reading.before(number.start))


def _precedes(pattern: str, before: str) -> bool:
    return compiled(rf"{pattern}{hedges()}\Z").search(before) is not None


def _is_near_age(reading: Reading, number: Number, before: str) -> bool:
    """Return True if a person approaches an age: "he's pushing forty", "I'm going on fifty"."""
    nears = compiled(rf"{_GROWS}{hedges()}\Z").search(before)
    return nears is not None and after_person(reading, number.start - len(nears[0]))


def _is_in_clause(before: str, text: str, end: int) -> bool:
    """Return True if a clause is about a person at an age: "by sixteen I was", "gone by 21"."""
    if _precedes(_OPENING, before):
        return compiled(rf"{CLAUSE}|\s{{1,3}}(?:it|my|his|her)\b").match(text, end) is not None
    limit = compiled(rf"{_OF_PERSON}{hedges()}\Z").search(before)
    return limit is not None and not compiled(_MARGIN).search(limit[0].rsplit(None, 1)[0] + " ")
