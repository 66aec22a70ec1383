"""Apply decisions about identities and roles: join people, split off mentions, set a role."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from anonfilter.contract.document import Change
from anonfilter_english.knowledge.people.link_evidence import ALL
from anonfilter_english.knowledge.people.person_names import read_name
from anonfilter_english.knowledge.people.role_phrases import resolve_alias
from anonfilter_english.resolvers.decisions.decisions_file import Address, Decision
from anonfilter_english.resolvers.decisions.mention_table import MentionTable, Person
from anonfilter_english.resolvers.link_people.canonical_names import FullParts, canonical_form

_GONE = "there is no mention at this place or with this tag"
_SEVERAL = "the tag stands for several people"
_BEFORE = 40


class MentionLookup:
    """A search for mentions by address; ``missed`` has the reasons of failed searches."""

    def __init__(self, mentions: MentionTable) -> None:
        self.mentions = mentions
        self.missed: list[str] = []

    def find(self, address: Address) -> list[int]:
        """Return the mentions at a place or with a tag; none if several people have the tag."""
        found = self.mentions.find(address)
        if isinstance(address, str) and len(set(map(self.mentions.person_of, found))) > 1:
            self.missed.append(_SEVERAL)
            return []
        if not found:
            self.missed.append(_GONE)
        return found

    def people(self, addresses: Iterable[Address]) -> list[Person]:
        """Return the addressed people, each once."""
        numbers = (number for address in addresses for number in self.find(address))
        return list(dict.fromkeys(map(self.mentions.person_of, numbers)))


class IdentityDecisions:
    """Decisions on identities and roles; ``labels`` are the labels of people."""

    def __init__(self, lookup: MentionLookup, labels: Collection[str]) -> None:
        self._lookup = lookup
        self._mentions = lookup.mentions
        self._labels = labels

    def apply(self, decision: Decision) -> Iterator[Change]:
        """Apply a decision of kind merge, split or role, and yield the changes."""
        if decision.kind == "split":
            yield from self._split(decision.addresses)
            return
        people = self._lookup.people(decision.addresses)
        if decision.kind == "role":
            role = resolve_alias(decision.role or "")
            yield from self._update(self._mentions.mentions_of(people), f"is {role}", category=role)
        elif len(people) > 1:
            yield from self.join(people, "one person")

    def join(self, people: Iterable[Person], reason: str) -> Iterator[Change]:
        """Give all mentions of these people one identity and one role, and yield the change."""
        numbers = self._mentions.mentions_of(people)
        known = [self._mentions[number] for number in numbers]
        entity = next(filter(None, (span.entity for span in known)), "")
        role = next(filter(None, (span.category for span in known)), "")
        entity = entity or self._mentions.new_entity()
        yield from self._update(numbers, reason, entity=entity, category=role)

    def _split(self, addresses: Iterable[Address]) -> Iterator[Change]:
        """Give the addressed mentions a new identity, and yield the change.

        Do nothing if they are all the mentions of one person.
        """
        numbers: dict[int, None] = {}
        for address in addresses:
            found = self._mentions.find(address)
            numbers |= dict.fromkeys(found)
            if not found:
                self._lookup.missed.append(_GONE)
        people = set(map(self._mentions.person_of, numbers))
        whole = len(people) == 1 and len(self._mentions.mentions_of(people)) == len(numbers)
        if numbers and not whole:
            entity = self._mentions.new_entity(self._mentions[min(numbers)].entity)
            yield from self._update(numbers, "another person", entity=entity, canonical="")

    def _update(self, numbers: Iterable[int], reason: str, **fields: str) -> Iterator[Change]:
        """Set fields of mentions and the canonical forms of people's names; yield the change."""
        numbers = list(numbers)
        before = tuple(self._mentions[number] for number in numbers)
        self._mentions.update(numbers, **fields)
        self._set_canonical_forms(
            [number for number in numbers if self._mentions[number].label in self._labels]
        )
        after = tuple(self._mentions[number] for number in numbers)
        if before != after:
            yield Change("", reason, before, after)

    def _set_canonical_forms(self, numbers: Collection[int]) -> None:
        """Set the canonical form of each mention of one person to the full form of its name."""
        text = self._mentions.document.prose
        surfaces, names = [], []
        for span in map(self._mentions.__getitem__, numbers):
            surface = span.canonical or text[span.start : span.end]
            surfaces.append(surface)
            names.append(read_name(surface, text[max(0, span.start - _BEFORE) : span.start]))
        full_parts = FullParts.of(names, ALL)
        for number, surface, name in zip(numbers, surfaces, names, strict=True):
            if form := canonical_form(surface, name, full_parts, ALL):
                self._mentions.update((number,), canonical=form)
