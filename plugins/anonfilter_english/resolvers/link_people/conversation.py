"""Decide whom an ambiguous name means by who speaks and who is addressed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property
from operator import itemgetter

from anonfilter.contract.document import Document
from anonfilter_english.knowledge.speaker_turns import turns
from anonfilter_english.resolvers.link_people.mentions import PersonMention

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
    """The turns of a document, whose speakers are the people mentioned in their labels."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def _labels(self) -> list[tuple[int, int]]:
        """The place of the label of each turn."""
        fields = self.document.fields
        labelled = [(field.start, field.end) for field in fields if field.role == "speaker"]
        return labelled or [turn.label for turn in turns(self.document.text)]

    def preferred(
        self, mention: PersonMention, candidates: Mapping[int, int], known: Mapping[int, int]
    ) -> int | None:
        """Return the candidate whom a mention names, judged by who speaks; None if undecided.

        ``candidates`` maps each entity to the place of its last mention, ``known`` the start of
        each mention to its entity. Speakers do not use their own name, unless they have just
        introduced themselves.
        """
        at = bisect_right(self._labels, mention.start, key=itemgetter(0)) - 1
        speech_start = self._labels[at][1] if at >= 0 else 0
        if mention.start < speech_start:
            return None
        speaker, following, previous = (
            self._speaker(turn, known) if at >= 0 else None for turn in (at, at + 1, at - 1)
        )
        text = self.document.prose
        before = text[max(0, mention.start - _REACH) : mention.start]
        if _SELF.search(before):  # "My name is Bell"
            return speaker if speaker in candidates else None
        others = [entity for entity in candidates if entity != speaker]
        if _OPEN.search(before) and _CLOSE.match(text, mention.end):  # "Thank you, Mr. Bell."
            for entity in (following, previous):
                if entity is not None and entity in others:
                    return entity
        introduced = speaker is not None and candidates.get(speaker, -1) >= speech_start
        return others[0] if len(others) == 1 and len(candidates) > 1 and not introduced else None

    def _speaker(self, at: int, known: Mapping[int, int]) -> int | None:
        """Return the entity that the label of a turn mentions; None if there is none."""
        if not 0 <= at < len(self._labels):
            return None
        return next((known[place] for place in range(*self._labels[at]) if place in known), None)
