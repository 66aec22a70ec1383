"""Confidence intervals for shares of a finite number of documents, and agreement of reviewers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, lgamma

LEVEL = 0.95
_ROUNDING = 9


@dataclass(frozen=True, slots=True)
class Share:
    """A number of documents, their share of all, and the share's 95 % confidence interval."""

    found: int
    share: float
    low: float
    high: float


def exact(found: int, drawn: int, population: int) -> tuple[float, float]:
    """Return the confidence interval of Clopper and Pearson, but for a finite population.

    The interval is of shares of the population, and has every share that a two-sided
    hypergeometric test does not reject. If all documents were drawn, both ends are the share.
    """
    return _interval(found, found, drawn, population)


def _interval(fewest: int, most: int, drawn: int, population: int) -> tuple[float, float]:
    tail = (1 - LEVEL) / 2
    certain, possible = fewest, population - (drawn - most)

    def chance(numbers: range, having: int) -> float:
        return sum(_chance(found, drawn, having, population) for found in numbers)

    def likely_low(having: int) -> bool:
        return fewest == 0 or chance(range(fewest, drawn + 1), having) > tail

    def likely_high(having: int) -> bool:
        return most == drawn or chance(range(most + 1), having) > tail

    numbers = range(certain, possible)
    low = certain + bisect_left(numbers, True, key=likely_low)
    high = certain + bisect_left(numbers, True, key=lambda having: not likely_high(having)) - 1
    if likely_high(possible):
        high = possible
    return low / population, high / population


def _chance(found: int, drawn: int, having: int, population: int) -> float:
    """Return the hypergeometric probability that a draw has exactly ``found`` such documents."""
    if found > having or drawn - found > population - having:
        return 0.0
    return exp(
        _log_choose(having, found)
        + _log_choose(population - having, drawn - found)
        - _log_choose(population, drawn)
    )


def _log_choose(n: int, k: int) -> float:
    """Return the logarithm of the number of ways to choose k items of n."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def over_strata(found: Sequence[tuple[int, int, int]]) -> Share:
    """Return the share over all strata, each (found, drawn, population), weighted by size.

    If the strata were drawn unequally, the interval is that of a simple sample of the effective
    size.
    """
    population = sum(size for _, _, size in found)
    share = sum(size / population * hits / drawn for hits, drawn, size in found)
    variance = sum((size / population) ** 2 / drawn for _, drawn, size in found)
    worth = max(1, min(floor(round(1 / variance, _ROUNDING)), sum(one[1] for one in found)))
    hits = round(share * worth, _ROUNDING)
    if all(drawn == size for _, drawn, size in found):
        low = high = share
    else:
        low, high = _interval(floor(hits), ceil(hits), worth, population)
    return Share(sum(one[0] for one in found), share, low, high)


def kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """Return Cohen's kappa of pairs of answers; None if all answers are the same."""
    count = len(pairs)
    observed = sum(one == other for one, other in pairs) / count
    yes, also = sum(one for one, _ in pairs) / count, sum(other for _, other in pairs) / count
    expected = yes * also + (1 - yes) * (1 - also)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def agreement(answers: Mapping[str, Sequence[bool]]) -> tuple[float | None, float | None]:
    """Return the share of equal answers and kappa, each as a mean over all pairs of reviewers.

    Either is None if it cannot be computed, for example with one reviewer.
    """
    sheets = list(answers.values())
    pairs = [
        list(zip(one, other, strict=True))
        for at, one in enumerate(sheets)
        for other in sheets[at + 1 :]
    ]
    if not pairs:
        return None, None
    equal = sum(sum(a == b for a, b in pair) / len(pair) for pair in pairs) / len(pairs)
    known = [found for found in map(kappa, pairs) if found is not None]
    return equal, sum(known) / len(known) if known else None
