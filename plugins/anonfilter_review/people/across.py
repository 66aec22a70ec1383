"""Find people who may be one person in several documents under different names.

With ``scope: corpus`` the same words have the same tag. Another form of a name never gets that tag
automatically. It is shown here, and a roster with both names makes them one person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from anonfilter_english.knowledge.people.link_evidence import ALL
from anonfilter_english.knowledge.people.name_match import full_names_agree, given_link, same
from anonfilter_english.knowledge.people.near_spelling import sound
from anonfilter_english.knowledge.people.person_names import Name, Part, read_name
from anonfilter_english.resolvers.link_people.clusters import Cluster

from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_review.people.cast import Cast

COLUMNS = ("file", "who", "called", "may be", "in", "called", "why")
_MOST = 40  # people that may share a word; a more frequent word is no evidence


@hide_values
@dataclass(frozen=True)
class Person:
    """A person of one file: the fullest name, which decides the tag, and all other names."""

    file: str
    cast: Cast
    cluster: Cluster
    name: Name
    written: str

    @property
    def shown(self) -> str:
        return next(iter(self.cast.variants(self.cluster)))


@hide_values
@dataclass(frozen=True)
class Likeness:
    """Two people of two files who may be one person, and the reason."""

    one: Person
    other: Person
    why: str


def alike(casts: Mapping[str, Cast]) -> list[Likeness]:
    """Return people of different files who may be one person though their names differ."""
    blocks: dict[str, list[Person]] = defaultdict(list)
    for file, cast in casts.items():
        for person in _people(file, cast):
            keys = {key for part in person.name.parts for key in (part.key, f" {sound(part.key)}")}
            for key in sorted(keys):
                blocks[key].append(person)
    found: dict[tuple[int, int], Likeness] = {}
    for some in blocks.values():
        for one, other in combinations(some[:_MOST], 2):
            place = id(one.cluster), id(other.cluster)
            if one.file == other.file or one.written == other.written or place in found:
                continue
            if why := _why(one.name, other.name):
                found[place] = Likeness(one, other, why)
    return list(found.values())


def _people(file: str, cast: Cast) -> Iterator[Person]:
    for cluster in cast.clusters:
        if cluster.id[:1] in "pr" and cluster.variants:
            written = max(cluster.variants, key=lambda one: (len(one.split()), len(one)))
            yield Person(file, cast, cluster, read_name(written), fold(written))


def _why(one: Name, other: Name) -> str:
    if one.full and other.full:
        return _of_full(one, other) if full_names_agree(one, other, ALL) else ""
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
        if not same(part, another, ALL) and (link := given_link(part, another, ALL, True))
    ]
    return ", ".join(dict.fromkeys(links)) or "another form of the name"


def _among(part: Part, parts: Sequence[Part]) -> bool:
    return any(same(part, one, ALL) for one in parts)


def rows(found: Sequence[Likeness]) -> Iterator[tuple[str, ...]]:
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


def as_data(found: Sequence[Likeness]) -> list[Mapping[str, Any]]:
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
