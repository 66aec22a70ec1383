"""Find rare combinations of a person's attributes in a text: age, occupation and family."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import combinations, product
from typing import Any, NamedTuple

from anonfilter.contract.settings import Strict
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold

TOGETHER = 3  # attributes of this many kinds identify a person
_NEAR = 600  # characters within which attributes belong to one person
_MOST = 12  # attributes of a stretch that are combined


class Pattern(Strict):
    """A pattern, with a text in which it matches and a text in which it does not."""

    regex: str
    example: str
    counterexample: str


@hide_values
class Attribute(NamedTuple):
    """An attribute of a person in a stretch of a text."""

    kind: str
    value: str
    start: int
    end: int


Combination = tuple[tuple[str, str], ...]
"""Kinds and values, in the order of the kinds."""


class Rare(NamedTuple):
    """A combination that only this document has, and its place."""

    document: int
    start: int
    end: int
    said: Combination


@cache
def patterns() -> dict[str, list[Pattern]]:
    from ruamel.yaml import YAML

    text = resources.files(__package__).joinpath("attributes.yaml").read_text("utf-8")
    read: Any = YAML(typ="safe").load(text)
    return {kind: [Pattern.model_validate(one) for one in those] for kind, those in read.items()}


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (kind, re.compile(one.regex, re.IGNORECASE))
        for kind, those in patterns().items()
        for one in those
    )


def attributes(text: str) -> list[Attribute]:
    """Return all attributes of people, in the order of the text."""
    return sorted(
        (
            Attribute(kind, fold(match["value"]), *match.span())
            for kind, pattern in _compiled()
            for match in pattern.finditer(text)
        ),
        key=lambda one: (one.start, one.end, one.kind),
    )


def rare(texts: Sequence[str]) -> list[Rare]:
    """Return the combinations of nearby attributes that only one of these texts has.

    Every combination of a single text is rare.
    """
    found = [dict(_combined(attributes(text))) for text in texts]
    having = Counter(said for combined in found for said in combined)
    return [
        Rare(number, *place, said)
        for number, combined in enumerate(found)
        for said, place in _apart(
            (said, place) for said, place in combined.items() if having[said] == 1
        )
        if len(texts) > 1
    ]


def _apart(
    found: Iterator[tuple[Combination, tuple[int, int]]],
) -> Iterator[tuple[Combination, tuple[int, int]]]:
    """Keep one combination for each place; overlapping ones are about the same person."""
    end = -1
    for said, place in sorted(found, key=lambda one: (one[1], one[0])):
        if place[0] >= end:
            yield said, place
            end = place[1]


def _combined(said: Sequence[Attribute]) -> Iterator[tuple[Combination, tuple[int, int]]]:
    """Yield the combinations of attributes of several kinds in a stretch of the text."""
    first = 0
    for at, last in enumerate(said):
        while last.end - said[first].start > _NEAR:
            first += 1
        near = said[max(first, at - _MOST) : at]
        by_kind: defaultdict[str, dict[str, Attribute]] = defaultdict(dict)
        for one in near:
            if one.kind != last.kind:
                by_kind[one.kind][one.value] = one
        for kinds in combinations(sorted(by_kind), TOGETHER - 1):
            for others in product(*(by_kind[kind].values() for kind in kinds)):
                together = sorted([*others, last])
                place = min(one.start for one in together), max(one.end for one in together)
                yield tuple((one.kind, one.value) for one in together), place
