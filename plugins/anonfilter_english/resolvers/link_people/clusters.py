"""Linking: which mentions name one person, surest first, then in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.people.name_list import bearers
from anonfilter_english.knowledge.people.name_match import (
    ALL,
    Evidence,
    conflict,
    full_names_agree,
    given_link,
    slip,
    surnames_agree,
)
from anonfilter_english.knowledge.people.person_names import Name, Part, settled
from anonfilter_english.resolvers.link_people.blocking import Blocks
from anonfilter_english.resolvers.link_people.forms import Form, form_of, letters_of, rank

_NAMES = 12
_NEAR_BY = 100
_LONG_PAST = 400
_TIMES = 1.5
_NEAREST = "the nearest of those who are called so"
_OPEN = "it is open who of those who are called so"
Prefer = Callable[["Named", Mapping[int, int], Mapping[int, int]], "int | None"]


@dataclass(frozen=True, slots=True)
class Named:
    """A mention: where it stands, and its name. ``spelled``: letter by letter, after the name."""

    start: int
    end: int
    name: Name
    spelled: bool = False


@hide_values
@dataclass(frozen=True, slots=True)
class Linked:
    """Whom a mention names, how that is known, and who else it could be."""

    entity: int
    reason: str
    others: tuple[int, ...] = ()

    @property
    def highest(self) -> int:
        return max(self.entity, *self.others, 0)

    def after(self, known: int) -> Linked:
        """The same, counted from another number on."""
        others = tuple(one + known for one in self.others)
        return Linked(self.entity + known, self.reason, others)


@dataclass(slots=True)
class Entity:
    """A person, by the different names that were linked so far.

    ``last`` is where they were mentioned last, ``alone`` how often by a part of their name.
    ``open``: not one person, but the mentions of a name that may be any of several people's.
    """

    first: int
    names: list[Name] = field(default_factory=list)
    last: int = -1
    alone: int = 0
    open: bool = False


class Linker:
    """Links mentions to entities. ``compared`` counts the names that were compared.

    ``apart``: a name of which the text does not say whose it is names a person of its own, instead
    of the likeliest of those who bear it.
    """

    def __init__(
        self,
        on: frozenset[Evidence] = ALL,
        prefer: Prefer | None = None,
        *,
        apart: bool = True,
    ) -> None:
        self._on = on
        self._prefer = prefer
        self._apart = apart
        self._blocks = Blocks(on)
        self._two: set[frozenset[Form]] = set()
        self._fitted: dict[tuple[Form, int, int], bool] = {}
        self.entities: list[Entity] = []
        self.compared = 0

    def link(
        self,
        mentions: Sequence[Named],
        aliases: Iterable[tuple[int, int]] = (),
        together: Iterable[tuple[int, int]] = (),
    ) -> list[Linked]:
        """Whom each mention names; mentions are in the order of the text.

        ``aliases`` are pairs of mentions that the text itself says are of one person, ``together``
        those that it says are of two.
        """
        mentions = [replace(one, name=settled(one.name)) for one in mentions]
        if Evidence.TOGETHER in self._on:
            pairs = ((mentions[one].name, mentions[other].name) for one, other in together)
            self._two = {_pair(*pair) for pair in pairs if _alike(*pair)}
        sure = self._full_names(mentions)
        known = {mentions[at].start: linked.entity for at, linked in sure.items()}
        result: list[Linked] = []
        for at, mention in enumerate(mentions):
            linked = sure.get(at) or self._in_context(mention, known)
            self.entities[linked.entity].last = mention.start
            self.entities[linked.entity].alone += not mention.name.full
            self._blocks.touch(linked.entity)
            known[mention.start] = linked.entity
            result.append(linked)
        return self._joined(result, aliases if Evidence.ALIASES in self._on else ())

    def _joined(self, linked: Sequence[Linked], aliases: Iterable[tuple[int, int]]) -> list[Linked]:
        """With those made one who go by two names."""
        first: dict[int, int] = {}

        def meant(entity: int) -> int:
            while entity in first:
                entity = first[entity]
            return entity

        for one, other in aliases:
            kept, gone = meant(linked[one].entity), meant(linked[other].entity)
            if kept != gone:
                first[gone] = kept
        return [
            Linked(
                meant(one.entity), one.reason, _without(map(meant, one.others), meant(one.entity))
            )
            for one in linked
        ]

    # names in full

    def _full_names(self, mentions: Sequence[Named]) -> dict[int, Linked]:
        """The mentions whose names tell by themselves who is meant; the fullest come first."""
        forms: dict[Form, list[int]] = {}
        for at, mention in enumerate(mentions):
            if mention.name.full:
                forms.setdefault(form_of(mention.name), []).append(at)
        sure: dict[int, Linked] = {}
        for places in sorted(forms.values(), key=lambda some: rank(mentions[some[0]].name, some)):
            mention = mentions[places[0]]
            agreeing = self._agreeing(mention.name)
            if len(agreeing) > 1 and agreeing[0][0] == agreeing[1][0]:
                continue
            if agreeing:
                entity = agreeing[0][1]
                self._call(entity, mention.name)
                linked = Linked(entity, "another form of a full name")
            else:
                entity = self._found(mention)
                linked = Linked(entity, "the same full name")
            sure.update(dict.fromkeys(places, linked))
        return sure

    def _agreeing(self, name: Name) -> list[tuple[float, int]]:
        """Who may have this full name, the surest first."""
        found = [
            (weight, entity)
            for entity in self._blocks.by_full_name(name)
            if (weight := self._weight(name, entity)) > 0
        ]
        return sorted(found, key=lambda one: (-one[0], one[1]))

    def _weight(self, name: Name, entity: int) -> float:
        weights: list[float] = []
        for other in self.entities[entity].names[:_NAMES]:
            self.compared += 1
            weights.append(full_names_agree(name, other, self._on) if other.full else 1.0)
            if weights[-1] == 0 or self._said_to_be_two(name, other):
                return 0.0
        return max(weights)

    # names in part

    def _in_context(self, mention: Named, known: dict[int, int]) -> Linked:
        """Whom a name means that several may bear, or that is no full one."""
        for reason, search in self._searches(mention.name):
            candidates = list(dict.fromkeys(search))
            if not candidates:
                continue
            chosen = self._chosen(mention, candidates, known)
            told = chosen is not None
            if chosen is None:
                chosen = self._open(mention, candidates)
            self._call(chosen, mention.name)
            others = tuple(one for one in candidates if one != chosen)
            if not others:
                return Linked(chosen, reason)
            return Linked(chosen, _NEAREST if told else _OPEN, others)
        return Linked(self._found(mention), "the only person of that name")

    def _searches(self, name: Name) -> Iterator[tuple[str, Iterable[int]]]:
        """Ways to know a person by a name, the surer first."""
        if name.full:
            yield "a short form of a full name", (one for _, one in self._agreeing(name))
            return
        parts = name.parts
        if not parts:
            return
        blocks = self._blocks
        letters = letters_of(name)
        if letters and Evidence.INITIALS in self._on:
            yield "the first letters of a name", blocks.by_initials(letters)
        surname = [one for part in parts for one in blocks.by_surname(part)]
        given = [one for part in parts for one in blocks.by_given(part)]
        if name.surname:
            yield "a surname", self._fitting(name, surname)
            if not any(_rather_surname(part) for part in parts):
                yield "a given name behind a title", self._fitting(name, given)
        elif name.given:
            yield "a given name", self._fitting(name, given)
            yield "a surname", self._fitting(name, surname)
        else:
            yield "a part of a name", self._fitting(name, [*given, *surname])
        if Evidence.NICKNAMES in self._on and len(parts) == 1 and name.title_takes != "surname":
            known = (one for one in blocks.by_nickname(parts[0]) if self._goes_by(name, one))
            yield "a nickname", self._fitting(name, known)
            yield "a name's beginning", self._fitting(name, blocks.by_beginning(parts[0]))
        if Evidence.NEAR in self._on:
            yield "a near miss", self._fitting(name, self._near(parts))

    def _near(self, parts: Sequence[Part]) -> Iterator[int]:
        for part in parts:
            for word in self._blocks.near(part):
                self.compared += 1
                if slip(part.key, word, False):
                    yield from self._blocks.by_word(word)

    def _fitting(self, name: Name, candidates: Iterable[int]) -> Iterator[int]:
        form = form_of(name)
        for entity in dict.fromkeys(candidates):
            known = (form, entity, len(self.entities[entity].names))
            if known not in self._fitted:
                self._fitted[known] = self._fits(name, self.entities[entity])
            if self._fitted[known]:
                yield entity

    def _fits(self, name: Name, entity: Entity) -> bool:
        """Whether a person has this name, and nothing known of them speaks against it."""
        fits = False
        for other in entity.names[:_NAMES]:
            self.compared += 1
            if conflict(name, other, self._on) or self._said_to_be_two(name, other):
                return False
            fits = fits or self._stands_for(name, other)
        return fits

    def _said_to_be_two(self, name: Name, other: Name) -> bool:
        return bool(self._two) and _pair(name, other) in self._two

    def _goes_by(self, name: Name, entity: int) -> bool:
        """Whether a person may go by a nickname: not "Aunt Polly" for a Mary of no title."""
        return name.title is None or any(other.full for other in self.entities[entity].names)

    def _stands_for(self, name: Name, other: Name) -> bool:
        own = name.parts
        if Evidence.PARTS not in self._on:
            return name.words == other.words
        for whole in (other.surname, other.lone):
            company = len(own) > 1
            if whole and surnames_agree(own, whole, self._on, company) > 0:
                return True
        among = (*other.given, *other.lone)
        return all(
            any(
                given_link(part, one, self._on, True, alone=True) and not one.initial
                for one in among
            )
            for part in own
        )

    def _chosen(
        self, mention: Named, candidates: Sequence[int], known: dict[int, int]
    ) -> int | None:
        """The person that the text says is meant; None if it leaves that open.

        It says so by who speaks, or because one of them has been called so until now, or was
        mentioned lately and the others long before, or not yet.
        """
        candidates = [one for one in candidates if not self.entities[one].open] or candidates
        if len(candidates) == 1:
            return candidates[0]
        if self._prefer is not None and Evidence.TURNS in self._on:
            lasts = {one: self.entities[one].last for one in candidates}
            preferred = self._prefer(mention, lasts, known)
            if preferred is not None:
                return preferred
        candidates = self._plainly(mention.name, candidates)
        if len(candidates) == 1:
            return candidates[0]
        apart = self._apart and not mention.spelled
        if Evidence.DISTANCE not in self._on:
            return None if apart else min(candidates)
        return (self._told if apart else self._nearest)(mention, candidates)

    def _told(self, mention: Named, candidates: Sequence[int]) -> int | None:
        """The person who was mentioned alone lately, or who is the one called so until now."""
        nearest, second = sorted(candidates, key=lambda one: -self.entities[one].last)[:2]
        near, far = (self._distance(mention, one) for one in (nearest, second))
        usual, other = sorted(candidates, key=lambda one: -self.entities[one].alone)[:2]
        if near > _NEAR_BY and self.entities[usual].alone > self.entities[other].alone:
            return usual
        return nearest if far > max(_LONG_PAST, _TIMES * near) else None

    def _distance(self, mention: Named, entity: int) -> float:
        last = self.entities[entity].last
        return mention.start - last if last >= 0 else inf

    def _nearest(self, mention: Named, candidates: Sequence[int]) -> int:
        """The person mentioned last; the first to be mentioned if none was."""
        before = [one for one in candidates if self.entities[one].last >= 0]
        if not before:
            return min(candidates, key=lambda one: self.entities[one].first)
        nearest = max(before, key=lambda one: self.entities[one].last)
        if self._distance(mention, nearest) <= _NEAR_BY:
            return nearest
        return max(before, key=lambda one: (self.entities[one].alone, self.entities[one].last))

    def _open(self, mention: Named, candidates: Sequence[int]) -> int:
        """The person of this name alone that stands for one of these people."""
        for one in candidates:
            if self.entities[one].open:
                return one
        entity = self._found(mention)
        self.entities[entity].open = True
        return entity

    def _plainly(self, name: Name, candidates: Sequence[int]) -> Sequence[int]:
        """Without the wives, if others are left: Mrs. Bell is not called just Bell."""
        if name.title is not None or Evidence.TITLES not in self._on:
            return candidates
        others = [one for one in candidates if not self._only_wife(one)]
        return others or candidates

    def _only_wife(self, entity: int) -> bool:
        return all(name.married == "yes" for name in self.entities[entity].names)

    # entities

    def _found(self, mention: Named) -> int:
        self.entities.append(Entity(mention.start))
        entity = len(self.entities) - 1
        self._call(entity, mention.name)
        return entity

    def _call(self, entity: int, name: Name) -> None:
        """They are called so as well."""
        names = self.entities[entity].names
        if len(names) < _NAMES and all(form_of(name) != form_of(one) for one in names):
            names.append(name)
            self._blocks.add(entity, name)


def _pair(name: Name, other: Name) -> frozenset[Form]:
    return frozenset((form_of(name), form_of(other)))


def _alike(name: Name, other: Name) -> bool:
    """Whether a word of one may be short for, or a slip of, a word that only the other has."""
    own, others = set(name.words) - set(other.words), set(other.words) - set(name.words)
    return any(
        one.key in own and two.key in others and given_link(one, two, ALL, True)
        for one, two in product(name.parts, other.parts)
    )


def _rather_surname(part: Part) -> bool:
    """Whether "Mr. Kent" is no Kent Miller: more people have it as a surname."""
    known = bearers(part.key)
    return known.surname > known.given


def _without(entities: Iterable[int], entity: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(one for one in entities if one != entity))
