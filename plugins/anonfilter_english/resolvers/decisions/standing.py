"""The mentions of a document while decisions are carried out on them."""

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


class Standing:
    """Mentions by place and by tag, and who is meant by each.

    A mention has the same number from beginning to end, whatever becomes of it. In a text that
    ``changed`` since the decision, only a mention at exactly the same place is the same.
    """

    def __init__(
        self, document: Document, spans: Iterable[Span], foresee: Foresee, *, changed: bool = False
    ) -> None:
        self.document = document
        self.mentions: list[Span | None] = list(spans)
        self._foresee = foresee
        self._changed = changed
        self._places = [
            document.origin.extent(span.start, span.end) for span in self.mentions if span
        ]
        self._at: dict[Place, list[int]] = {}
        for number, place in enumerate(self._places):
            self._at.setdefault(place, []).append(number)
        self._tags: dict[int, frozenset[str]] | None = None

    # finding

    def find(self, address: Address) -> list[int]:
        """The mentions that are meant by a place, or by one or several tags."""
        found = self._tagged(address) if isinstance(address, str) else self._placed(address)
        return [number for number in found if self.mentions[number] is not None]

    def _placed(self, place: Place) -> list[int]:
        if place in self._at or self._changed:
            return self._at.get(place, [])
        start, end = place
        return [
            number
            for number, (first, last) in enumerate(self._places)
            if min(end, last) - max(start, first) > _NEARLY * (max(end, last) - min(start, first))
        ]

    def exactly(self, place: Place) -> list[int]:
        """The mentions that begin and end just there."""
        return [number for number in self._at.get(place, ()) if self.mentions[number] is not None]

    def _tagged(self, written: str) -> list[int]:
        """Mentions that become just these tags, or else all in which they stand."""
        wanted = frozenset(tags_in(written))
        tags = self._known_tags()
        exact = [number for number, own in tags.items() if own == wanted]
        return exact or [number for number, own in tags.items() if own > wanted]

    def _known_tags(self) -> dict[int, frozenset[str]]:
        """The tags that each mention would get, had nothing been decided."""
        if self._tags is None:
            at = {
                (span.start, span.end, span.label): number
                for number, span in enumerate(self.mentions)
                if span is not None
            }
            self._tags = {}
            for one in self._foresee(self.document, [span for span in self.mentions if span]):
                span = one.mention.span
                number = at.get((span.start, span.end, span.label))
                if number is not None:
                    self._tags[number] = frozenset(part.text for part in one.replacements)
        return self._tags

    def stretch(self, place: Place) -> Place | None:
        """A place of the file in the document's text, if whole words of it stand there."""
        if place[1] > len(self.document.source.text):
            return None
        origin, text = self.document.origin, self.document.prose
        start, end = origin.offset(place[0]), origin.offset(place[1] - 1) + 1
        inside = text[start:end]
        begins = inside[:1].isalnum() and not text[max(0, start - 1) : start].isalnum()
        ends = not (inside[-1:].isalnum() and text[end : end + 1].isalnum())
        return (start, end) if begins and ends and HIDDEN not in inside else None

    def touching(self, stretch: Place) -> list[int]:
        """The mentions that share characters with a stretch of the text."""
        start, end = stretch
        return [
            number
            for number, span in enumerate(self.mentions)
            if span is not None and span.start < end and start < span.end
        ]

    # who

    def person(self, number: int) -> Person:
        """The person that is meant; where no resolver says, all that is written the same."""
        span = self[number]
        if span.entity:
            return (span.entity,)
        surface = self.document.text[span.start : span.end]
        return ("", span.label, fold(span.canonical or surface))

    def mentions_of(self, people: Iterable[Person]) -> list[int]:
        wanted = set(people)
        return [
            number
            for number, span in enumerate(self.mentions)
            if span is not None and self.person(number) in wanted
        ]

    def new_entity(self, like: str = "") -> str:
        """Return an identity that is not in use."""
        known = _NUMBERED.fullmatch(like)
        prefix = known[1] if known else PREFIX
        numbers = [
            int(match[2])
            for span in self.mentions
            if span is not None
            and (match := _NUMBERED.fullmatch(span.entity)) is not None
            and match[1] == prefix
        ]
        return f"{prefix}{max(numbers, default=0) + 1}"

    # changing

    def __getitem__(self, number: int) -> Span:
        span = self.mentions[number]
        assert span is not None
        return span

    def drop(self, number: int) -> None:
        self.mentions[number] = None

    def add(self, *spans: Span) -> None:
        """More mentions; they can be found by their place like all others."""
        for span in spans:
            place = self.document.origin.extent(span.start, span.end)
            self._at.setdefault(place, []).append(len(self.mentions))
            self._places.append(place)
            self.mentions.append(span)

    def set(
        self, numbers: Iterable[int], **fields: str
    ) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """Say something of mentions; returns those that this changed, before and after."""
        before: list[Span] = []
        after: list[Span] = []
        for number in numbers:
            old = self[number]
            new = replace(old, **fields)  # type: ignore[arg-type]
            if "category" in fields:
                new = replace(new, doubts=())
            if new != old:
                self.mentions[number] = new
                before.append(old)
                after.append(new)
        return tuple(before), tuple(after)

    def __iter__(self) -> Iterator[Span]:
        return (span for span in self.mentions if span is not None)
