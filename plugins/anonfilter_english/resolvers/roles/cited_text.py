"""Find all citations and references: cases with their reports, books, statutes, treaties."""

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
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.resolvers.roles import citations

_LINE = re.compile(r"[^\n]+")
_PROSE = 6
_SECONDS = 20.0
_PER_CHARACTER = 1e-4

Place = tuple[int, int]


@cache
def _references() -> tuple[Any, ...]:
    return tuple(regex.compile(entry["regex"]) for entry in table("citations")["references"])


def references(text: str) -> Iterator[Place]:
    """Yield the places of statutes, rules, treaties and reports, kind by kind."""
    timeout = _SECONDS + _PER_CHARACTER * len(text)
    for kind in _references():
        for found in kind.finditer(text, timeout=timeout):
            yield found.span()


class CitedText:
    """The citations and references of one text; ``cases`` are the cited cases in order."""

    def __init__(self, text: str, names: Sequence[Span], numbers: Sequence[Span]) -> None:
        """Find the citations; ``names`` may be authors, ``numbers`` identify a person or case."""
        ends = ((span.end, citations.citation_after(text, span.end)[2]) for span in names)
        books = ((start, end) for start, end in ends if end > start)
        self._references = algebra.merged(references(text))
        self._others = [*books, *self._references]
        title_end = _title_end(text)
        self.cases = [
            replace(case, sure=case.sure and case.start >= title_end)
            for case in citations.cases(text)
        ]
        self._all = self._merged()
        own = self._with_own_number(text, numbers) | self._with_own_people(text, names)
        self.cases = [
            replace(case, sure=case.sure and at not in own) for at, case in enumerate(self.cases)
        ]
        self._all = self._merged()

    def _merged(self) -> list[Place]:
        cases = ((case.start, case.end) for case in self.cases if case.sure)
        return algebra.merged((*cases, *self._others))

    def _with_own_number(self, text: str, numbers: Sequence[Span]) -> set[int]:
        """Return the indexes of cases with a number that is also found outside citations.

        Such a case may be the one that the text is about.
        """
        values = {span: fold(text[span.start : span.end]) for span in numbers}
        own = {value for span, value in values.items() if not self.is_cited(span)}
        return self._indexes(span for span in numbers if values[span] in own)

    def _with_own_people(self, text: str, names: Sequence[Span]) -> set[int]:
        """Return the indexes of cases with a word of a full name that is outside citations too."""
        outside = (
            folded_words(text[span.start : span.end])
            for span in names
            if not self.is_cited(span) and not citations.citation_after(text, span.end)[0]
        )
        words = {word for name in outside if len(name) > 1 for word in name}
        own = {word for word in words if len(word) > 1 and not is_common(word)}
        return self._indexes(
            span for span in names if not own.isdisjoint(folded_words(text[span.start : span.end]))
        )

    def _indexes(self, spans: Iterable[Span]) -> set[int]:
        found = (citations.index_of(self.cases, span) for span in spans)
        return {at for at in found if at is not None}

    def is_reference(self, span: Span) -> bool:
        """Return True if a span is inside a reference without names: a statute, a report."""
        return algebra.covered(self._references, span.start, span.end)

    def is_cited(self, span: Span) -> bool:
        """Return True if a span is inside a reference, or a citation of a case or a book."""
        return algebra.covered(self._all, span.start, span.end)


def _title_end(text: str) -> int:
    """Return where the first line of running text begins; 0 if there is none."""
    for line in _LINE.finditer(text):
        if sum(word.isalpha() and word.islower() for word in line[0].split()) >= _PROSE:
            return line.start()
    return 0
