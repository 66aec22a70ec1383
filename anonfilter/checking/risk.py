"""How a check fails by what is left in documents taken together: ``max_risk`` in the rules, and
``max_corpus_risk``.

It is judged by what was let pass as well: a label that fails no check by itself still adds to
what can be known of somebody. What somebody has accepted adds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from anonfilter_plugins.english.people.name_parts import name_tokens

from anonfilter.checking.risk_sums import NAMES, halved, spelled, summed, together
from anonfilter.contract.document import Analysis, Document, Finding, Label, Span, Weight
from anonfilter.contract.report import Together
from anonfilter.engine import spans
from anonfilter.rules.schema import CheckRules
from anonfilter.text.union_find import same


@dataclass(frozen=True, slots=True)
class Judged:
    """What a document fails by; what all its findings add up to, and whether that is too much."""

    failing: tuple[Finding, ...]
    risk: int
    over: bool


def is_limited(rules: CheckRules) -> bool:
    """Where nothing is limited nothing need be weighed."""
    return rules.max_risk is not None or rules.max_corpus_risk is not None


def adding(analysis: Analysis, rules: CheckRules) -> list[Span]:
    """The spans that count, whether or not their labels fail a check: all but what is ignored."""
    return spans.order(span for span in analysis.spans if span.label not in rules.ignore)


def weights(document: Document, found: Sequence[Span], labels: Mapping[str, Label]) -> list[Weight]:
    """A weight for each span."""
    values = same([_keys(document, span) for span in found])
    return [
        Weight(value, _cost(document, span, labels[span.label]))
        for span, value in zip(found, values, strict=True)
    ]


def _keys(document: Document, span: Span) -> Iterator[tuple[str, str]]:
    """Spans are of one value if a resolver says so, or if they read alike."""
    yield span.label, spelled(span.canonical or document.text[span.start : span.end])
    if span.entity:
        yield "", span.entity


def _cost(document: Document, span: Span, label: Label) -> int:
    lone = label.name in NAMES and len(name_tokens(document.text, span.start, span.end)) == 1
    return halved(label.risk, name=True) if lone else label.risk


def judged(found: Sequence[Finding], max_risk: int | None) -> Judged:
    """One document's findings. Where they add up to too much, all that adds to it is told."""
    risk = summed((one.weight.value, one.weight.cost) for one in found)
    over = max_risk is not None and risk > max_risk
    failing = (one for one in found if one.fails or (over and one.weight.cost))
    return Judged(tuple(failing), risk, over)


def corpus(risks: Sequence[tuple[str, int]]) -> Together:
    """All documents that were checked, clean ones too: path as it may be shown, and risk."""
    return together([risk for _, risk in risks])


def over_corpus(risks: Sequence[tuple[str, int]], max_corpus_risk: float) -> Iterator[Finding]:
    """A finding, at the document with the most, if mean plus SD is more than allowed."""
    if corpus(risks).mean_plus_sd > max_corpus_risk:
        path, _ = max(risks, key=lambda one: one[1])
        yield Finding(path, 1, 1, "CORPUS_RISK", "max_corpus_risk")
