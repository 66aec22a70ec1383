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
    """What part of a value costs."""
    return ceil(risk / 2) if name else floor(risk / 2)


def spelled(text: str) -> str:
    """What reads alike but for case, accents, blanks, points and hyphens: "J-A-N-E" is "Jane"."""
    return "".join(char for char in fold(text) if char.isalnum())


def summed(weights: Iterable[tuple[int, int]]) -> int:
    """The dearest mention of each value, added up; a weight is a value's number and a cost."""
    dearest: dict[int, int] = {}
    for value, cost in weights:
        dearest[value] = max(cost, dearest.get(value, 0))
    return sum(dearest.values())


def together(sums: Sequence[int]) -> RiskStatistics:
    if not sums:
        return RiskStatistics(0, 0.0, 0.0)
    return RiskStatistics(len(sums), fmean(sums), stdev(sums) if len(sums) > 1 else 0.0)
