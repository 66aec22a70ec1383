"""Widen people's names over rare capitalised words beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.role_labels import is_role
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.knowledge.word_lists import table, terms
from anonfilter_english.resolvers.span_edits import edit_each

_CAPITALISED = r"[^\W\d_a-z][^\W\d_A-Z]+(?:[-'][^\W\d_]+)*"
_AFTER = re.compile(rf"[^\S\n]?\n?[^\S\n]{{0,8}}(?P<word>{_CAPITALISED})(?!\w)")
_BEFORE = re.compile(rf"(?<![\w'-])(?P<word>{_CAPITALISED})(?:[^\S\n]|[^\S\n]?\n[^\S\n]{{0,8}})\Z")
_REACH = 60
_MOST = 3


class FullNames:
    """A resolver that widens people's names over rare words with a capital right beside them.

    If "Glafcos" was found in "Glafcos Ioannou Clerides", the span is widened to all three words. It
    is not widened over everyday words, titles, months and words in other spans. A name in capitals
    stays as it is, since all words around it may have capitals.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), description="labels whose names are widened"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._people = config.people

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        taken = algebra.merged((span.start, span.end) for span in spans)

        def widened(span: Span) -> tuple[Sequence[Span], str]:
            if span.label in self._people and not document.prose[span.start : span.end].isupper():
                start, end = _widened(document.prose, span.start, span.end, taken)
                span = replace(span, start=start, end=end)
            return (span,), "a rare word with a capital beside a name belongs to it"

        return edit_each(spans, widened)


def _widened(text: str, start: int, end: int, taken: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the place of the whole name, of which text[start:end] is a part."""
    for _ in range(_MOST):
        after = _AFTER.match(text, end, end + _REACH)
        if after is None or not _is_part(after, taken):
            break
        end = after.end("word")
    first = start
    for _ in range(_MOST):
        before = _BEFORE.search(text, max(0, first - _REACH), first)
        if before is None or not _is_part(before, taken):
            break
        first = before.start("word")
    if first == 0 or text[first - 1].isspace():  # "Shri Anselm Lobo", but not "P.Sri Ram"
        first = Titles().start(text, first, end)
    return min(start, first), end


def _is_part(match: re.Match[str], taken: Sequence[tuple[int, int]]) -> bool:
    """Return True for a rare word that is not a role, not an excluded term, and in no span."""
    word = match["word"].casefold()
    forms = (word, word.removesuffix("s"), word.partition("'")[0])
    return not (
        any(is_common(form) or is_role(form) or form in _no_names() for form in forms)
        or is_ordinary(word)
        or algebra.within(taken, *match.span("word"))
    )


@cache
def _no_names() -> frozenset[str]:
    """Return the months, the weekdays, and the terms that the shipped list excludes."""
    shipped = {str(term) for entry in table("exclude") for term in entry["terms"]}
    return frozenset(shipped | terms("dates", "months") | terms("dates", "weekdays"))
