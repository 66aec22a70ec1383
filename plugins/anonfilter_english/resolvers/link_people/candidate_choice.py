"""Choose between several people who may have a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf

from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.person_names import Name
from anonfilter_english.resolvers.link_people.entities import EntityStore
from anonfilter_english.resolvers.link_people.mentions import PersonMention

_NEAR = 100
_FAR = 400
_TIMES = 1.5

Prefer = Callable[[PersonMention, Mapping[int, int], Mapping[int, int]], "int | None"]
"""A function that chooses by who speaks: see ``Conversation.preferred``."""


class CandidateChoice:
    """A chooser of the person whom a mention names.

    If the text does not decide between several people, it chooses the likeliest person; with
    ``apart``, it chooses none.
    """

    def __init__(
        self, entities: EntityStore, on: frozenset[Evidence], prefer: Prefer | None, *, apart: bool
    ) -> None:
        self._entities = entities
        self._on = on
        self._prefer = prefer
        self._apart = apart

    def choose(
        self, mention: PersonMention, candidates: Sequence[int], known: Mapping[int, int]
    ) -> int | None:
        """Return the candidate that the text indicates; None if it is undecided.

        The evidence is, in this order: who speaks to whom; the title; who is usually mentioned by
        a part of the name; who was mentioned last, if all others were mentioned long before or not
        yet. ``known`` maps the starts of earlier mentions to entities.
        """
        people = [number for number in candidates if not self._entities[number].open]
        candidates = people or candidates
        if len(candidates) == 1:
            return candidates[0]
        if self._prefer is not None and Evidence.TURNS in self._on:
            lasts = {number: self._entities[number].last for number in candidates}
            preferred = self._prefer(mention, lasts, known)
            if preferred is not None:
                return preferred
        candidates = self._not_only_married(mention.name, candidates)
        if len(candidates) == 1:
            return candidates[0]
        apart = self._apart and not mention.spelled
        if Evidence.DISTANCE not in self._on:
            return None if apart else min(candidates)
        return (self._evident if apart else self._nearest)(mention, candidates)

    def _evident(self, mention: PersonMention, candidates: Sequence[int]) -> int | None:
        """Return the only person mentioned recently, or the one often called by a part of the name.

        Return None if the text indicates neither.
        """
        nearest, second = sorted(candidates, key=lambda number: -self._entities[number].last)[:2]
        near, far = self._distance(mention, nearest), self._distance(mention, second)
        usual, other = sorted(candidates, key=lambda number: -self._entities[number].partial)[:2]
        if near > _NEAR and self._entities[usual].partial > self._entities[other].partial:
            return usual
        return nearest if far > max(_FAR, _TIMES * near) else None

    def _distance(self, mention: PersonMention, number: int) -> float:
        """Return the number of characters since the last mention of a person; infinity if none."""
        last = self._entities[number].last
        return mention.start - last if last >= 0 else inf

    def _nearest(self, mention: PersonMention, candidates: Sequence[int]) -> int:
        """Return the person mentioned right before, or else most often by a part of the name.

        If no candidate was mentioned before, return the one who is mentioned next.
        """
        before = [number for number in candidates if self._entities[number].last >= 0]
        if not before:
            return min(candidates, key=lambda number: self._entities[number].first)
        nearest = max(before, key=lambda number: self._entities[number].last)
        if self._distance(mention, nearest) <= _NEAR:
            return nearest

        def use(number: int) -> tuple[int, int]:
            return self._entities[number].partial, self._entities[number].last

        return max(before, key=use)

    def _not_only_married(self, name: Name, candidates: Sequence[int]) -> Sequence[int]:
        """Return the candidates without people known only as "Mrs. Bell", if others remain.

        A mention without a title, such as "Bell", rarely means them.
        """
        if name.title is not None or Evidence.TITLES not in self._on:
            return candidates
        others = [
            number
            for number in candidates
            if any(known.married != "yes" for known in self._entities[number].names)
        ]
        return others or candidates
