"""Read arrays that spell a value, and numbers in unusual notations.

``["A", "d", "a"]`` and ``[65, 100, 97]`` spell "Ada"; ``[5, 5, 5, 0, 1, 9, 9]`` and ``5.550199e6``
are 5550199. Notebooks write a text as a list of its lines.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from anonfilter_english.knowledge.people.name_words import is_established

from anonfilter.text.names import may_be_given
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.json.json_syntax import unescape
from anonfilter_documents.shared.decoded_text import PartialText

_LETTERS = re.compile(
    r'\[\s*+(?:"(?:[^"\\\x00-\x1f]|\\u[0-9a-fA-F]{4})"\s*+,\s*+){2,}+'
    r'"(?:[^"\\\x00-\x1f]|\\u[0-9a-fA-F]{4})"\s*+\]'
)
_NUMBERS = re.compile(r"\[\s*+(?:[0-9]{1,7}\s*+,\s*+){2,}+[0-9]{1,7}\s*+\]")
_LINES = re.compile(
    r'\[\s*+(?:"(?:[^"\\]|\\(?!n")[^\n])*+\\n"\s*+,\s*+)++"(?:[^"\\]|\\[^\n])*+"\s*+\]'
)
_LINE = re.compile(r'"((?:[^"\\]|\\[^\n])*+)"')
_STRING = re.compile(r'"([^"]+)"')
_NUMBER = re.compile(r"[0-9]+")
_NAMES = re.compile(r"[A-Z][^\W\d_A-Z]{2,}+(?:[ '-][A-Z]?[^\W\d_A-Z]*+)*+")
_DIGITS = 7
# Keys of arrays whose digits are a person's number; under other keys they are grades or counts.
_NUMBERED = re.compile(
    r"(?i)phone|mobile|cell|fax|number|digit|passport|licen[cs]e|account|acct|card|record|contact"
    r"|(?:^|[^a-z])(?:tel|ssn|sin|nin|id|mrn|pin|imei|vin|num|no|nr|plate)(?:[^a-z]|$)"
)
_DECIMALS = re.compile(r"-?[0-9]{1,3}\.[0-9]{2,}+")
_PLACED = re.compile(
    r"(?i)latitude|longitude|coordinates?$|(?:^|[^a-z])(?:lat|lon|lng)(?:[^a-z]|$)"
)
_EXACT = 5  # digits that a number needs besides zeros at its end: 1e10 identifies no person
_EXPONENT = re.compile(r"-?([0-9]{1,30})(?:\.([0-9]{0,30}))?[eE]\+?([0-9]{1,2})")


@hide_values
class SpelledValue(NamedTuple):
    """The value that an array spells, its pieces, and the end of the array.

    ``of_numbers`` is True for an array of numbers, which have no quotes.
    """

    text: str
    pieces: list[Piece]
    end: int
    of_numbers: bool


def read_spelled(text: str, at: int, name: str) -> SpelledValue | None:
    """Return the value that the array at this offset spells; return None for other arrays."""
    if (match := _LETTERS.match(text, at)) is not None:
        strings = [string.span(1) for string in _STRING.finditer(text, *match.span())]
        value = "".join(unescape(text, *span)[0] for span in strings)
        pieces = [Piece(index, index + 1, *span) for index, span in enumerate(strings)]
        spells = _is_word_or_number(value, name)
        return SpelledValue(value, pieces, match.end(), of_numbers=False) if spells else None
    if (match := _LINES.match(text, at)) is not None:
        return _joined_lines(text, match)
    if (match := _NUMBERS.match(text, at)) is None:
        return None
    numbers = list(_NUMBER.finditer(text, *match.span()))
    if all(len(number[0]) == 1 for number in numbers):
        if len(numbers) < _DIGITS or (name and _NUMBERED.search(name) is None):
            return None
        value = "".join(number[0] for number in numbers)
    elif all(0x20 <= int(number[0]) < 0x250 for number in numbers):
        value = "".join(chr(int(number[0])) for number in numbers)
        if _NAMES.fullmatch(value) is None:
            return None
    else:
        return None
    ends = [number.start() for number in numbers[1:]] + [numbers[-1].end()]
    pieces = [
        Piece(index, index + 1, number.start(), end)
        for index, (number, end) in enumerate(zip(numbers, ends, strict=True))
    ]
    return SpelledValue(value, pieces, match.end(), of_numbers=True)


def _joined_lines(text: str, match: re.Match[str]) -> SpelledValue:
    """Return the text whose lines are the strings of an array."""
    value = PartialText()
    for line in _LINE.finditer(text, *match.span()):
        value.add(*unescape(text, *line.span(1)))
    return SpelledValue(value.text, value.pieces, match.end(), of_numbers=False)


def _is_word_or_number(value: str, name: str) -> bool:
    """Return True for words, and for numbers of people; return False for grades and choices."""
    if any(char.islower() for char in value):
        return True
    if value.isdigit():
        return len(value) >= _DIGITS and (not name or _NUMBERED.search(name) is not None)
    words = re.findall(r"[^\W\d_]{3,}", value.lower())
    return any(may_be_given(word) or is_established(word) for word in words)


def is_coordinate(written: str, name: str) -> bool:
    """Return True for a latitude or longitude with two decimals or more (about 500 metres)."""
    return _DECIMALS.fullmatch(written) is not None and _PLACED.search(name) is not None


def read_whole_number(written: str) -> str:
    """Return the digits of a whole number with an exponent; "" for other and for round numbers."""
    match = _EXPONENT.fullmatch(written)
    if match is None:
        return ""
    whole, fraction, exponent = match[1], (match[2] or "").rstrip("0"), int(match[3])
    if len(fraction) > exponent or len((whole + fraction).strip("0")) < _EXACT:
        return ""
    return (whole + fraction.ljust(exponent, "0")).lstrip("0")
