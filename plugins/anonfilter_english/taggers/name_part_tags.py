"""Tag each part of a person's name with a number of its own, so that a surname has one number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from anonfilter.contract.book import Book
from anonfilter.contract.document import Mention, Replacement
from anonfilter.text.words import fold
from anonfilter_english.knowledge.people.name_parts import EDGE, PART, parts_of
from anonfilter_english.taggers.numbered_tags import NumberedTagger


class NamePartsTagger(NumberedTagger):
    """A tagger that replaces "Jane Smith" by ``[PERSON_1] [PERSON_2]``.

    Blanks and hyphens between the parts stay.
    """

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        template = self._templates[mention.label.name]
        parts = list(parts_of(mention.surface))
        if _is_spelled(mention.surface, parts, mention.span.canonical):
            parts = [(parts[0][0], parts[-1][1])]  # one tag for all letters
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


def _is_spelled(surface: str, parts: Sequence[tuple[int, int]], name: str) -> bool:
    """Return True if the parts are spelled letters of the name, such as "double S-O-N"."""
    letters = "".join(surface[start:end] for start, end in parts if end - start == 1)
    others = len(parts) - len(letters)
    if len(letters) == 2:
        return not others and fold(letters) in fold(name)
    return len(letters) > 2 and bool(name) and (not others or len(name.split()) == 1)
