"""Recall, precision and F1 of silenced words, by the share of a word that must be silenced."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from anonfilter.reports.statistics import f1

RHOS = tuple(twentieth / 20 for twentieth in range(1, 21))
BINS = ("0", *(f"to {tenth / 10:.1f}" for tenth in range(1, 11)))
"""The bins of a histogram of shares: nothing, and ten bins that include their upper ends."""

_EXACT = 1e-6  # of a word: less than one sample


def covered(share: float, rho: float) -> bool:
    """Return True if this silenced share makes a word covered at rho."""
    return share >= rho - _EXACT


@dataclass(frozen=True, slots=True)
class Point:
    """The number of covered identifiers and of covered other words at one rho."""

    rho: float
    identifiers: int
    covered: int
    others: int

    @property
    def recall(self) -> float | None:
        return self.covered / self.identifiers if self.identifiers else None

    @property
    def precision(self) -> float | None:
        masked = self.covered + self.others
        return self.covered / masked if masked else None

    @property
    def f1(self) -> float | None:
        return f1(self.precision, self.recall)


def curve(identifiers: Iterable[float], others: Iterable[float]) -> tuple[Point, ...]:
    """Return a point for each rho; the arguments are silenced shares of words."""
    own, rest = sorted(identifiers), sorted(others)

    def above(shares: Sequence[float], rho: float) -> int:
        return len(shares) - bisect_left(shares, rho - _EXACT)

    return tuple(Point(rho, len(own), above(own, rho), above(rest, rho)) for rho in RHOS)


def best(points: Sequence[Point]) -> Point:
    """Return the point with the highest F1; of several, the strictest."""
    return max(points, key=lambda point: (point.f1 or 0.0, point.rho))


def histogram(shares: Iterable[float]) -> tuple[int, ...]:
    """Count shares by the bins of `BINS`."""
    counts = [0] * len(BINS)
    for share in shares:
        counts[next(at for at in range(len(BINS)) if share <= at / 10 + _EXACT)] += 1
    return tuple(counts)
