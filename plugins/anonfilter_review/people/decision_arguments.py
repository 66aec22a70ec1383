"""Parse decisions from the command line: ``--merge p1,p4 --role p3=JUDGE``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from anonfilter_english.resolvers.decisions.decisions_file import Decision, Place
from anonfilter_english.resolvers.link_people.clusters import Cluster

from anonfilter.contract.document import Span
from anonfilter.contract.tags import tags_in
from anonfilter.errors import nearest
from anonfilter.text.values import hide_values
from anonfilter_review.people.document_people import DocumentPeople

_PLACE = re.compile(r"(\d+)-(\d+)")
_LINE = re.compile(r"(\d+):(\d+)")


class UnknownReference(ValueError):
    """The error that an argument refers to an unknown person, role or place."""


@hide_values
@dataclass(frozen=True)
class DecisionArguments:
    """A parser of decisions; each method parses the argument of the option with its name.

    An argument refers to mentions by an id (p3), a tag, START-END, or LINE:COLUMN. ``roles`` maps
    all names of roles to roles. Mentions in ``split_off`` no longer belong to their person in later
    arguments.
    """

    people: DocumentPeople
    roles: Mapping[str, str]
    split_off: set[Place] = field(default_factory=set)

    def merge(self, value: str) -> Decision:
        return Decision(merge=tuple(self._first(one) for one in _listed(value)))

    def split(self, value: str) -> Decision:
        mentions = tuple(self._mentions(value))
        self.split_off.update(mentions)
        return Decision(split=mentions)

    def role(self, value: str) -> Decision:
        who, role = _sides(value)
        if not role:
            raise UnknownReference(f"no role is given for {value}; for example: {value}=JUDGE")
        if role not in self.roles:
            close = nearest(role, list(self.roles))
            raise UnknownReference(
                f"{role} is not a role" + (f"; did you mean {close}?" if close else "")
            )
        return Decision(role=self.roles[role], of=tuple(self._first(one) for one in _listed(who)))

    def not_a_person(self, value: str) -> Decision:
        who, label = _sides(value)
        return Decision(not_a_person=tuple(self._mentions(who)), label=label or None)

    def keep(self, value: str) -> Decision:
        places = tuple(self._mentions(value))
        if not self.people.bodies.isdisjoint(places):
            raise UnknownReference(f"{value} is not a person; keep it with --not-a-person")
        return Decision(keep=places)

    def add(self, value: str) -> Decision:
        where, who = _sides(value)
        places = tuple(self._new(one) for one in _listed(where))
        return Decision(add=places, to=self._first(who) if who else None)

    def _new(self, where: str) -> Place:
        match = _PLACE.fullmatch(where)
        if match is None:
            raise UnknownReference(f"{where} is not START-END, in characters of the file")
        return int(match[1]), int(match[2])

    def _first(self, who: str) -> Place:
        return self._places(who)[0]

    def _mentions(self, value: str) -> Iterator[Place]:
        for who in _listed(value):
            yield from self._places(who)

    def _places(self, who: str) -> list[Place]:
        """Return the places of all mentions that a reference is about."""
        spans = [span for cluster in self.people.clusters for span in self._of(cluster, who)]
        places = [self.people.place(span) for span in spans]
        undecided = [place for place in places if place not in self.people.decided]
        if not undecided:
            why = (
                "is decided already; remove it from the file" if places else "is not mentioned here"
            )
            raise UnknownReference(f"{who} {why}")
        return undecided

    def _of(self, cluster: Cluster, who: str) -> Sequence[Span]:
        if cluster.id == who:
            return [span for span in cluster.spans if self.people.place(span) not in self.split_off]
        return [span for span in cluster.spans if self._is(span, who)]

    def _is(self, span: Span, who: str) -> bool:
        place = self.people.place(span)
        if match := _PLACE.fullmatch(who):
            return place == (int(match[1]), int(match[2]))
        if match := _LINE.fullmatch(who):
            at = self.people.position(int(match[1]), int(match[2]))
            return at is not None and place[0] <= at < place[1]
        tags = tags_in(who)
        return bool(tags) and tags == tags_in(self.people.replacement(span))


def _listed(value: str) -> list[str]:
    return [one.strip() for one in value.split(",") if one.strip()]


def _sides(value: str) -> tuple[str, str]:
    who, _, what = value.partition("=")
    return who.strip(), what.strip()
