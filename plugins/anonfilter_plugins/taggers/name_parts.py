"""Each part of a person's name has a number of its own: a surname links to the full name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from anonfilter.contract.book import Book
from anonfilter.contract.document import Mention, Replacement
from anonfilter.text.words import fold
from anonfilter_plugins.taggers.numbered import NumberedTagger

_PART = re.compile(r"[^\s\-]+")
_EDGE = "\"'.,;:()[]{}*_"


class NamePartsTagger(NumberedTagger):
    """ "Jane Smith" becomes ``[PERSON_1] [PERSON_2]``; blanks and hyphens between stay."""

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        template = self._templates[mention.label.name]
        parts = list(parts_of(mention.surface))
        if mention.span.canonical and len(parts) > 2 and all(b - a == 1 for a, b in parts):
            parts = [(parts[0][0], parts[-1][1])]  # a name spelled out: one tag, not one a letter
        written = [mention.surface[start:end] for start, end in parts]
        canonical = _PART.findall(mention.span.canonical)
        known_as = canonical if len(canonical) == len(parts) else written
        for (start, end), part in zip(parts, known_as, strict=True):
            number = book.number(
                template.sequence, fold(part.strip(_EDGE)), written=mention.surface[start:end]
            )
            yield Replacement(
                mention.span.start + start, mention.span.start + end, template.mint(number)
            )


def parts_of(surface: str) -> Iterator[tuple[int, int]]:
    """The parts that hold a letter or digit, less punctuation at their ends."""
    for match in _PART.finditer(surface):
        part = match[0]
        start = match.start() + len(part) - len(part.lstrip(_EDGE))
        end = match.end() - (len(part) - len(part.rstrip(_EDGE)))
        if start < end:
            yield start, end
