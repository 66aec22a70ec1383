"""The weight of each finding in a sum of risks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from anonfilter.contract.document import Analysis, Document, Label, Span, Weight
from anonfilter.contract.extensions import NAMES as NAMES_EXTENSION
from anonfilter.contract.registry import extension
from anonfilter.engine import spans
from anonfilter.engine.union_find import same
from anonfilter.reports.risk_sums import NAMES, halved, spelled
from anonfilter.rules.schema import CheckRules


def is_limited(rules: CheckRules) -> bool:
    """Return True if the rules limit a sum of risks, so that findings need weights."""
    return rules.max_risk is not None or rules.max_corpus_risk is not None


def counted_spans(analysis: Analysis, rules: CheckRules) -> list[Span]:
    """Return the spans whose risks count: all except those with ignored labels."""
    return spans.order(span for span in analysis.spans if span.label not in rules.ignore)


def weights(document: Document, found: Sequence[Span], labels: Mapping[str, Label]) -> list[Weight]:
    """Return the weight of each span."""
    values = same([_keys(document, span) for span in found])
    return [
        Weight(value, _cost(document, span, labels[span.label]))
        for span, value in zip(found, values, strict=True)
    ]


def _keys(document: Document, span: Span) -> Iterator[tuple[str, str]]:
    """Return a key for each span; spans with the same entity or the same spelling share a key."""
    yield span.label, spelled(span.canonical or document.text[span.start : span.end])
    if span.entity:
        yield "", span.entity


def _cost(document: Document, span: Span, label: Label) -> int:
    names = extension(NAMES_EXTENSION) if label.name in NAMES else None
    words = names.name_tokens(document.text, span.start, span.end) if names is not None else ()
    return halved(label.risk, name=True) if len(words) == 1 else label.risk
