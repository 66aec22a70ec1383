"""Fails a check by the sum of findings: the rules' ``max_risk`` and ``max_corpus_risk``.

Labels that do not fail a check by themselves add to the risk of re-identification, too. Accepted
findings add nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from anonfilter.checking.risk_sums import NAMES, halved, spelled, summed, together
from anonfilter.contract.document import Analysis, Document, Finding, Label, Span, Weight
from anonfilter.contract.extensions import NAMES as NAMES_EXTENSION
from anonfilter.contract.registry import extension
from anonfilter.contract.report import RiskStatistics
from anonfilter.engine import spans
from anonfilter.engine.union_find import same
from anonfilter.rules.schema import CheckRules


@dataclass(frozen=True, slots=True)
class Assessment:
    """A document's failing findings, the sum of its risks, and whether that is over the limit."""

    failing: tuple[Finding, ...]
    risk: int
    over: bool


def is_limited(rules: CheckRules) -> bool:
    """Whether the rules limit a sum of risks, so that findings need weights."""
    return rules.max_risk is not None or rules.max_corpus_risk is not None


def counted_spans(analysis: Analysis, rules: CheckRules) -> list[Span]:
    """The spans whose risks count: all but those of ignored labels."""
    return spans.order(span for span in analysis.spans if span.label not in rules.ignore)


def weights(document: Document, found: Sequence[Span], labels: Mapping[str, Label]) -> list[Weight]:
    """Weigh each span."""
    values = same([_keys(document, span) for span in found])
    return [
        Weight(value, _cost(document, span, labels[span.label]))
        for span, value in zip(found, values, strict=True)
    ]


def _keys(document: Document, span: Span) -> Iterator[tuple[str, str]]:
    """Spans that share a key have one value: by a resolver, or by equal spelling."""
    yield span.label, spelled(span.canonical or document.text[span.start : span.end])
    if span.entity:
        yield "", span.entity


def _cost(document: Document, span: Span, label: Label) -> int:
    names = extension(NAMES_EXTENSION) if label.name in NAMES else None
    words = names.name_tokens(document.text, span.start, span.end) if names is not None else ()
    return halved(label.risk, name=True) if len(words) == 1 else label.risk


def assess(found: Sequence[Finding], max_risk: int | None) -> Assessment:
    """Assess one document. Over the limit, every finding that adds to the risk fails."""
    risk = summed((one.weight.value, one.weight.cost) for one in found)
    over = max_risk is not None and risk > max_risk
    failing = (one for one in found if one.fails or (over and one.weight.cost))
    return Assessment(tuple(failing), risk, over)


def corpus(risks: Sequence[tuple[str, int]]) -> RiskStatistics:
    """The risk of all checked documents, clean ones included, from (path, risk) pairs."""
    return together([risk for _, risk in risks])


def over_corpus(risks: Sequence[tuple[str, int]], max_corpus_risk: float) -> Iterator[Finding]:
    """A finding at the document with the highest risk, if mean + SD is over the limit."""
    if corpus(risks).mean_plus_sd > max_corpus_risk:
        path, _ = max(risks, key=lambda one: one[1])
        yield Finding(path, 1, 1, "CORPUS_RISK", "max_corpus_risk")
