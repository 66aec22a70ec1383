"""The stretches of a text that cite: cases with their reports, books, statutes, rules, treaties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import regex

from anonfilter.contract.document import Span
from anonfilter.engine import spans as algebra
from anonfilter.text.words import fold
from anonfilter_plugins.english.lists import table
from anonfilter_plugins.resolvers.roles import citations

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
        self.cases = list(citations.cases(text))
        self._all = self._whole()
        self._forget_own(text, numbers)

    def _whole(self) -> list[Place]:
        cases = ((one.start, one.end) for one in self.cases if one.sure)
        return algebra.merged((*cases, *self._others))

    def _forget_own(self, text: str, numbers: Sequence[Span]) -> None:
        """Do not be sure of a case with a number that also stands outside citations: a judgment
        may cite the very case that it is about."""
        own = {_value(text, span) for span in numbers if not self.holds(span)}
        repeated = (span for span in numbers if _value(text, span) in own)
        found = {citations.place(self.cases, span) for span in repeated} - {None}
        self.cases = [
            replace(one, sure=False) if at in found else one for at, one in enumerate(self.cases)
        ]
        self._all = self._whole()

    def refers(self, span: Span) -> bool:
        return algebra.covered(self._references, span.start, span.end)

    def holds(self, span: Span) -> bool:
        return algebra.covered(self._all, span.start, span.end)


def _value(text: str, span: Span) -> str:
    return fold(text[span.start : span.end])
