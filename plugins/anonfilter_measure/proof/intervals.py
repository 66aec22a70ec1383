"""Confidence intervals of shares in a finite number of documents, and agreement of reviewers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, lgamma

LEVEL = 0.95
_ROUNDING = 9


@dataclass(frozen=True, slots=True)
class Share:
    """A share of all documents, with its 95 % confidence interval."""

    found: int
    share: float
    low: float
    high: float


def exact(found: int, drawn: int, population: int) -> tuple[float, float]:
    """Return the exact interval of a share: Clopper and Pearson's for a finite population.

    The interval has every number of documents that a two-sided hypergeometric test does not reject.
    The share is exact if the whole population was drawn.
    """
    return _interval(found, found, drawn, population)


def _interval(fewest: int, most: int, drawn: int, population: int) -> tuple[float, float]:
    tail = (1 - LEVEL) / 2
    certain, possible = fewest, population - (drawn - most)

    def likely_low(having: int) -> bool:
        return fewest == 0 or _at_least(fewest, drawn, having, population) > tail

    def likely_high(having: int) -> bool:
        return most == drawn or _at_most(most, drawn, having, population) > tail

    low = _first(certain, possible, likely_low)
    high = _first(certain, possible, lambda having: not likely_high(having)) - 1
    if likely_high(possible):
        high = possible
    return low / population, high / population


def _first(start: int, end: int, holds: Callable[[int], bool]) -> int:
    """Return the first number of a range from which a condition holds; else the last number."""
    while start < end:
        middle = (start + end) // 2
        if holds(middle):
            end = middle
        else:
            start = middle + 1
    return start


def _at_most(found: int, drawn: int, having: int, population: int) -> float:
    return sum(_chance(one, drawn, having, population) for one in range(found + 1))


def _at_least(found: int, drawn: int, having: int, population: int) -> float:
    return sum(_chance(one, drawn, having, population) for one in range(found, drawn + 1))


def _chance(found: int, drawn: int, having: int, population: int) -> float:
    """Return the hypergeometric probability of this number of finds."""
    if found > having or drawn - found > population - having:
        return 0.0
    return exp(
        _choose(having, found)
        + _choose(population - having, drawn - found)
        - _choose(population, drawn)
    )


def _choose(of: int, some: int) -> float:
    return lgamma(of + 1) - lgamma(some + 1) - lgamma(of - some + 1)


def over_strata(found: Sequence[tuple[int, int, int]]) -> Share:
    """Weigh strata, each (found, drawn, population), by their size.

    If they were drawn unequally, the interval is that of a simple sample of the effective size.
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
    """Return Cohen's kappa of two reviewers' answers; None if both always gave the same answer."""
    count = len(pairs)
    observed = sum(one == other for one, other in pairs) / count
    yes, also = sum(one for one, _ in pairs) / count, sum(other for _, other in pairs) / count
    expected = yes * also + (1 - yes) * (1 - also)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def agreement(answers: Mapping[str, Sequence[bool]]) -> tuple[float | None, float | None]:
    """Return the mean over all pairs of reviewers: the share of equal answers, and kappa."""
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
