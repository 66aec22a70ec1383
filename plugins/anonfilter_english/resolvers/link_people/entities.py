"""Keep the people that were found so far, and the names of each person."""

from __future__ import annotations

from dataclasses import dataclass, field

from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.person_names import Name
from anonfilter_english.resolvers.link_people.entity_index import EntityIndex
from anonfilter_english.resolvers.link_people.mentions import PersonMention

MOST_NAMES = 12

Form = tuple[object, ...]


@dataclass(slots=True)
class Entity:
    """A person, with the different names by which the text mentions them.

    ``first`` and ``last`` are the places of the first and the last mention so far, and ``partial``
    counts the mentions by a part of the name. ``open``: the entity is no person, but holds the
    undecided mentions of a name that several people share.
    """

    first: int
    names: list[Name] = field(default_factory=list)
    last: int = -1
    partial: int = 0
    open: bool = False


class EntityStore:
    """The entities of one record by number; ``index`` looks them up by their names."""

    def __init__(self, on: frozenset[Evidence]) -> None:
        self.index = EntityIndex(on)
        self._entities: list[Entity] = []

    def __getitem__(self, number: int) -> Entity:
        return self._entities[number]

    def add(self, mention: PersonMention) -> int:
        """Add an entity, and return its number."""
        self._entities.append(Entity(mention.start))
        number = len(self._entities) - 1
        self.add_name(number, mention.name)
        return number

    def add_name(self, number: int, name: Name) -> None:
        names = self._entities[number].names
        if len(names) < MOST_NAMES and all(form_of(name) != form_of(known) for known in names):
            names.append(name)
            self.index.add(number, name)

    def note_mention(self, number: int, mention: PersonMention) -> None:
        """Record a mention of an entity."""
        entity = self._entities[number]
        entity.last = mention.start
        entity.partial += not mention.name.full
        self.index.touch(number)


def form_of(name: Name) -> Form:
    """Return a key that is equal for names that are written alike."""
    parts = (tuple(part.keys for part in row) for row in (name.given, name.surname, name.lone))
    return (*parts, name.suffix, name.sex, name.married, name.family)
