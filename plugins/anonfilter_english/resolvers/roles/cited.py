"""The stretches of a text that cite: cases with their reports, books, statutes, rules, treaties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import regex

from anonfilter.contract.document import Span
from anonfilter.engine import spans as algebra
from anonfilter.text.word_index import folded_words
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.lists import table
from anonfilter_english.resolvers.roles import citations

_LINE = re.compile(r"[^\n]+")
_PROSE = 6
_SECONDS = 20.0
_PER_CHARACTER = 1e-4

Place = tuple[int, int]


@cache
def _references() -> tuple[Any, ...]:
    return tuple(regex.compile(one["regex"]) for one in table("citations")["references"])


def references(text: str) -> Iterator[Place]:
    """Yield the places of statutes, rules, treaties and reports, kind by kind."""
    timeout = _SECONDS + _PER_CHARACTER * len(text)
    for kind in _references():
        for found in kind.finditer(text, timeout=timeout):
            yield found.span()


class Cited:
    """What one text cites: ``refers`` tells what is part of a reference without people's names,
    ``holds`` also what is part of a citation of a case or a book."""

    def __init__(self, text: str, names: Sequence[Span], numbers: Sequence[Span]) -> None:
        """``names`` may be authors'; ``numbers`` are such as one person or one case has."""
        ends = ((span.end, citations.behind(text, span.end)[2]) for span in names)
        books = ((start, end) for start, end in ends if end > start)
        self._references = algebra.merged(references(text))
        self._others = [*books, *self._references]
        title = _title_end(text)
        self.cases = [
            replace(one, sure=one.sure and one.start >= title) for one in citations.cases(text)
        ]
        self._all = self._whole()
        self._forget(self._with_own_number(text, numbers) | self._with_own_people(text, names))

    def _whole(self) -> list[Place]:
        cases = ((one.start, one.end) for one in self.cases if one.sure)
        return algebra.merged((*cases, *self._others))

    def _forget(self, own: set[int]) -> None:
        """Do not be sure of these cases: they may be the very case that a judgment is about."""
        self.cases = [
            replace(one, sure=one.sure and at not in own) for at, one in enumerate(self.cases)
        ]
        self._all = self._whole()

    def _with_own_number(self, text: str, numbers: Sequence[Span]) -> set[int]:
        """The cases with a number that also stands outside citations."""
        own = {_value(text, span) for span in numbers if not self.holds(span)}
        return self._places(span for span in numbers if _value(text, span) in own)

    def _with_own_people(self, text: str, names: Sequence[Span]) -> set[int]:
        """The cases called by a word of a name that stands in full outside citations."""
        outside = (
            folded_words(text[span.start : span.end])
            for span in names
            if not self.holds(span) and not citations.behind(text, span.end)[0]
        )
        words = {word for name in outside if len(name) > 1 for word in name}
        own = {word for word in words if len(word) > 1 and not is_common(word)}
        return self._places(
            span for span in names if not own.isdisjoint(folded_words(text[span.start : span.end]))
        )

    def _places(self, spans: Iterable[Span]) -> set[int]:
        found = (citations.place(self.cases, span) for span in spans)
        return {at for at in found if at is not None}

    def refers(self, span: Span) -> bool:
        return algebra.covered(self._references, span.start, span.end)

    def holds(self, span: Span) -> bool:
        return algebra.covered(self._all, span.start, span.end)


def _title_end(text: str) -> int:
    """Where the first line of running text begins; 0 if there is none."""
    for line in _LINE.finditer(text):
        if sum(word.isalpha() and word.islower() for word in line[0].split()) >= _PROSE:
            return line.start()
    return 0


def _value(text: str, span: Span) -> str:
    return fold(text[span.start : span.end])
