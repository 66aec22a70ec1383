"""The risk of a document: the sum of the risks of its remaining identifiers.

Each value counts once per document, with the risk of its label, however often it occurs and however
it is spelled. A part of a value, and a lone first or last name, count half: rounded up for names,
rounded down for others. All documents together are judged by mean plus standard deviation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from statistics import fmean, stdev

from anonfilter.contract.document import Analysis, Document, Finding, Label, Span, Weight
from anonfilter.contract.extensions import NAMES as NAMES_EXTENSION
from anonfilter.contract.registry import extension
from anonfilter.contract.report import RiskStatistics
from anonfilter.engine import spans
from anonfilter.engine.union_find import group_numbers
from anonfilter.rules.schema import CheckRules
from anonfilter.text.words import fold

NAMES = frozenset(("PERSON", "SPELLED_NAME"))


def half_risk(risk: int, *, name: bool) -> int:
    """Return the risk of a part of a value: half the risk, rounded up for names."""
    return ceil(risk / 2) if name else floor(risk / 2)


def spelled(text: str) -> str:
    """Return the form by which spellings are compared: it is the same for "J-A-N-E" and "Jane".

    Case, accents, blanks, points and hyphens are ignored.
    """
    return "".join(char for char in fold(text) if char.isalnum())


def summed(weights: Iterable[tuple[int, int]]) -> int:
    """Return the risk of a document: the sum of the highest cost of each value.

    A weight is the number of a value, and a cost.
    """
    dearest: dict[int, int] = {}
    for value, cost in weights:
        dearest[value] = max(cost, dearest.get(value, 0))
    return sum(dearest.values())


def risk_statistics(sums: Sequence[int]) -> RiskStatistics:
    """Return the mean and the standard deviation of the risks of documents."""
    if not sums:
        return RiskStatistics(0, 0.0, 0.0)
    return RiskStatistics(len(sums), fmean(sums), stdev(sums) if len(sums) > 1 else 0.0)


def is_limited(rules: CheckRules) -> bool:
    """Return True if the rules limit a sum of risks, so that findings need weights."""
    return rules.max_risk is not None or rules.max_corpus_risk is not None


def counted_spans(analysis: Analysis, rules: CheckRules) -> list[Span]:
    """Return the spans whose risks count: all except those with ignored labels."""
    return spans.order(span for span in analysis.spans if span.label not in rules.ignore)


def weights(document: Document, found: Sequence[Span], labels: Mapping[str, Label]) -> list[Weight]:
    """Return the weight of each span."""
    values = group_numbers([_keys(document, span) for span in found])
    return [
        Weight(value, _cost(document, span, labels[span.label]))
        for span, value in zip(found, values, strict=True)
    ]


def _keys(document: Document, span: Span) -> Iterator[tuple[str, str]]:
    """Yield keys of a span; spans with the same entity or the same spelling share a key."""
    yield span.label, spelled(span.canonical or document.text[span.start : span.end])
    if span.entity:
        yield "", span.entity


def _cost(document: Document, span: Span, label: Label) -> int:
    names = extension(NAMES_EXTENSION) if label.name in NAMES else None
    words = names.name_tokens(document.text, span.start, span.end) if names is not None else ()
    return half_risk(label.risk, name=True) if len(words) == 1 else label.risk


@dataclass(frozen=True, slots=True)
class Assessment:
    """A document's failing findings, the sum of its risks, and whether that is over the limit."""

    failing: tuple[Finding, ...]
    risk: int
    over: bool


def assess(found: Sequence[Finding], max_risk: int | None) -> Assessment:
    """Return the assessment of a document; over the limit, each finding with a cost fails."""
    risk = summed((one.weight.value, one.weight.cost) for one in found)
    over = max_risk is not None and risk > max_risk
    failing = (one for one in found if one.fails or (over and one.weight.cost))
    return Assessment(tuple(failing), risk, over)


def over_corpus(risks: Sequence[tuple[str, int]], max_corpus_risk: float) -> Iterator[Finding]:
    """Yield a finding for the document with the highest risk, if the mean risk + SD is too high."""
    if risk_statistics([risk for _, risk in risks]).mean_plus_sd > max_corpus_risk:
        path, _ = max(risks, key=lambda one: one[1])
        yield Finding(path, 1, 1, "CORPUS_RISK", "max_corpus_risk")
