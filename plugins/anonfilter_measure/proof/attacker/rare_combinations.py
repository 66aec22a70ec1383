"""Find rare combinations of a person's attributes, such as age, occupation and family."""

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
_MOST = 12  # attributes before an attribute that are combined with it


class Pattern(Strict):
    """A pattern, with a text in which it matches and a text in which it does not."""

    regex: str
    example: str
    counterexample: str


@hide_values
class Attribute(NamedTuple):
    """An attribute of a person, such as an occupation, and its place in a text."""

    kind: str
    value: str
    start: int
    end: int


Combination = tuple[tuple[str, str], ...]
"""Attributes as pairs of kind and value, in the order of the kinds."""


class Rare(NamedTuple):
    """A combination that only one document has, and its place there."""

    document: int
    start: int
    end: int
    combination: Combination


@cache
def patterns() -> dict[str, list[Pattern]]:
    from ruamel.yaml import YAML

    text = resources.files(__package__).joinpath("attributes.yaml").read_text("utf-8")
    read: Any = YAML(typ="safe").load(text)
    return {kind: [Pattern.model_validate(one) for one in found] for kind, found in read.items()}


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (kind, re.compile(one.regex, re.IGNORECASE))
        for kind, of_kind in patterns().items()
        for one in of_kind
    )


def attributes(text: str) -> list[Attribute]:
    """Return the attributes of people in a text, in its order."""
    return sorted(
        (
            Attribute(kind, fold(match["value"]), *match.span())
            for kind, pattern in _compiled()
            for match in pattern.finditer(text)
        ),
        key=lambda one: (one.start, one.end, one.kind),
    )


def rare(texts: Sequence[str]) -> list[Rare]:
    """Return the combinations of nearby attributes that only one of several texts has.

    Overlapping combinations are about the same person; the first of them is returned.
    """
    if len(texts) < 2:
        return []
    combined = [dict(_combined(attributes(text))) for text in texts]
    counts = Counter(combination for of_text in combined for combination in of_text)
    found: list[Rare] = []
    for number, of_text in enumerate(combined):
        end_before = -1
        for (start, end), combination in sorted((place, one) for one, place in of_text.items()):
            if counts[combination] == 1 and start >= end_before:
                found.append(Rare(number, start, end, combination))
                end_before = end
    return found


def _combined(found: Sequence[Attribute]) -> Iterator[tuple[Combination, tuple[int, int]]]:
    """Yield combinations of nearby attributes of different kinds, and their places."""
    first = 0
    for at, last in enumerate(found):
        while last.end - found[first].start > _NEAR:
            first += 1
        near = found[max(first, at - _MOST) : at]
        by_kind: defaultdict[str, dict[str, Attribute]] = defaultdict(dict)
        for one in near:
            if one.kind != last.kind:
                by_kind[one.kind][one.value] = one
        for kinds in combinations(sorted(by_kind), TOGETHER - 1):
            for others in product(*(by_kind[kind].values() for kind in kinds)):
                together = sorted([*others, last])
                place = min(one.start for one in together), max(one.end for one in together)
                yield tuple((one.kind, one.value) for one in together), place
