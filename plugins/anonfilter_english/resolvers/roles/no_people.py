"""Names that were taken for people's and are a body's by their form: acronyms, "… Federation"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from anonfilter.contract.document import Document, Span
from anonfilter.text.names import may_be_given
from anonfilter.text.words import fold
from anonfilter_english.knowledge.categories.category_names import key_of
from anonfilter_english.knowledge.categories.heads import by_head
from anonfilter_english.knowledge.categories.knowledge import families, knowledge
from anonfilter_english.knowledge.people.titles import Titles, key

_ACRONYM = re.compile(r"[^\W\d_a-z]{2,5}(?:[-/][^\W\d_a-z]{2,5})?s?")
_LAST_WORD = re.compile(r"([^\W\d_][\w'.]*)\s{1,3}\Z")
_REACH = 24
_titles = Titles()


def is_body(document: Document, spans: Sequence[Span]) -> bool:
    """Whether all mentions of what is one have the form of a body's name, and none a title."""
    text = document.prose
    surfaces = {text[span.start : span.end] for span in spans}
    if any(_is_titled(text, span.start) for span in spans):
        return False
    acronyms = {one for one in surfaces if _ACRONYM.fullmatch(one)}
    return all(_is_headed(one) for one in surfaces - acronyms) and all(
        _is_among_small(text, span) for span in spans if text[span.start : span.end] in acronyms
    )


def _is_headed(surface: str) -> bool:
    """Whether the last word says what kind of body it is, behind no given name."""
    words = surface.split()
    category = by_head(key_of(surface), "ORGANIZATION", knowledge().head_words)
    return len(words) > 1 and category in _of_bodies() and not may_be_given(fold(words[0]))


def _of_bodies() -> Collection[str]:
    return families()["ORGANIZATION"]


def _is_titled(text: str, start: int) -> bool:
    before = _LAST_WORD.search(text, max(0, start - _REACH), start)
    return before is not None and _titles.is_title(key(before[1]))


def _is_among_small(text: str, span: Span) -> bool:
    """Whether its line has small letters: in a line of capitals a name looks like an acronym."""
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    line = text[start : span.start] + text[span.end : end if end >= 0 else len(text)]
    return any(char.islower() for char in line)
