"""Link mentions of people: full names first, then the others in the order of the text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product

from anonfilter.contract.document import Document
from anonfilter_english.knowledge.people.link_evidence import ALL, Evidence
from anonfilter_english.knowledge.people.person_names import Name, settled
from anonfilter_english.resolvers.link_people.aliases import find_aliases, find_pairs
from anonfilter_english.resolvers.link_people.candidate_choice import CandidateChoice, Prefer
from anonfilter_english.resolvers.link_people.candidate_search import CandidateSearch
from anonfilter_english.resolvers.link_people.conversation import Conversation
from anonfilter_english.resolvers.link_people.entities import EntityStore, Form, form_of
from anonfilter_english.resolvers.link_people.mentions import Link, PersonMention

_NEAREST = "the likeliest of several people with this name"
_OPEN = "undecided between several people with this name"


class Linker:
    """A linker of the mentions of one record to entities.

    With ``apart``, a name for which the text does not decide between several people becomes an
    entity of its own. Otherwise it is linked to the likeliest of these people.
    """

    def __init__(
        self, on: frozenset[Evidence] = ALL, prefer: Prefer | None = None, *, apart: bool = True
    ) -> None:
        self._on = on
        self._entities = EntityStore(on)
        self._search = CandidateSearch(self._entities, on)
        self._choice = CandidateChoice(self._entities, on, prefer, apart=apart)

    @property
    def compared(self) -> int:
        """The number of names that were compared."""
        return self._search.compared

    def link(
        self,
        mentions: Sequence[PersonMention],
        aliases: Iterable[tuple[int, int]] = (),
        together: Iterable[tuple[int, int]] = (),
    ) -> list[Link]:
        """Return the link of each mention to an entity; mentions are in the order of the text.

        ``aliases`` are pairs of mentions that the text calls one person, ``together`` pairs that it
        calls two people.
        """
        mentions = [replace(mention, name=settled(mention.name)) for mention in mentions]
        if Evidence.TOGETHER in self._on:
            self._search.keep_apart(
                (mentions[first].name, mentions[second].name) for first, second in together
            )
        sure = self._link_full_names(mentions)
        known = {mentions[at].start: linked.entity for at, linked in sure.items()}
        result: list[Link] = []
        for at, mention in enumerate(mentions):
            linked = sure.get(at) or self._link_in_context(mention, known)
            self._entities.note_mention(linked.entity, mention)
            known[mention.start] = linked.entity
            result.append(linked)
        return _joined(result, aliases) if Evidence.ALIASES in self._on else result

    def _link_full_names(self, mentions: Sequence[PersonMention]) -> dict[int, Link]:
        """Return the links of mentions whose full name decides, names with the most words first.

        A full name does not decide if two entities fit it equally well.
        """
        forms: dict[Form, list[int]] = {}
        for at, mention in enumerate(mentions):
            if mention.name.full:
                forms.setdefault(form_of(mention.name), []).append(at)
        sure: dict[int, Link] = {}
        for places in sorted(forms.values(), key=lambda at: _rank(mentions[at[0]].name, at)):
            mention = mentions[places[0]]
            agreeing = self._search.agreeing(mention.name)
            if len(agreeing) > 1 and agreeing[0][0] == agreeing[1][0]:
                continue
            if agreeing:
                entity = agreeing[0][1]
                self._entities.add_name(entity, mention.name)
                linked = Link(entity, "another form of a full name")
            else:
                linked = Link(self._entities.add(mention), "the same full name")
            sure.update(dict.fromkeys(places, linked))
        return sure

    def _link_in_context(self, mention: PersonMention, known: Mapping[int, int]) -> Link:
        """Return the link of a mention whose name is partial, or may belong to several people."""
        for reason, search in self._search.searches(mention.name):
            candidates = list(dict.fromkeys(search))
            if not candidates:
                continue
            chosen = self._choice.choose(mention, candidates, known)
            entity = self._open_entity(mention, candidates) if chosen is None else chosen
            self._entities.add_name(entity, mention.name)
            others = tuple(candidate for candidate in candidates if candidate != entity)
            if not others:
                return Link(entity, reason)
            return Link(entity, _OPEN if chosen is None else _NEAREST, others)
        return Link(self._entities.add(mention), "the only person of that name")

    def _open_entity(self, mention: PersonMention, candidates: Sequence[int]) -> int:
        """Return the entity for undecided mentions that may name any of these people."""
        for candidate in candidates:
            if self._entities[candidate].open:
                return candidate
        entity = self._entities.add(mention)
        self._entities[entity].open = True
        return entity


class RecordLinker:
    """A linker of the mentions of each record of a document."""

    def __init__(self, document: Document, on: frozenset[Evidence], *, apart: bool) -> None:
        self._text = document.prose
        self._conversation = Conversation(document)
        self._on = on
        self._apart = apart

    def link(self, mentions: Sequence[PersonMention]) -> list[Link]:
        """Return the link of each mention of one record to an entity, in the order of the text."""
        places = [(mention.start, mention.end) for mention in mentions]
        if Evidence.ORDER in self._on:
            mentions = _with_inverted_names(self._text, mentions)
        linker = Linker(self._on, self._conversation.preferred, apart=self._apart)
        aliases, pairs = find_aliases(self._text, places), find_pairs(self._text, places)
        return linker.link(mentions, aliases, pairs)


def _with_inverted_names(text: str, mentions: Sequence[PersonMention]) -> list[PersonMention]:
    """Return the mentions; both halves of "Okafor, Adaeze" get the full name.

    The halves stay as they are if the text has no "Adaeze Okafor".
    """
    full_names = [mention.name for mention in mentions if mention.name.full]
    full = {
        pair
        for name in full_names
        for part in name.surname
        for pair in product(name.given[0].keys, part.keys)
    }
    result = list(mentions)
    for at in range(1, len(mentions)):
        before, after = mentions[at - 1 : at + 1]
        surname, given = before.name.lone, after.name.lone
        comma = text[before.end : after.start].strip(" ") == ","
        if len(surname) != 1 or len(given) != 1 or not comma:
            continue
        if not full.isdisjoint(product(given[0].keys, surname[0].keys)):
            name = Name(given=given, surname=surname)
            result[at - 1 : at + 1] = replace(before, name=name), replace(after, name=name)
    return result


def _rank(name: Name, places: Sequence[int]) -> tuple[int, int, int, int]:
    """Return a sort key that puts names with the most words first, then the most frequent."""
    whole = sum(not part.initial for part in name.parts)
    return -whole, -len(name.parts), -len(places), places[0]


def _joined(linked: Sequence[Link], aliases: Iterable[tuple[int, int]]) -> list[Link]:
    """Return the links after joining the entities of each pair of mentions in ``aliases``."""
    joined_to: dict[int, int] = {}

    def final(entity: int) -> int:
        while entity in joined_to:
            entity = joined_to[entity]
        return entity

    for first, second in aliases:
        kept, joined = final(linked[first].entity), final(linked[second].entity)
        if kept != joined:
            joined_to[joined] = kept
    result: list[Link] = []
    for link in linked:
        entity = final(link.entity)
        others = dict.fromkeys(other for other in map(final, link.others) if other != entity)
        result.append(Link(entity, link.reason, tuple(others)))
    return result
