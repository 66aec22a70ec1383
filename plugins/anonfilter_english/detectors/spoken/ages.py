"""Recognise the numbers of ages: "twenty-two years old", "I was nineteen", "in my thirties"."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial

from anonfilter_english.detectors.spoken.age_clauses import CLAUSE, NEARING, is_beside, rule_of
from anonfilter_english.detectors.spoken.person_cues import after_person
from anonfilter_english.knowledge.number_words import Number
from anonfilter_english.knowledge.spoken_numbers import Hit, Reading, compiled, hedges, listed
from anonfilter_english.knowledge.word_lists import HESITATION, terms

_OLD = (
    rf"(?:[\s-]{{1,3}}and\s+a\s+half)?[\s,-]{{0,3}}(?:{HESITATION}[\s,]{{1,3}})?"
    r"(?:(?:years?|yrs?\.?|months?|mos?\.?|weeks?|days?)(?:[\s-]{1,3}|\s*,\s*)(?:olds?\b|of\s+age\b|young\b)"
    r"|(?:something|ish)?[\s-]?(?:years?[\s-]{0,2}olds?\b)|y/?o\b|y\.o\.)"
)
_YEARS_AND = r"[\s-]{1,3}years?[\s,]{1,3}(?:and\s{1,3})?\Z"
_MONTHS_OLD = r"[\s-]{1,3}months?\s{1,3}(?:olds?|of\s+age|at\s+the\s+time)\b"
_ISH = r"[\s-]?(?:ish\b|something\b(?!\s+(?:dollars|people|miles|minutes)))"
_AGED = r"\b(?:at\s+(?:the\s+)?age(?:\s+of)?|aged|ages?(?:\s+of|\s+is|\s+was|\s*:)?)[\s,:]{0,3}"
_TURNED = r"\bturn(?:s|ed|ing)?\s{1,3}"
_BEING = r"\b(?:being|at\s+(?:only|just|barely)|(?:boy|girl|man|woman|kid|child|guy)\s+of)\s{1,3}"
_LIST = (
    rf"\s*(?:,|-|\bor\b|\bto\b|\band\b|\bthrough\b|,?\s*(?:or|and)?\s*\b(?:maybe|like|{HESITATION})\b,?"
    rf"|,?\s*(?:or|and|then)?\s*\b{NEARING}|,?\s*(?:and\s+)?then\b(?:\s+(?:at|by)\b)?"
    r"|,\s*(?:or|no|and)\b|\bno\b|-\s*no,|,?\s*\bnot\b)\s*\Z"
)
_DECADE = (
    r"(?<!\w)(?:my|his|her|their|your|our|whose)\s{1,3}(?:(?:very\s+)?(?:early|mid|late)"
    r"(?:[\s-]to[\s-](?:mid|late))?[\s-]{1,2})?"
)
_MOST_YEARS_APART = 10
_MOST_IN_LIST = 6
_YEARS_AND_MONTHS = "years and months old"
_LONGEST_SENTENCE = 120


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the ages in a text."""
    yield from _decades(reading)
    ages: dict[int, str] = {}
    for cue in (_rule_of, partial(_near_an_age, ages=ages)):
        for at, number in enumerate(reading.numbers):
            if at not in ages and _possible(number):
                rule = cue(reading, at)
                if rule:
                    ages |= dict.fromkeys(_with_neighbours(reading, at, rule), rule)
    for at, rule in ages.items():
        number = reading.numbers[at]
        half = compiled(r"\s+and\s+a\s+half\b").match(reading.text, number.end)
        yield Hit(number.start, half.end() if half else number.end, "AGE", rule)


def _possible(number: Number) -> bool:
    return not number.ordinal and 0 < number.value < 116


def _rule_of(reading: Reading, at: int) -> str:
    """Return the rule by which a number is an age, or ""."""
    number, text = reading.numbers[at], reading.text
    if compiled(_OLD).match(text, number.end):
        return "years old"
    if _is_before_months(reading, at):
        return _YEARS_AND_MONTHS
    before = reading.before(number.start)
    if compiled(rf"{_AGED}{hedges()}\Z").search(before):
        return "at the age of" if not _is_measured(reading, number.end) else ""
    is_counted = not _counts_nothing(reading, at) and not compiled(_ISH).match(text, number.end)
    if is_counted or _is_legal_limit(number, before):
        return ""
    if compiled(rf"{_TURNED}{hedges()}\Z").search(before):
        return "turned"
    if number.value < 100 and after_person(reading, number.start):
        return "" if number.value == 1 and not _is_baby(before) else "a person is"
    if number.value > 3 and compiled(rf"{_BEING}\Z").search(before):
        return "being"
    rule = rule_of(reading, number) if number.value < 100 else ""
    if rule:
        return rule
    young = 12 < number.value < 100
    if young and compiled(r"\bat\s{1,3}\Z").search(before):
        sure = number.spelled and reading.ends_at(number.end)
        return "at" if sure or compiled(CLAUSE).match(text, number.end) is not None else ""
    return "after a name" if young and _is_apposed(before, text, number.end) else ""


def _is_legal_limit(number: Number, before: str) -> bool:
    """Return True for "over 18", False for "just over forty"."""
    limit = compiled(r"(?<!just )(?<!little )\b(?:over|under|above|below)\s{1,3}\Z").search(before)
    return limit is not None and str(number.value) in terms("spoken", "legal_ages")


def _is_before_months(reading: Reading, at: int) -> bool:
    """Return True for the years in "thirty-four years, seven months old"."""
    if not compiled(_YEARS_AND).match(reading.gap(at)):
        return False
    return compiled(_MONTHS_OLD).match(reading.text, reading.numbers[at + 1].end) is not None


def _near_an_age(reading: Reading, at: int, *, ages: Container[int]) -> str:
    """Return the rule for a number near an age in its sentence ("from twelve on"); else ""."""
    if not (is_beside(reading, reading.numbers[at]) and _counts_nothing(reading, at)):
        return ""
    near = (other for other in (at - 2, at - 1, at + 1, at + 2) if other in ages)
    return "beside an age" if any(_same_sentence(reading, at, other) for other in near) else ""


def _same_sentence(reading: Reading, at: int, other: int) -> bool:
    first, last = sorted((at, other))
    between = reading.text[reading.numbers[first].end : reading.numbers[last].start]
    return len(between) <= _LONGEST_SENTENCE and not set(".!?\ufffc") & set(between)


def _is_baby(before: str) -> bool:
    """Return True if "one" is an age by the words before: "when he was", "the baby was"."""
    return (
        compiled(r"\b(?:when|since|until|son|daughter|baby|boy|girl)\b").search(before) is not None
    )


def _is_apposed(before: str, text: str, end: int) -> bool:
    """Return True for a number between commas after a full name: "Jane Doe, 26, and"."""
    name = compiled(r"(?-i:\b[A-Z][\w'-]+\s+[A-Z][\w'-]+),\s{1,3}\Z").search(before)
    month = compiled(rf"{listed('months', 'short_months', 'weekdays')}[^,]*,\s+\Z").search(before)
    return name is not None and not month and compiled(r",\s(?!\d)").match(text, end) is not None


def _is_measured(reading: Reading, end: int) -> bool:
    """Return True for a number that counts something: "ages two of them"."""
    counted = compiled(rf"\s{{1,3}}(?!years?\b|months?\b|weeks?\b){listed('counted')}")
    return counted.match(reading.text, end) is not None


def _counts_nothing(reading: Reading, at: int) -> bool:
    """Return True if neither a number nor the last number of its list counts something."""
    last = at
    while last < at + _MOST_IN_LIST and compiled(_LIST).match(reading.gap(last)):
        if not _possible(reading.numbers[last + 1]):
            break
        last += 1
    return reading.counts_nothing(reading.numbers[at].end) or (
        last > at and reading.counts_nothing(reading.numbers[last].end)
    )


def _with_neighbours(reading: Reading, at: int, rule: str) -> Iterator[int]:
    """Yield the index of a number and of numbers listed with it: "nineteen or twenty"."""
    yield at
    if rule == _YEARS_AND_MONTHS:
        yield at + 1
        return
    first = at
    while first > max(0, at - _MOST_IN_LIST) and _listed(reading, first - 1, first):
        first -= 1
        yield first
    if rule == "years old":
        return
    chain, last = [], at
    while last + 1 < min(len(reading.numbers), at + _MOST_IN_LIST) and _listed(
        reading, last, last + 1
    ):
        last += 1
        chain.append(last)
    while chain and not reading.ends_at(reading.numbers[chain[-1]].end):
        chain.pop()
    yield from chain


def _listed(reading: Reading, at: int, following: int) -> bool:
    number, next_number, gap = reading.numbers[at], reading.numbers[following], reading.gap(at)
    if not compiled(_LIST).match(gap) or not (_possible(number) and _possible(next_number)):
        return False
    return abs(number.value - next_number.value) <= _MOST_YEARS_APART or "," not in gap


def _decades(reading: Reading) -> Iterator[Hit]:
    """Yield decades of life: "in my thirties", "his late 20s"."""
    pattern = compiled(
        rf"{_DECADE}(?P<value>(?:{listed('decades')})|(?:pre-?)?teens\b|'?[1-9]0'?s(?!\w))"
    )
    for match in pattern.finditer(reading.text):
        yield Hit(*match.span("value"), "AGE", "decade of life")
