"""Recognise organisations among names that were taken for people: acronyms, "… Federation"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from anonfilter.contract.document import Document, Span
from anonfilter.text.names import may_be_given
from anonfilter.text.words import fold
from anonfilter_english.knowledge.categories.category_lists import families, knowledge
from anonfilter_english.knowledge.categories.category_names import key_of
from anonfilter_english.knowledge.categories.head_words import by_head
from anonfilter_english.knowledge.people.name_contexts import has_title_before

_ACRONYM = re.compile(r"[^\W\d_a-z]{2,5}(?:[-/][^\W\d_a-z]{2,5})?s?")

_FIRM = re.compile(
    r"(?:(?:&|and|et)\s+(?:Co|Partners|Associ\w+)|,\s(?:S\.C|P\.C|P\.A|L\.L\.P)|\sLLP)\.?\Z", re.I
)


def is_body(document: Document, spans: Sequence[Span]) -> bool:
    """Return True if all mentions of one entity look like an organisation, and none has a title."""
    text = document.prose
    if any(has_title_before(text, span.start) for span in spans):
        return False
    surfaces = {text[span.start : span.end] for span in spans}
    acronyms = {surface for surface in surfaces if _ACRONYM.fullmatch(surface)}
    return all(map(_has_head_word, surfaces - acronyms)) and all(
        _has_lower_case_beside(text, span)
        for span in spans
        if text[span.start : span.end] in acronyms
    )


def is_law_firm(name: str) -> bool:
    """Return True if a name has the form of a law firm's: "Penhale LLP", "Bell & Associates"."""
    by_category = by_head(key_of(name), "ORGANIZATION", knowledge().head_words)
    return by_category == "LAW_FIRM" or _FIRM.search(name) is not None


def _has_head_word(surface: str) -> bool:
    """Return True if a name ends in a kind of organisation, and begins with no given name."""
    words = surface.split()
    category = by_head(key_of(surface), "ORGANIZATION", knowledge().head_words)
    organisations = families()["ORGANIZATION"]
    return len(words) > 1 and category in organisations and not may_be_given(fold(words[0]))


def _has_lower_case_beside(text: str, span: Span) -> bool:
    """Return True if the rest of the line has lower-case letters.

    In a line of capitals, any name looks like an acronym.
    """
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    line = text[start : span.start] + text[span.end : end if end >= 0 else len(text)]
    return any(char.islower() for char in line)
