"""Each part of a person's name has a number of its own: a surname links to the full name."""

from __future__ import annotations

from collections.abc import Iterable

from anonfilter.contract.book import Book
from anonfilter.contract.document import Mention, Replacement
from anonfilter.text.words import fold
from anonfilter_plugins.english.people.name_parts import EDGE, PART, parts_of
from anonfilter_plugins.taggers.numbered import NumberedTagger


class NamePartsTagger(NumberedTagger):
    """ "Jane Smith" becomes ``[PERSON_1] [PERSON_2]``; blanks and hyphens between stay."""

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        template = self._templates[mention.label.name]
        parts = list(parts_of(mention.surface))
        if mention.span.canonical and len(parts) > 2 and all(b - a == 1 for a, b in parts):
            parts = [(parts[0][0], parts[-1][1])]  # a name spelled out: one tag, not one a letter
        written = [mention.surface[start:end] for start, end in parts]
        canonical = PART.findall(mention.span.canonical)
        known_as = canonical if len(canonical) == len(parts) else written
        for (start, end), part in zip(parts, known_as, strict=True):
            number = book.number(
                template.sequence, fold(part.strip(EDGE)), written=mention.surface[start:end]
            )
            yield Replacement(
                mention.span.start + start, mention.span.start + end, template.mint(number)
            )
