"""Detect linked mentions that cannot be one person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from anonfilter.contract.document import Document, Span
from anonfilter_english.knowledge.people.link_evidence import ALL
from anonfilter_english.knowledge.people.name_match import weigh_given_names
from anonfilter_english.knowledge.people.person_names import Name, read_name, title_of

_REACH = 40
_LAST_WORD = re.compile(r"(?P<word>[^\W\d_]+\.?)\s+\Z")


def contradictory(document: Document, spans: Iterable[Span]) -> bool:
    """Return True if given names exclude each other, or titles state different sexes."""
    text = document.prose
    names: dict[str, Name] = {}
    sexes: set[str] = set()
    for span in spans:
        surface = text[span.start : span.end]
        name = names.setdefault(surface, read_name(surface))
        sexes |= {name.sex, *_sexes(text[max(0, span.start - _REACH) : span.start])} - {""}
    given = dict.fromkeys(name.given for name in names.values() if name.full)
    return len(sexes) > 1 or any(
        not weigh_given_names(first, second, ALL, True) for first, second in combinations(given, 2)
    )


def _sexes(before: str) -> Iterator[str]:
    """Yield the sexes that the titles before a name state: all of "Mr. Justice" count."""
    while match := _LAST_WORD.search(before):
        title = title_of(match["word"])
        if title is None:
            return
        yield title.sex
        before = before[: match.start()]
