"""How far two reviewers agree: Cohen's kappa."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anonfilter.text.values import hide_values

Place = tuple[int, int]
NOT_MARKED = "not marked"


@hide_values
@dataclass(frozen=True, slots=True)
class Agreement:
    """The answers of two reviewers on the same places, in pairs."""

    pairs: tuple[tuple[str, str], ...]

    @property
    def alike(self) -> int:
        return sum(one == other for one, other in self.pairs)

    @property
    def kappa(self) -> float | None:
        """Agreement beyond that by chance, at most 1; None where there is nothing to tell apart:
        both gave one answer throughout."""
        number = len(self.pairs)
        first, second = (Counter(pair[at] for pair in self.pairs) for at in (0, 1))
        chance = sum(first[answer] * second[answer] for answer in first)
        if chance == number * number:
            return None
        return (self.alike * number - chance) / (number * number - chance)


def compared(one: Mapping[Place, str], other: Mapping[Place, str]) -> Agreement:
    """Two reviews of a text; what only one of them marks, the other has not marked."""
    places = sorted({*one, *other})
    return Agreement(
        tuple((one.get(place, NOT_MARKED), other.get(place, NOT_MARKED)) for place in places)
    )


def together(agreements: Sequence[Agreement]) -> Agreement:
    """The agreement over several texts."""
    return Agreement(tuple(pair for one in agreements for pair in one.pairs))
