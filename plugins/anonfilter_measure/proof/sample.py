"""Draw documents by stratum; an equal seed draws equal documents."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from anonfilter.errors import AnonfilterError
from anonfilter.text.values import hide_values

_BANDS = ((0, "no tags"), (9, "1 to 9 tags"), (99, "10 to 99 tags"))
_MANY = "100 tags or more"


@hide_values
@dataclass(frozen=True, slots=True)
class Candidate:
    """A document that may be drawn: its file, its row if files have rows, and its stratum."""

    path: str
    line: int | None
    stratum: str


@dataclass(frozen=True, slots=True)
class Stratum:
    """The number of documents in a stratum, and the number to draw."""

    documents: int
    drawn: int


def band(tags: int) -> str:
    """Return the stratum of a document with this number of tags."""
    return next((name for most, name in _BANDS if tags <= most), _MANY)


def strata(candidates: Iterable[Candidate], number: int | None) -> dict[str, Stratum]:
    """Divide ``number`` among the strata by their size, at least one each; None draws all."""
    sizes: dict[str, int] = {}
    for one in candidates:
        sizes[one.stratum] = sizes.get(one.stratum, 0) + 1
    total = sum(sizes.values())
    if number is None or number >= total:
        return {name: Stratum(size, size) for name, size in sorted(sizes.items())}
    if number < len(sizes):
        raise AnonfilterError(
            f"{number} documents are fewer than the {len(sizes)} strata",
            hint=f"Draw at least {len(sizes)}, or divide them by something else (--by).",
        )
    shares = _shares(sizes, number)
    return {name: Stratum(size, shares[name]) for name, size in sorted(sizes.items())}


def _shares(sizes: Mapping[str, int], number: int) -> dict[str, int]:
    """Return one for each stratum, and the rest by the largest remainders."""
    total = sum(sizes.values())
    exact = {name: number * size / total for name, size in sizes.items()}
    shares = {name: max(1, int(share)) for name, share in exact.items()}
    while sum(shares.values()) != number:
        more = 1 if sum(shares.values()) < number else -1
        able = [name for name in sizes if 1 <= shares[name] + more <= sizes[name]]
        name = max(able, key=lambda one: (more * (exact[one] - shares[one]), one))
        shares[name] += more
    return shares


def draw(
    candidates: Sequence[Candidate], wanted: Mapping[str, Stratum], seed: int
) -> list[Candidate]:
    """Draw from each stratum, and shuffle, so that the order reveals no stratum."""
    source = random.Random(seed)  # noqa: S311 (a sample, no secret)
    drawn: list[Candidate] = []
    for name, stratum in sorted(wanted.items()):
        own = [one for one in candidates if one.stratum == name]
        drawn += source.sample(own, stratum.drawn)
    source.shuffle(drawn)
    return drawn
