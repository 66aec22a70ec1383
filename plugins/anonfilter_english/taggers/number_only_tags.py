"""Tag the numbers of a mention:

"5 feet and 11 inches" becomes "[HEIGHT] feet and [HEIGHT] inches".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from anonfilter.contract.book import Book
from anonfilter.contract.document import Label, Mention, Replacement
from anonfilter.contract.numbering import template_for
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.contract.tags import Template
from anonfilter.text.words import fold
from anonfilter_english.knowledge.number_words import DECADES, MULTIPLIERS, VALUES
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives

_CLOCK = r"['\u2019]\s?clock"  # the "o" of "ten o'clock" is no zero
_AND = r"(?:\s+and)?"


@cache
def _numbers() -> re.Pattern[str]:
    """Return a regex for numbers that blanks, hyphens or hesitation join, and for halves."""
    words = alternatives({*VALUES, *MULTIPLIERS, *DECADES})
    figures = r"\d+(?:[:.,/h]\d+)*(?:[.,]\d+)?(?:\s?[\u00bc-\u00be])?(?:st|nd|rd|th|'?s(?!\w))?"
    number = rf"(?:{figures}|[\u00bc-\u00be]|(?<![^\W_])(?:{words})(?![^\W_]|{_CLOCK}))"
    between = rf"(?:{_AND}[\s-]{{1,8}}|\s?,\s*|,?\s+{HESITATION}\b,?\s+|(?<=\d)\s*-\s*|-+\s*)"
    half = r"(?:\s+and\s+a\s+(?:half|quarter)\b)?"
    return re.compile(rf"{number}(?:{between}{number})*{half}", re.I)


_FRACTION = re.compile(
    r"(?<!\w)(?:half|quarter|three\s+quarters)(?=\s+(?:past|to|till?|after|of|before)\b)", re.I
)


class NumbersOnly:
    """A tagger that replaces each number of a mention by a tag, and no other words.

    A mention without a number gets one tag.
    """

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        self._templates = {
            name: template_for(label) if label.template else Template(f"[{name}]")
            for name, label in setting.labels.items()
        }

    def templates(self, label: Label) -> Iterable[Template]:
        return (self._templates[label.name],)

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        template = self._templates[mention.label.name]
        start = mention.span.start
        for first, last in parts(mention.surface) or [(0, len(mention.surface))]:
            key = fold(mention.surface[first:last])
            number = book.number(template.sequence, key) if template.is_numbered else ""
            yield Replacement(start + first, start + last, template.mint(number))


def parts(surface: str) -> list[tuple[int, int]]:
    """Return the places of the numbers in a text, and of "quarter" and "half" in times of day."""
    found = [match.span() for match in _FRACTION.finditer(surface)]
    found += (match.span() for match in _numbers().finditer(surface))
    disjoint: list[tuple[int, int]] = []
    for start, end in sorted(found, key=lambda stretch: (stretch[0], -stretch[1])):
        if not disjoint or start >= disjoint[-1][1]:
            disjoint.append((start, end))
    return disjoint
