"""Find people in several documents who may be one person under different names.

With ``scope: corpus``, equal names have the same tag. Another form of a name never gets this tag
automatically: it is shown as a possible match, and a roster with both names makes them one person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from anonfilter_english.knowledge.people.link_evidence import ALL
from anonfilter_english.knowledge.people.name_match import (
    given_link,
    is_same_word,
    weigh_full_names,
)
from anonfilter_english.knowledge.people.near_spelling import sound
from anonfilter_english.knowledge.people.person_names import Name, Part, read_name
from anonfilter_english.resolvers.link_people.clusters import Cluster

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_review.people.document_people import DocumentPeople

COLUMNS = ("file", "who", "called", "may be", "in", "called", "why")
_MOST = 40  # people with the same word that are compared; a frequent word is no evidence


@hide_values
@dataclass(frozen=True)
class Person:
    """A person of one file; ``written`` is the fullest name, which decides the tag, folded."""

    file: str
    people: DocumentPeople
    cluster: Cluster
    name: Name
    written: str

    @property
    def shown(self) -> str:
        return next(iter(self.people.variants(self.cluster)))


@hide_values
@dataclass(frozen=True)
class PossibleMatch:
    """Two people of different files who may be one person, and the reason."""

    one: Person
    other: Person
    why: str


def find(people: Mapping[str, DocumentPeople]) -> list[PossibleMatch]:
    """Return the pairs of people of different files who may be one person under two names."""
    blocks: dict[str, list[Person]] = defaultdict(list)
    for file, of_file in people.items():
        for person in _people(file, of_file):
            keys = {key for part in person.name.parts for key in (part.key, f" {sound(part.key)}")}
            for key in sorted(keys):
                blocks[key].append(person)
    found: dict[tuple[int, int], PossibleMatch] = {}
    for block in blocks.values():
        for one, other in combinations(block[:_MOST], 2):
            place = id(one.cluster), id(other.cluster)
            if one.file == other.file or one.written == other.written or place in found:
                continue
            if why := _why(one.name, other.name):
                found[place] = PossibleMatch(one, other, why)
    return list(found.values())


def _people(file: str, people: DocumentPeople) -> Iterator[Person]:
    for cluster in people.clusters:
        if cluster.id[:1] in "pr" and cluster.variants:
            written = max(cluster.variants, key=lambda one: (len(one.split()), len(one)))
            yield Person(file, people, cluster, read_name(written), fold(written))


def _why(one: Name, other: Name) -> str:
    if one.full and other.full:
        return _of_full(one, other) if weigh_full_names(one, other, ALL) else ""
    short, long = (one, other) if not one.full else (other, one)
    if short.full or not long.full or not short.parts:
        return ""
    if all(_among(part, long.surname) for part in short.parts):
        return "a surname alone"
    return "a given name alone" if all(_among(part, long.given) for part in short.parts) else ""


def _of_full(one: Name, other: Name) -> str:
    """Return the reason why two different full names may belong to one person."""
    links = [
        link.by.value
        for part, another in zip(one.given, other.given, strict=False)
        if not is_same_word(part, another, ALL) and (link := given_link(part, another, ALL, True))
    ]
    return ", ".join(dict.fromkeys(links)) or "another form of the name"


def _among(part: Part, parts: Sequence[Part]) -> bool:
    return any(is_same_word(part, one, ALL) for one in parts)


def rows(found: Sequence[PossibleMatch]) -> Iterator[tuple[str, ...]]:
    for one in found:
        first, second = one.one, one.other
        yield (
            first.file,
            first.cluster.id,
            first.shown,
            second.cluster.id,
            second.file,
            second.shown,
            one.why,
        )


def as_data(found: Sequence[PossibleMatch]) -> list[Mapping[str, Any]]:
    return [
        {
            "people": [
                {"file": person.file, "id": person.cluster.id, "called": person.shown}
                for person in (one.one, one.other)
            ],
            "why": one.why,
        }
        for one in found
    ]
