"""Agreement of two reviewers: Cohen's kappa."""

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
    """The pairs of answers that two reviewers gave about the same places."""

    pairs: tuple[tuple[str, str], ...]

    @property
    def alike(self) -> int:
        """The number of pairs with equal answers."""
        return sum(one == other for one, other in self.pairs)

    @property
    def kappa(self) -> float | None:
        """The agreement beyond chance; None if all answers of both reviewers are the same."""
        number = len(self.pairs)
        first, second = (Counter(pair[at] for pair in self.pairs) for at in (0, 1))
        chance = sum(first[answer] * second[answer] for answer in first)
        if chance == number * number:
            return None
        return (self.alike * number - chance) / (number * number - chance)


def compared(one: Mapping[Place, str], other: Mapping[Place, str]) -> Agreement:
    """Compare two reviews of a text; a place in only one of them is "not marked" in the other."""
    places = sorted({*one, *other})
    return Agreement(
        tuple((one.get(place, NOT_MARKED), other.get(place, NOT_MARKED)) for place in places)
    )


def together(agreements: Sequence[Agreement]) -> Agreement:
    """Return the agreement over several texts."""
    return Agreement(tuple(pair for one in agreements for pair in one.pairs))
