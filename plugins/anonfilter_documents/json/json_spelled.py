"""Values of JSON that spell one value in several, or in a form of their own.

``["A", "d", "a"]``, ``[5, 5, 5, 0, 1, 9, 9]``, ``[65, 100, 97]`` and ``5.550199e6`` say as much as
"Ada" and 5550199.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from anonfilter_english.knowledge.people.name_words import is_established

from anonfilter.text.names import may_be_given
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.json.json_syntax import unescaped

_LETTERS = re.compile(
    r'\[\s*+(?:"(?:[^"\\\x00-\x1f]|\\u[0-9a-fA-F]{4})"\s*+,\s*+){2,}+'
    r'"(?:[^"\\\x00-\x1f]|\\u[0-9a-fA-F]{4})"\s*+\]'
)
_NUMBERS = re.compile(r"\[\s*+(?:[0-9]{1,7}\s*+,\s*+){2,}+[0-9]{1,7}\s*+\]")
_STRING = re.compile(r'"([^"]+)"')
_NUMBER = re.compile(r"[0-9]+")
_NAMES = re.compile(r"[A-Z][^\W\d_A-Z]{2,}+(?:[ '-][A-Z]?[^\W\d_A-Z]*+)*+")
_DIGITS = 7
# Keys whose digits, one by one, are a number that a person has; elsewhere they are grades or counts
_NUMBERED = re.compile(
    r"(?i)phone|mobile|cell|fax|number|digit|passport|licen[cs]e|account|acct|card|record|contact"
    r"|(?:^|[^a-z])(?:tel|ssn|sin|nin|id|mrn|pin|imei|vin|num|no|nr|plate)(?:[^a-z]|$)"
)
_DECIMALS = re.compile(r"-?[0-9]{1,3}\.[0-9]{2,}+")
_PLACED = re.compile(
    r"(?i)latitude|longitude|coordinates?$|(?:^|[^a-z])(?:lat|lon|lng)(?:[^a-z]|$)"
)
_EXACT = 5  # digits of a number that is not round: 1e10 identifies no person
_EXPONENT = re.compile(r"-?([0-9]{1,30})(?:\.([0-9]{0,30}))?[eE]\+?([0-9]{1,2})")


@hide_values
class Spelled(NamedTuple):
    """What an array spells, where each character stands, and where the array ends.

    ``numbers``: it is of numbers, which have no quotes.
    """

    text: str
    stands: list[Piece]
    end: int
    numbers: bool


def spelled(text: str, at: int, name: str) -> Spelled | None:
    """What the array of this key spells that begins here; None for an array like any other."""
    if (match := _LETTERS.match(text, at)) is not None:
        stands = list(_characters(text, match))
        said = "".join(unescaped(text, *one.span(1))[0] for one in _strings(text, match))
        return Spelled(said, stands, match.end(), numbers=False) if _says(said, name) else None
    if (match := _NUMBERS.match(text, at)) is None:
        return None
    numbers = list(_NUMBER.finditer(text, *match.span()))
    if all(len(one[0]) == 1 for one in numbers):
        if len(numbers) < _DIGITS or (name and _NUMBERED.search(name) is None):
            return None
        said = "".join(one[0] for one in numbers)
    elif all(0x20 <= int(one[0]) < 0x250 for one in numbers):
        said = "".join(chr(int(one[0])) for one in numbers)
        if _NAMES.fullmatch(said) is None:
            return None
    else:
        return None
    ends = [one.start() for one in numbers[1:]] + [numbers[-1].end()]
    stands = [
        Piece(index, index + 1, one.start(), end)
        for index, (one, end) in enumerate(zip(numbers, ends, strict=True))
    ]
    return Spelled(said, stands, match.end(), numbers=True)


def _strings(text: str, match: re.Match[str]) -> Iterator[re.Match[str]]:
    return _STRING.finditer(text, *match.span())


def _characters(text: str, match: re.Match[str]) -> Iterator[Piece]:
    for index, one in enumerate(_strings(text, match)):
        yield Piece(index, index + 1, *one.span(1))


def _says(said: str, name: str) -> bool:
    """Whether letters are words, and not the grades or choices that they may be as well."""
    if any(char.islower() for char in said):
        return True
    if said.isdigit():
        return len(said) >= _DIGITS and (not name or _NUMBERED.search(name) is not None)
    words = re.findall(r"[^\W\d_]{3,}", said.lower())
    return any(may_be_given(word) or is_established(word) for word in words)


def is_coordinate(written: str, name: str) -> bool:
    """Whether a number with decimals says where a place is: two of them are some 500 metres."""
    return _DECIMALS.fullmatch(written) is not None and _PLACED.search(name) is not None


def whole_number(written: str) -> str:
    """The digits of a whole number that is written with an exponent; "" if it is none, or round."""
    match = _EXPONENT.fullmatch(written)
    if match is None:
        return ""
    whole, fraction, exponent = match[1], (match[2] or "").rstrip("0"), int(match[3])
    if len(fraction) > exponent or len((whole + fraction).strip("0")) < _EXACT:
        return ""
    return (whole + fraction.ljust(exponent, "0")).lstrip("0")
