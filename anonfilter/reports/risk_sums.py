"""What identifiers that are left in documents add up to.

Each value counts by its label's risk, once a document, however it is spelled and however often it
stands there. Half of it counts where only part of it is left, or where it is a lone first or last
name: of names rounded up, of others down. Documents are judged together by mean plus standard
deviation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from statistics import fmean, stdev

from anonfilter.contract.report import RiskStatistics
from anonfilter.text.words import fold

NAMES = frozenset(("PERSON", "SPELLED_NAME"))


def halved(risk: int, *, name: bool) -> int:
    """Return the cost of a finding that is only a part of a value; names are rounded up."""
    return ceil(risk / 2) if name else floor(risk / 2)


def spelled(text: str) -> str:
    """Return a text in the form that is equal for equal spellings: "J-A-N-E" is "Jane".

    Case, accents, blanks, points and hyphens are ignored.
    """
    return "".join(char for char in fold(text) if char.isalnum())


def summed(weights: Iterable[tuple[int, int]]) -> int:
    """Return the sum of the highest cost of each value; a weight is a value's number and a cost."""
    dearest: dict[int, int] = {}
    for value, cost in weights:
        dearest[value] = max(cost, dearest.get(value, 0))
    return sum(dearest.values())


def together(sums: Sequence[int]) -> RiskStatistics:
    if not sums:
        return RiskStatistics(0, 0.0, 0.0)
    return RiskStatistics(len(sums), fmean(sums), stdev(sums) if len(sums) > 1 else 0.0)
