"""Bootstrap intervals: how far a share would move if other documents had been drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

RESAMPLES = 2000
_SEED = 0
_OUTSIDE = 0.05
"""Share of the resamples that may lie outside an interval."""

Counts = Sequence[tuple[int, int]]
"""For each document a part and its whole, such as the masked mentions and all mentions."""


class Interval(NamedTuple):
    """The bounds between which the shares of 95 % of the resamples lie."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:.3f} to {self.high:.3f}"


def interval(documents: Counts) -> Interval | None:
    """Return the interval of the share, from resamples of the documents; None without mentions.

    Documents are drawn with replacement. The same counts give the same interval.
    """
    return _middle(_resampled(documents))


def interval_of_mean(shares: Sequence[Counts]) -> Interval | None:
    """Return the interval of the mean of several shares of the same documents in the same order.

    A resample without any mention for one of the shares does not count.
    """
    import numpy as np

    if len({len(counts) for counts in shares}) > 1:
        raise ValueError("a mean is of shares of the same documents")
    resampled = [drawn for counts in shares if len(drawn := _resampled(counts))]
    return _middle(np.mean(resampled, axis=0)) if resampled else None


def interval_of_difference(before: Counts, after: Counts) -> Interval | None:
    """Return the interval of how much the share grows from ``before`` to ``after``.

    Both have the counts of the same documents in the same order; a resample draws the same
    documents for both. If the interval contains 0, the texts do not show which of the two is
    better.
    """
    if len(before) != len(after):
        raise ValueError("differences are of the same documents")
    return _middle(_resampled(after) - _resampled(before))


def _resampled(documents: Counts) -> np.ndarray:
    import numpy as np

    counts = np.array(documents, dtype=float).reshape(-1, 2)
    if not counts[:, 1].sum():
        return np.empty(0)
    equal = np.full(len(counts), 1 / len(counts))
    drawn = np.random.default_rng(_SEED).multinomial(len(counts), equal, RESAMPLES)
    parts, wholes = (drawn @ counts).T
    shares: np.ndarray = np.full(RESAMPLES, np.nan)
    np.divide(parts, wholes, out=shares, where=wholes > 0)
    return shares


def _middle(shares: np.ndarray) -> Interval | None:
    """Return the interval of these shares; resamples without a mention have none, and are skipped.

    Return None if no resample has a share.
    """
    import numpy as np

    shares = shares[~np.isnan(shares)]
    if not len(shares):
        return None
    low, high = np.quantile(shares, (_OUTSIDE / 2, 1 - _OUTSIDE / 2))
    return Interval(float(low), float(high))
