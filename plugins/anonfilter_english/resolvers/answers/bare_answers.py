"""Find answers that are only a number or a name: "Fifty-eight.", "Uh, Rivers."."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.number_words import MULTIPLIERS, REPEATS, TENS, VALUES
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, terms

_LEAD = (
    r"(?:[\w.]{1,20}:\s{1,3})?"
    rf"(?:(?:{HESITATION}|yes|yeah|yep|sure|okay|ok|well|so|it's|its|it is|that's|thats|that is|"
    r"almost|nearly|only|barely|not even|i think|i believe|i guess|i want to say|probably|i was|"
    r"that would be|it would be|i'm|im|i am|he's|hes|she's|shes|he is|she is|about|like|just|maybe|"
    r"ma'am|sir|my|his|her|the|is|zip|area code|birthday|last name|first name)\b[\s,.-]{1,4}){0,8}"
)
_END = r"(?=\s*(?:[.,;:?!]|--|\n|\Z)|\s+(?:years|now|sir|ma'am|and a half)\b)"
_NAME = re.compile(
    rf"\s*(?i:{_LEAD})(?P<value>[^\W\d_a-z][^\W\d_]*(?:['-][^\W\d_]+)*"
    rf"(?:[ ][^\W\d_a-z][^\W\d_]*(?:['-][^\W\d_]+)*){{0,2}}){_END}"
)


class Form(StrEnum):
    """The kind of value that an answer consists of."""

    NUMBER = "number"
    NAME = "name"


def find_bare_answer(form: Form, text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of the number or name at the start of the turn text[start:end].

    Words such as "Uh, it's" may precede it. Return None if there is none.
    """
    match = (_number_pattern() if form is Form.NUMBER else _NAME).match(text, start, end)
    if match is None or (form is Form.NAME and not all(map(_may_be_name, match["value"].split()))):
        return None
    return match.span("value")


def count_digits(value: str) -> int:
    """Return the number of digits of a number: three for "402" and for "four oh two"."""
    count = 0
    before = ""
    for word in re.findall(r"\d+|[^\W\d_]+", value):
        if word.isdecimal():
            count += len(word)
        elif word in MULTIPLIERS:
            count += len(str(MULTIPLIERS[word])) - 1
        elif word in VALUES and not (before in TENS and 0 < VALUES[word] < 10):
            count += len(str(VALUES[word]))
        elif word in REPEATS:
            count += REPEATS[word] - 1
        before = word
    return count


def _may_be_name(word: str) -> bool:
    """Return True for a name, and for a word that is not common: "Rivers", but not "Sure"."""
    plain = word.casefold()
    if plain in terms("titles", "calls"):
        return False
    return not is_common(plain) or may_be_given(plain) or is_family_name(plain)


@cache
def _number_pattern() -> re.Pattern[str]:
    words = alternatives({*VALUES, *MULTIPLIERS, *REPEATS})
    piece = rf"(?:\d{{1,10}}|(?:{words}))\b"
    joined = r"(?:\s?[,/-]\s?|\s(?:and\s)?)"
    half = r"(?:\sand\sa\shalf\b)?"
    return re.compile(rf"\s*{_LEAD}(?P<value>{piece}(?:{joined}{piece}){{0,14}}{half}){_END}", re.I)
