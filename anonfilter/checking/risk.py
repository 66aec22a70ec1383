"""Fail a check by the sum of findings: the rules' ``max_risk`` and ``max_corpus_risk``.

Labels that do not fail a check by themselves add to the risk of re-identification, too. Accepted
findings add nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anonfilter.contract.document import Finding
from anonfilter.contract.report import RiskStatistics
from anonfilter.run.risks import summed, together


@dataclass(frozen=True, slots=True)
class Assessment:
    """A document's failing findings, the sum of its risks, and whether that is over the limit."""

    failing: tuple[Finding, ...]
    risk: int
    over: bool


def assess(found: Sequence[Finding], max_risk: int | None) -> Assessment:
    """Assess one document. Over the limit, every finding that adds to the risk fails."""
    risk = summed((one.weight.value, one.weight.cost) for one in found)
    over = max_risk is not None and risk > max_risk
    failing = (one for one in found if one.fails or (over and one.weight.cost))
    return Assessment(tuple(failing), risk, over)


def corpus(risks: Sequence[tuple[str, int]]) -> RiskStatistics:
    """Return the mean risk and the SD of all checked documents, from (path, risk) pairs."""
    return together([risk for _, risk in risks])


def over_corpus(risks: Sequence[tuple[str, int]], max_corpus_risk: float) -> Iterator[Finding]:
    """Yield a finding for the document with the highest risk, if mean + SD is over the limit."""
    if corpus(risks).mean_plus_sd > max_corpus_risk:
        path, _ = max(risks, key=lambda one: one[1])
        yield Finding(path, 1, 1, "CORPUS_RISK", "max_corpus_risk")
