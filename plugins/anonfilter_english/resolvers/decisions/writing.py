"""How the mentions of one person are written in full, after a decision about who that is."""

from __future__ import annotations

from collections.abc import Iterable

from anonfilter.contract.document import Document, Span
from anonfilter_english.knowledge.people.name_match import ALL
from anonfilter_english.knowledge.people.person_names import read_name
from anonfilter_english.resolvers.link_people.canonical import Heads, canonical

_BEFORE = 40


def canonical_forms(document: Document, spans: Iterable[Span]) -> list[str]:
    """For each of one person's mentions the form whose numbers its parts take."""
    known = list(spans)
    text = document.prose
    names = [
        read_name(
            span.canonical or text[span.start : span.end],
            text[max(0, span.start - _BEFORE) : span.start],
        )
        for span in known
    ]
    heads = Heads.of(names, ALL)
    return [
        canonical(span.canonical or text[span.start : span.end], name, heads, ALL) or span.canonical
        for span, name in zip(known, names, strict=True)
    ]
