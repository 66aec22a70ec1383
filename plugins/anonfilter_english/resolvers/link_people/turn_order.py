"""Who speaks where, and who is spoken to: what a conversation says about an ambiguous name."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property

from anonfilter.contract.document import Document
from anonfilter_english.knowledge.turns import turns

_SELF = re.compile(
    r"(?:\bI'?m|\bI am|\bmy (?:\w+ )?name(?:'s| is)?|\bthis is|\bit's|\bcall(?:s|ed)? me)"
    r"(?:,? (?:[A-Z][a-z]+\.? ){0,2})?\s*\Z",
    re.I,
)
_OPEN = re.compile(r"(?:\A|[,.?!:;\n]|\b(?:you|hi|hello|thanks|morning|afternoon|okay|yes|no))"
                   r"\s*(?:[A-Z][a-z]+\.?\s+){0,2}\Z", re.I)  # fmt: skip
_CLOSE = re.compile(r"\s*(?:[,.?!;]|\Z)")
_REACH = 40


class Conversation:
    """The turns of a document, and whose they are by the mentions in their labels."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self._labels]

    @cached_property
    def _labels(self) -> list[tuple[int, int]]:
        """Where each turn's label begins and ends."""
        fields = self.document.fields
        labelled = [(one.start, one.end) for one in fields if one.role == "speaker"]
        return labelled or [turn.label for turn in turns(self.document.text)]

    def speakers(self, start: int, known: Mapping[int, int]) -> tuple[int | None, ...]:
        """Who speaks here, who next, who did before; ``known`` has entities by mention's start."""
        at = bisect_right(self._starts, start) - 1
        if at < 0:
            return (None, None, None)
        return tuple(self._speaker(one, known) for one in (at, at + 1, at - 1))

    def _speaker(self, at: int, known: Mapping[int, int]) -> int | None:
        if not 0 <= at < len(self._labels):
            return None
        return next((known[place] for place in range(*self._labels[at]) if place in known), None)

    def in_label(self, start: int) -> bool:
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and start < self._labels[at][1]

    def speech(self, start: int) -> int:
        """Where what is said in this turn begins."""
        at = bisect_right(self._starts, start) - 1
        return self._labels[at][1] if at >= 0 else 0

    def addressed(self, start: int, end: int) -> bool:
        """Whether a name addresses a person: "Thank you, Mr. Bell." """
        text = self.document.prose
        before = text[max(0, start - _REACH) : start]
        return bool(_OPEN.search(before) and _CLOSE.match(text, end))

    def introduces(self, start: int) -> bool:
        """ "My name is Bell": who speaks says who they are."""
        return _SELF.search(self.document.prose[max(0, start - _REACH) : start]) is not None


def preferred(
    conversation: Conversation,
    place: tuple[int, int],
    among: Mapping[int, int],
    known: Mapping[int, int],
) -> int | None:
    """Who of these is meant by who speaks to whom, if that tells.

    ``among`` says where each was mentioned last. Speakers do not call themselves by name,
    unless they have just said it.
    """
    start, end = place
    if conversation.in_label(start):
        return None
    speaks, following, before = conversation.speakers(start, known)
    if conversation.introduces(start):
        return speaks if speaks in among else None
    others = [one for one in among if one != speaks]
    if conversation.addressed(start, end):
        for one in (following, before):
            if one is not None and one in others:
                return one
    said = speaks is not None and among.get(speaks, -1) >= conversation.speech(start)
    return others[0] if len(others) == 1 and len(among) > 1 and not said else None
