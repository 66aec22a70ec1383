"""Divide a document into stretches: the texts that the model reads at once.

A short turn is little evidence by itself ("Marsh?"), so it is read after the turn before it. The
end of a stretch depends only on nearby words: an edit in one turn leaves distant stretches as they
are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from anonfilter.contract.document import Document, Field
from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.flat_text import Flat, flatten

SHORT = 12
"""A field with fewer words than this is read together with the fields before it."""

FULL = 100
"""A stretch with this many words takes no further field."""

_SPOKEN = ("text", "speech")


class Part(NamedTuple):
    """A field, its text as the model reads it, and the offset of this text in the stretch."""

    field: Field
    flat: Flat
    start: int


@hide_values
@dataclass(frozen=True, slots=True)
class Stretch:
    """Fields that are read as one text, a line or more each."""

    parts: tuple[Part, ...]
    text: str

    def fields(self, start: int, end: int) -> Iterator[tuple[Field, int, int]]:
        """Yield for each line of text[start:end] its field, and its place in the document."""
        at = bisect_right(self.parts, start, key=lambda part: part.start) - 1
        for part in self.parts[at:]:
            if part.start >= end:
                return
            first, last = max(start - part.start, 0), min(end - part.start, len(part.flat.text))
            for begin, stop in part.flat.lines(first, last):
                yield part.field, part.field.start + begin, part.field.start + stop


def stretch_of(document: Document, fields: Iterable[Field]) -> Stretch:
    """Join the texts of fields."""
    parts: list[Part] = []
    start = 0
    for field in fields:
        flat = flatten(document.prose[field.start : field.end])
        parts.append(Part(field, flat, start))
        start += len(flat.text) + 1
    return Stretch(tuple(parts), "\n".join(part.flat.text for part in parts))


def stretches(document: Document) -> list[tuple[Field, ...]]:
    """Return the stretches of a document, each as the fields that it joins.

    Only fields of text or speech with the same record, name and role are joined. Any other field is
    a stretch by itself.
    """
    groups: defaultdict[tuple[int, str, str], list[Field]] = defaultdict(list)
    found: list[tuple[Field, ...]] = []
    for field in document.fields:
        if field.role in _SPOKEN:
            groups[field.record, field.name, field.role].append(field)
        else:
            found.append((field,))
    for group in groups.values():
        words = (len(document.prose[field.start : field.end].split()) for field in group)
        found += (tuple(group[run.start : run.stop]) for run in runs(words))
    return found


def runs(words: Iterable[int]) -> Iterator[range]:
    """Yield runs of fields, given their word counts; a short field joins the fields before it."""
    start = total = at = 0
    for at, count in enumerate(words, 1):
        if at - 1 > start and (count >= SHORT or total >= FULL):
            yield range(start, at - 1)
            start, total = at - 1, 0
        total += count
    if start < at:
        yield range(start, at)
