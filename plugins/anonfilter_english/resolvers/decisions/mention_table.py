"""Keep track of the mentions of a document while decisions are applied to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from anonfilter.contract.document import Document, Span, TaggedMention
from anonfilter.contract.tags import HIDDEN, tags_in
from anonfilter.text.words import fold
from anonfilter_english.resolvers.decisions.decisions_file import Address, Place

Foresee = Callable[[Document, Sequence[Span]], list[TaggedMention]]
Person = tuple[str, ...]

_NUMBERED = re.compile(r"([a-z]+)([0-9]+)")
_NEARLY = 0.5
PREFIX = "p"


class MentionTable:
    """The mentions of a document by number, place and tag, and the person of each mention.

    A mention keeps its number, and the tag that it would have without decisions: earlier decisions
    do not change what a tag refers to, and a mention that a decision added has no tag. If the text
    has ``changed`` since the decisions were made, a place matches only a mention that begins and
    ends there.
    """

    def __init__(
        self, document: Document, spans: Iterable[Span], foresee: Foresee, *, changed: bool = False
    ) -> None:
        self.document = document
        self._undecided = tuple(spans)
        self._spans: list[Span | None] = list(self._undecided)
        self._foresee = foresee
        self._changed = changed
        self._places = [document.origin.extent(span.start, span.end) for span in self]
        self._numbers: dict[Place, list[int]] = {}
        for number, place in enumerate(self._places):
            self._numbers.setdefault(place, []).append(number)
        self._tags: dict[int, frozenset[str]] | None = None

    def __getitem__(self, number: int) -> Span:
        span = self._spans[number]
        assert span is not None
        return span

    def __iter__(self) -> Iterator[Span]:
        return (span for span in self._spans if span is not None)

    def _numbered(self) -> Iterator[tuple[int, Span]]:
        return ((number, span) for number, span in enumerate(self._spans) if span is not None)

    def find(self, address: Address) -> list[int]:
        """Return the numbers of the mentions at a place, or with all of the given tags."""
        found = self._with_tags(address) if isinstance(address, str) else self._near(address)
        return [number for number in found if self._spans[number] is not None]

    def find_exactly(self, place: Place) -> list[int]:
        """Return the numbers of the mentions that begin and end at this place of the file."""
        found = self._numbers.get(place, ())
        return [number for number in found if self._spans[number] is not None]

    def _near(self, place: Place) -> list[int]:
        """Return the numbers of the mentions at a place, or else of those that overlap most of it.

        If the text has changed, return only mentions in exactly this place.
        """
        if place in self._numbers or self._changed:
            return self._numbers.get(place, [])
        start, end = place
        return [
            number
            for number, (first, last) in enumerate(self._places)
            if min(end, last) - max(start, first) > _NEARLY * (max(end, last) - min(start, first))
        ]

    def _with_tags(self, written: str) -> list[int]:
        """Return the numbers of the mentions with exactly these tags.

        If there are none, return those of the mentions that have all of these tags and others.
        """
        wanted = frozenset(tags_in(written))
        tags = self._tags_by_mention()
        exact = [number for number, own in tags.items() if own == wanted]
        return exact or [number for number, own in tags.items() if own > wanted]

    def _tags_by_mention(self) -> dict[int, frozenset[str]]:
        """Return the tags that each mention would get without decisions, by mention number."""
        if self._tags is None:
            numbers = {
                (span.start, span.end, span.label): number
                for number, span in enumerate(self._undecided)
            }
            self._tags = {}
            for tagged in self._foresee(self.document, self._undecided):
                span = tagged.mention.span
                number = numbers.get((span.start, span.end, span.label))
                if number is not None:
                    self._tags[number] = frozenset(part.text for part in tagged.replacements)
        return self._tags

    def words_at(self, place: Place) -> Place | None:
        """Convert a place of the file to a place of the text.

        Return None if the place begins or ends inside a word, has a tag in it, or is outside the
        file.
        """
        if place[1] > len(self.document.source.text):
            return None
        origin, text = self.document.origin, self.document.prose
        start, end = origin.offset(place[0]), origin.offset(place[1] - 1) + 1
        inside = text[start:end]
        begins = inside[:1].isalnum() and not text[max(0, start - 1) : start].isalnum()
        ends = not (inside[-1:].isalnum() and text[end : end + 1].isalnum())
        return (start, end) if begins and ends and HIDDEN not in inside else None

    def overlapping(self, stretch: Place) -> list[int]:
        """Return the numbers of the mentions that share characters with a stretch of the text."""
        start, end = stretch
        numbered = self._numbered()
        return [number for number, span in numbered if span.start < end and start < span.end]

    def person_of(self, number: int) -> Person:
        """Return a key of the person that a mention names.

        If no resolver gave the mentions an identity, those with the same words have the same key.
        """
        span = self[number]
        if span.entity:
            return (span.entity,)
        surface = self.document.text[span.start : span.end]
        return ("", span.label, fold(span.canonical or surface))

    def mentions_of(self, people: Iterable[Person]) -> list[int]:
        wanted = set(people)
        return [number for number, _ in self._numbered() if self.person_of(number) in wanted]

    def new_entity(self, like: str = "") -> str:
        """Return an unused identity with the prefix of the identity ``like``."""
        known = _NUMBERED.fullmatch(like)
        prefix = known[1] if known else PREFIX
        numbers = [
            int(match[2])
            for span in self
            if (match := _NUMBERED.fullmatch(span.entity)) is not None and match[1] == prefix
        ]
        return f"{prefix}{max(numbers, default=0) + 1}"

    def add(self, *spans: Span) -> None:
        for span in spans:
            place = self.document.origin.extent(span.start, span.end)
            self._numbers.setdefault(place, []).append(len(self._spans))
            self._places.append(place)
            self._spans.append(span)

    def drop(self, number: int) -> None:
        self._spans[number] = None

    def replace(self, number: int, span: Span) -> None:
        """Replace a mention; the new mention is still found at the old place."""
        self._spans[number] = span

    def update(self, numbers: Iterable[int], **fields: str) -> None:
        """Set fields of mentions; a new category also removes their doubts."""
        for number in numbers:
            span = replace(self[number], **fields)  # type: ignore[arg-type]
            self._spans[number] = replace(span, doubts=()) if "category" in fields else span
