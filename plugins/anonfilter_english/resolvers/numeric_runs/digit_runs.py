"""Find runs of digits, written or spoken, and codes of letters and digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.number_words import DIGITS, REPEATS, TEENS, TENS, UNITS, digits_of
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives

_TEN_UNIT = rf"(?:{alternatives(TENS)})(?:[\s-](?:{alternatives(UNITS)}))?"
_SAID = rf"(?:{_TEN_UNIT}|{alternatives((*TEENS, *DIGITS, 'o'))})"
_WORD = rf"(?:(?:{alternatives(REPEATS)})[\s-])?{_SAID}"
_ATOM = rf"(?:\d{{1,30}}|{_WORD})(?![\w'%])"
_BETWEEN = rf"(?:\s{{0,2}}-\s{{0,2}}|[,.]?\s{{1,3}}(?:{HESITATION}\b[\s,.]{{1,3}})?)"
RUN = re.compile(
    rf"(?:(?<=--)|(?<![\w$£€¥.,:/'+-])){_ATOM}(?:{_BETWEEN}{_ATOM}){{0,40}}(?![.,:/]\d|[\w%°])",
    re.I,
)
_PART = re.compile(_ATOM, re.I)
SHORTEST = 3
_CODE = re.compile(
    r"(?<![\w$£€¥.,:/'@+-])(?=[A-Z0-9-]{0,30}[A-Z])(?=(?:[A-Z-]{0,6}\d){4})"
    r"[A-Z0-9]{1,20}(?:-[A-Z0-9]{1,20}){0,4}(?![\w@/]|[.,:]\w|-\w)",
    re.I,
)
_NO_CODE = re.compile(
    r"\d+(?:st|nd|rd|th|s|k|m|b|p|x|w|v|c|f|km|kg|mg|ml|mm|cm|ft|in|lbs?|[kmg]?hz|[kmgt]b|[ap]m"
    r"|hrs?|mins?|secs?|mph|rpm|psi|bps|er|ish)"
    r"|\d+(?:-[a-z]+)+"  # "1500-page"
    r"|[a-z]+-\d{4}s?"  # "post-2008"
    r"|(?i:FY|CY|[QH][1-4])-?(?:19|20)?\d\d(?:-\d\d)?"
)


@hide_values
@dataclass(frozen=True, slots=True)
class Run:
    """A sequence of numbers in digits or words; ``digits`` has the digits of all numbers."""

    start: int
    end: int
    digits: str
    parts: int
    spoken: bool


def find_runs(text: str, shortest: int = SHORTEST) -> Iterator[Run]:
    """Yield the runs of at least ``shortest`` digits in a text."""
    for match in RUN.finditer(text):
        for run in _divided(text, match):
            if len(run.digits) >= shortest:
                yield run


def _divided(text: str, match: re.Match[str]) -> Iterator[Run]:
    """Yield the runs in a match, divided at commas and points beside numbers of several digits."""
    parts: list[re.Match[str]] = []
    for part in _PART.finditer(text, *match.span()):
        if parts and _are_separate(text, parts[-1], part):
            yield _run(parts)
            parts = []
        parts.append(part)
    if parts:
        yield _run(parts)


def _are_separate(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    between = text[first.end() : second.start()]
    long = any(number[0].isdigit() and len(number[0]) > 1 for number in (first, second))
    return long and ("," in between or "." in between)


def _run(parts: Sequence[re.Match[str]]) -> Run:
    spoken = not any(part[0].isdigit() for part in parts)
    digits = "".join(digits_of(part[0]) for part in parts)
    return Run(parts[0].start(), parts[-1].end(), digits, len(parts), spoken)


def find_codes(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of codes, which have letters and at least four digits: "D44719".

    "1990s" and "300-page" are no codes.
    """
    for match in _CODE.finditer(text):
        if _NO_CODE.fullmatch(match[0]) is None:
            yield match.span()
