"""Resolve an ambiguous name by who speaks and who is addressed in a conversation."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property

from anonfilter.contract.document import Document
from anonfilter_english.knowledge.speaker_turns import turns

_SELF = re.compile(
    r"(?:\bI'?m|\bI am|\bmy (?:\w+ )?name(?:'s| is)?|\bthis is|\bit's|\bcall(?:s|ed)? me)"
    r"(?:,? (?:[A-Z][a-z]+\.? ){0,2})?\s*\Z",
    re.I,
)
_OPEN = re.compile(
    r"(?:\A|[,.?!:;\n]|\b(?:you|hi|hello|thanks|morning|afternoon|okay|yes|no))"
    r"\s*(?:[A-Z][a-z]+\.?\s+){0,2}\Z",
    re.I,
)
_CLOSE = re.compile(r"\s*(?:[,.?!;]|\Z)")
_REACH = 40


class Conversation:
    """The turns of a document; the mentions in their labels name the speakers."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self._labels]

    @cached_property
    def _labels(self) -> list[tuple[int, int]]:
        """Return the place of each turn's label."""
        fields = self.document.fields
        labelled = [(field.start, field.end) for field in fields if field.role == "speaker"]
        return labelled or [turn.label for turn in turns(self.document.text)]

    def speakers(self, start: int, known: Mapping[int, int]) -> tuple[int | None, ...]:
        """Return the speakers of this turn, the next and the previous one.

        ``known`` maps the starts of mentions to entities.
        """
        at = bisect_right(self._starts, start) - 1
        if at < 0:
            return (None, None, None)
        return tuple(self._speaker(turn, known) for turn in (at, at + 1, at - 1))

    def _speaker(self, at: int, known: Mapping[int, int]) -> int | None:
        if not 0 <= at < len(self._labels):
            return None
        return next((known[place] for place in range(*self._labels[at]) if place in known), None)

    def is_in_label(self, start: int) -> bool:
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and start < self._labels[at][1]

    def speech_start(self, start: int) -> int:
        """Return where the speech of this turn begins."""
        at = bisect_right(self._starts, start) - 1
        return self._labels[at][1] if at >= 0 else 0

    def is_address(self, start: int, end: int) -> bool:
        """Return True if a name addresses a person: "Thank you, Mr. Bell."."""
        text = self.document.prose
        before = text[max(0, start - _REACH) : start]
        return bool(_OPEN.search(before) and _CLOSE.match(text, end))

    def is_introduction(self, start: int) -> bool:
        """Return True if the speaker gives a name as their own: "My name is Bell"."""
        return _SELF.search(self.document.prose[max(0, start - _REACH) : start]) is not None


def preferred(
    conversation: Conversation,
    place: tuple[int, int],
    candidates: Mapping[int, int],
    known: Mapping[int, int],
) -> int | None:
    """Return the candidate whom a name means by who speaks to whom; None if that is undecided.

    ``candidates`` maps each entity to the place of its last mention. Speakers do not use their own
    name, unless they have just introduced themselves.
    """
    start, end = place
    if conversation.is_in_label(start):
        return None
    speaker, following, before = conversation.speakers(start, known)
    if conversation.is_introduction(start):
        return speaker if speaker in candidates else None
    others = [entity for entity in candidates if entity != speaker]
    if conversation.is_address(start, end):
        for entity in (following, before):
            if entity is not None and entity in others:
                return entity
    speech = conversation.speech_start(start)
    introduced = speaker is not None and candidates.get(speaker, -1) >= speech
    return others[0] if len(others) == 1 and len(candidates) > 1 and not introduced else None
