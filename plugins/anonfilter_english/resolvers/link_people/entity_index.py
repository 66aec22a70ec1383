"""Look up the entities that may have a name, without a comparison with all entities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice, product

from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.name_list import bearers
from anonfilter_english.knowledge.people.name_words import beginnings, names_and_nicknames
from anonfilter_english.knowledge.people.near_spelling import lookup_keys as near_keys
from anonfilter_english.knowledge.people.person_names import Name, Part

MOST = 16
"""The most entities with the same word that a lookup returns."""
_SHORTEST_NEAR = 4


class EntityIndex:
    """An index of entities by the words of their names.

    The entities with the same key are a block, in which the most recently mentioned one is last.
    """

    def __init__(self, on: frozenset[Evidence]) -> None:
        self._on = on
        self._surnames: defaultdict[str, dict[int, None]] = defaultdict(dict)
        self._givens: defaultdict[str, dict[int, None]] = defaultdict(dict)
        self._full: defaultdict[tuple[str, str], dict[int, None]] = defaultdict(dict)
        self._initials: defaultdict[str, dict[int, None]] = defaultdict(dict)
        self._near: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._blocks: defaultdict[int, list[dict[int, None]]] = defaultdict(list)

    def add(self, entity: int, name: Name) -> None:
        """Add a name of an entity."""
        for part in (*name.surname, *name.lone):
            self._put(entity, part, self._surnames)
        for part in (*name.given, *name.lone):
            self._put(entity, part, self._givens)
        if name.full:
            for word in self._surname_keys(name):
                for letter in _first_letters(name):
                    self._enter(entity, self._full[word, letter])
            self._enter(entity, self._initials["".join(part.key[0] for part in name.parts)])

    def touch(self, entity: int) -> None:
        """Move an entity to the end of its blocks, since it was just mentioned."""
        for block in self._blocks[entity]:
            if len(block) > 1:
                del block[entity]
                block[entity] = None

    def by_surname(self, part: Part) -> Iterator[int]:
        return self._last(self._surnames, part.keys)

    def by_given(self, part: Part) -> Iterator[int]:
        return self._last(self._givens, part.keys)

    def by_nickname(self, part: Part) -> Iterator[int]:
        """Yield the entities with another form of this given name: "William" for "Bill"."""
        return self._last(self._givens, sorted(names_and_nicknames(part.key) - part.keys))

    def by_beginning(self, part: Part) -> Iterator[int]:
        """Yield the entities whose given name begins with the letters of this part."""
        return self._last(self._givens, (f"{stem}\0" for stem in beginnings(part.key)))

    def by_initials(self, letters: str) -> Iterator[int]:
        """Yield the entity whose full name has these initials; nothing if there are several."""
        block = self._initials.get(letters, {})
        yield from block if len(block) == 1 else ()

    def near(self, part: Part) -> Iterator[str]:
        """Yield the words of known names that may be similar to this part."""
        if len(part.key) < _SHORTEST_NEAR:
            return
        seen = {part.key}
        for key in near_keys(part.key):
            for word in islice(self._near.get(key, ()), MOST):
                if word not in seen:
                    seen.add(word)
                    yield word

    def by_word(self, word: str) -> Iterator[int]:
        """Yield the entities with this word in their name."""
        yield from self._last(self._surnames, (word,))
        yield from self._last(self._givens, (word,))

    def by_full_name(self, name: Name) -> Iterator[int]:
        """Yield the entities with a similar surname and the same initial of a given name."""
        words = list(self._surname_keys(name))
        if Evidence.NEAR in self._on:
            words += [near for part in name.surname for near in islice(self.near(part), MOST)]
        seen: set[int] = set()
        letters = _first_letters(name)
        for word in dict.fromkeys(words):
            for letter in letters:
                seen.update(islice(self._full.get((word, letter), ()), MOST))
        if any(part.initial for part in name.surname):
            seen.update(self.by_given(name.given[0]))
        if Evidence.ORDER in self._on and len(name.parts) == 2:
            for word, letter in product(name.given[0].keys, {k[0] for k in name.surname[0].keys}):
                seen.update(islice(self._full.get((word, letter), ()), MOST))
        yield from sorted(seen)

    def _last(
        self, blocks: defaultdict[str, dict[int, None]], words: Iterable[str]
    ) -> Iterator[int]:
        for word in words:
            block = blocks.get(word)
            if block:
                yield from islice(reversed(block), MOST)

    def _put(self, entity: int, part: Part, blocks: defaultdict[str, dict[int, None]]) -> None:
        if part.initial:
            return
        for key in part.keys:
            self._enter(entity, blocks[key])
            if len(key) >= _SHORTEST_NEAR:
                for near in near_keys(key):
                    self._near[near].setdefault(key)
        if blocks is self._givens:
            for length in range(3, len(part.key)):
                self._enter(entity, blocks[f"{part.key[:length]}\0"])

    def _enter(self, entity: int, block: dict[int, None]) -> None:
        if entity not in block:
            block[entity] = None
            self._blocks[entity].append(block)

    def _surname_keys(self, name: Name) -> Iterator[str]:
        """Yield the surnames by which a full name is looked up.

        With the evidence ``DOUBLE``, the last given name may be one of them.
        """
        for part in name.surname:
            yield from part.keys
        if Evidence.DOUBLE in self._on and len(name.given) > 1:
            for key in name.given[-1].keys:
                if len(key) > 1 and bearers(key).given <= bearers(key).surname:
                    yield key


def _first_letters(name: Name) -> set[str]:
    """Return the first letters of the given names and of their nicknames."""
    return {
        key[0] for part in name.given for word in part.keys for key in names_and_nicknames(word)
    }
