"""Find the people who may have a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from anonfilter_english.knowledge.people.link_evidence import ALL, Evidence
from anonfilter_english.knowledge.people.name_list import bearers
from anonfilter_english.knowledge.people.name_match import (
    given_link,
    is_misspelling,
    names_conflict,
    weigh_full_names,
    weigh_surnames,
)
from anonfilter_english.knowledge.people.person_names import Name, Part
from anonfilter_english.resolvers.link_people.entities import (
    MOST_NAMES,
    EntityStore,
    Form,
    form_of,
)

_ACRONYM = 3


class CandidateSearch:
    """A search for the entities that may have a name; ``compared`` counts the compared names."""

    def __init__(self, entities: EntityStore, on: frozenset[Evidence]) -> None:
        self._entities = entities
        self._on = on
        self._distinct: set[frozenset[Form]] = set()
        self._fits: dict[tuple[Form, int, int], bool] = {}
        self.compared = 0

    def keep_apart(self, pairs: Iterable[tuple[Name, Name]]) -> None:
        """Prevent links between these pairs of names, if they are similar."""
        self._distinct = {_pair(*pair) for pair in pairs if _are_similar(*pair)}

    def agreeing(self, name: Name) -> list[tuple[float, int]]:
        """Return the weights and entities that may have a full name, the most certain first."""
        found = [
            (weight, entity)
            for entity in self._entities.index.by_full_name(name)
            if (weight := self._weight(name, entity)) > 0
        ]
        return sorted(found, key=lambda item: (-item[0], item[1]))

    def _weight(self, name: Name, entity: int) -> float:
        """Return a weight for an entity that may have a full name; 0 if it has a different name."""
        weights: list[float] = []
        for other in self._entities[entity].names[:MOST_NAMES]:
            self.compared += 1
            weights.append(weigh_full_names(name, other, self._on) if other.full else 1.0)
            if weights[-1] == 0 or self._are_distinct(name, other):
                return 0.0
        return max(weights)

    def searches(self, name: Name) -> Iterator[tuple[str, Iterable[int]]]:
        """Yield pairs of a reason for a link and the entities, the most certain reason first."""
        if name.full:
            yield "a short form of a full name", (entity for _, entity in self.agreeing(name))
            return
        parts = name.parts
        if not parts:
            return
        index = self._entities.index
        word = name.lone[0].written if len(name.lone) == 1 else ""
        is_acronym = word.isupper() and 2 <= len(word) <= _ACRONYM  # such as "GW"
        letters = word.casefold() if is_acronym else ""
        if letters and Evidence.INITIALS in self._on:
            yield "the first letters of a name", index.by_initials(letters)
        surname = [entity for part in parts for entity in index.by_surname(part)]
        given = [entity for part in parts for entity in index.by_given(part)]
        if name.surname:
            yield "a surname", self._fitting(name, surname)
            frequent = [bearers(part.key) for part in parts]
            # "Mr. Kent" is no Kent Miller: the word is more frequent as a surname.
            if not any(known.surname > known.given for known in frequent):
                yield "a given name after a title", self._fitting(name, given)
        elif name.given:
            yield "a given name", self._fitting(name, given)
            yield "a surname", self._fitting(name, surname)
        else:
            yield "a part of a name", self._fitting(name, [*given, *surname])
        if Evidence.NICKNAMES in self._on and len(parts) == 1 and name.title_takes != "surname":
            known = (
                entity
                for entity in index.by_nickname(parts[0])
                # "Aunt Polly" is a nickname only of a person with a known full name.
                if name.title is None or any(n.full for n in self._entities[entity].names)
            )
            yield "a nickname", self._fitting(name, known)
            yield "the beginning of a name", self._fitting(name, index.by_beginning(parts[0]))
        if Evidence.NEAR in self._on:
            yield "a misspelled name", self._fitting(name, self._misspelled(parts))

    def _misspelled(self, parts: Sequence[Part]) -> Iterator[int]:
        """Yield the entities whose names have a word that one of these parts misspells."""
        index = self._entities.index
        for part in parts:
            for word in index.near(part):
                self.compared += 1
                if is_misspelling(part.key, word, False):
                    yield from index.by_word(word)

    def _fitting(self, name: Name, candidates: Iterable[int]) -> Iterator[int]:
        """Yield the candidates that may have a name, and none of whose names contradicts it.

        "Bell" is not taken for a person called Bell-Voss if another one is called Bell.
        """
        found = list(self._all_fitting(name, candidates))
        whole = [entity for entity in found if not self._has_half(name, entity)]
        yield from whole or found

    def _has_half(self, name: Name, entity: int) -> bool:
        """Return True if all surnames of an entity share only a part with this one.

        An example is "Bell" and "Bell-Voss".
        """
        count = len(name.surname or name.lone)
        surnames = [other.surname or other.lone for other in self._entities[entity].names]
        return all(
            len(parts) != count and weigh_surnames(name.parts, parts, self._on, False) > 0
            for parts in surnames[:MOST_NAMES]
        )

    def _all_fitting(self, name: Name, candidates: Iterable[int]) -> Iterator[int]:
        form = form_of(name)
        for entity in dict.fromkeys(candidates):
            names = self._entities[entity].names
            known = (form, entity, len(names))
            if known not in self._fits:
                self._fits[known] = self._is_fitting(name, names[:MOST_NAMES])
            if self._fits[known]:
                yield entity

    def _is_fitting(self, name: Name, names: Sequence[Name]) -> bool:
        fits = False
        for other in names:
            self.compared += 1
            if names_conflict(name, other, self._on) or self._are_distinct(name, other):
                return False
            fits = fits or self._stands_for(name, other)
        return fits

    def _are_distinct(self, name: Name, other: Name) -> bool:
        return bool(self._distinct) and _pair(name, other) in self._distinct

    def _stands_for(self, name: Name, other: Name) -> bool:
        """Return True if a name may be a short form of another name."""
        own = name.parts
        if Evidence.PARTS not in self._on:
            return name.words == other.words
        for whole in (other.surname, other.lone):
            if whole and weigh_surnames(own, whole, self._on, company=len(own) > 1) > 0:
                return True
        others = [part for part in (*other.given, *other.lone) if not part.initial]
        return all(
            any(given_link(part, known, self._on, True, alone=True) for known in others)
            for part in own
        )


def _pair(name: Name, other: Name) -> frozenset[Form]:
    return frozenset((form_of(name), form_of(other)))


def _are_similar(name: Name, other: Name) -> bool:
    """Return True if the names could match through a nickname or a typo."""
    own, others = set(name.words) - set(other.words), set(other.words) - set(name.words)
    return any(
        part.key in own and known.key in others and given_link(part, known, ALL, True)
        for part, known in product(name.parts, other.parts)
    )
