"""The data of the linker: mentions of people, and the entities that they are linked to."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.people.person_names import Name, settled


@dataclass(frozen=True, slots=True)
class PersonMention:
    """A mention with its place and its parsed name; ``spelled``: it is spelled letter by letter."""

    start: int
    end: int
    name: Name
    spelled: bool = False


@hide_values
@dataclass(frozen=True, slots=True)
class Link:
    """The entity of a mention, the reason, and the other entities that the mention may name.

    Entities are numbered within one record.
    """

    entity: int
    reason: str
    others: tuple[int, ...] = ()

    @classmethod
    def alone(cls, mention: PersonMention) -> Link:
        """Return the link of a mention that is the only one in its record."""
        is_full = settled(mention.name).full
        return cls(0, "the same full name" if is_full else "the only person of that name")
