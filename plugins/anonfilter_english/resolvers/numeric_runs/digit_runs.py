"""Find runs of digits, written or spoken."""

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


@hide_values
@dataclass(frozen=True, slots=True)
class Run:
    """A sequence of spoken or written numbers, with all their digits."""

    start: int
    end: int
    digits: str
    parts: int
    spoken: bool


def runs(text: str, shortest: int = SHORTEST) -> Iterator[Run]:
    """Yield the runs of a text with at least ``shortest`` digits."""
    for match in RUN.finditer(text):
        for run in _divided(text, match):
            if len(run.digits) >= shortest:
                yield run


def _divided(text: str, match: re.Match[str]) -> Iterator[Run]:
    """Divide a run at a comma or point between written numbers: "200, 300" are two."""
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
