"""Mentions of people with their names, and the people that they are linked to."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.people.person_names import Name, settled


@dataclass(frozen=True, slots=True)
class Named:
    """A mention with its place and its parsed name; ``spelled``: it is spelled letter by letter."""

    start: int
    end: int
    name: Name
    spelled: bool = False


@hide_values
@dataclass(frozen=True, slots=True)
class Linked:
    """The entity of a mention, the reason, and the other entities that it could name."""

    entity: int
    reason: str
    others: tuple[int, ...] = ()

    @classmethod
    def alone(cls, mention: Named) -> Linked:
        """Return the link of the only mention of a record."""
        is_full = settled(mention.name).full
        return cls(0, "the same full name" if is_full else "the only person of that name")

    @property
    def highest(self) -> int:
        return max(self.entity, *self.others, 0)

    def shifted(self, by: int) -> Linked:
        """Return the link with all entity numbers increased."""
        others = tuple(entity + by for entity in self.others)
        return Linked(self.entity + by, self.reason, others)
