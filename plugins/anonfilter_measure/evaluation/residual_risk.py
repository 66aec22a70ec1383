"""Residual risk: the sum of the risks of a document's leaks, as :mod:`anonfilter.run.risks` sums.

A context (a genre, a file) passes if mean plus standard deviation is below 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import quantiles

from anonfilter.contract.document import Kind
from anonfilter.engine.union_find import group_numbers
from anonfilter.reports.tables import OVERALL, Section, Sheet
from anonfilter.run.risks import NAMES, half_risk, risk_statistics, spelled, summed
from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.filtered_gold import GoldResult
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.gold_labels import Labels

LIMIT = 5


@hide_values
@dataclass(frozen=True, slots=True)
class DocumentRisk:
    """The risk of one document, and whether a direct identifier contributes to it."""

    context: str
    score: int
    direct: bool


@dataclass(frozen=True, slots=True)
class ContextRisk:
    """The risks of the documents in one context; ``sd`` is the sample standard deviation."""

    documents: int
    mean: float
    sd: float
    p95: float
    max: int
    mean_plus_sd: float
    below_limit: bool
    share_above: float
    above_with_direct: int


def risk_of(mention: GoldMention, result: GoldResult, labels: Labels) -> int:
    """Return the risk of one missed mention; 0 if it is masked or not identifying."""
    unmasked = result.unmasked_words(mention)
    if not unmasked or not mention.certain or not mention.identifying:
        return 0
    name = mention.named or mention.label
    label = labels.of(name)
    if label.of_speaker and not mention.speaker:
        return 0
    is_name = name in NAMES
    partly = mention.partial or len(unmasked) < len(mention.tokens)
    if not (partly or (is_name and len(mention.tokens) == 1)):
        return label.risk
    return half_risk(label.risk, name=is_name)


def document_risk(result: GoldResult, labels: Labels) -> DocumentRisk:
    """Sum the risk of each missed value, which is that of its riskiest mention."""
    missed = [
        (mention, cost)
        for mention in result.gold.mentions
        if (cost := risk_of(mention, result, labels))
    ]
    values = group_numbers([_keys(result.gold, mention) for mention, _ in missed])
    total = summed(zip(values, (cost for _, cost in missed), strict=True))
    direct = any(labels.of(one.named or one.label).kind is Kind.DIRECT for one, _ in missed)
    return DocumentRisk(result.gold.context, total, direct)


def _keys(gold: GoldDocument, mention: GoldMention) -> Iterator[tuple[str, str]]:
    """Yield the keys of a mention's value: its normalised text and its cluster."""
    yield mention.label, spelled(gold.text[mention.start : mention.end])
    if mention.cluster:
        yield "", mention.cluster


def context_risk(documents: Sequence[DocumentRisk]) -> ContextRisk:
    scores = [one.score for one in documents]
    statistics = risk_statistics(scores)
    above = [one for one in documents if one.score > LIMIT]
    return ContextRisk(
        documents=len(scores),
        mean=statistics.mean,
        sd=statistics.sd,
        p95=quantiles(scores, n=20, method="inclusive")[-1] if len(scores) > 1 else scores[0],
        max=max(scores),
        mean_plus_sd=statistics.mean_plus_sd,
        below_limit=statistics.mean_plus_sd < LIMIT,
        share_above=len(above) / len(scores),
        above_with_direct=sum(one.direct for one in above),
    )


def section(results: Iterable[GoldResult], labels: Labels) -> Section:
    """Build a row with the risks of each context, and an overall row."""
    by_context: dict[str, list[DocumentRisk]] = {}
    for result in results:
        one = document_risk(result, labels)
        by_context.setdefault(one.context, []).append(one)
    if len(by_context) > 1:
        by_context[OVERALL] = [one for documents in by_context.values() for one in documents]
    risks = {context: context_risk(documents) for context, documents in by_context.items()}
    sheet = Sheet(
        f"residual risk; the criterion is mean + SD below {LIMIT}",
        (
            "context",
            "criterion",
            "documents",
            "mean",
            "SD",
            "P95",
            "max",
            "mean + SD",
            f"above {LIMIT}",
            "of these with a direct identifier",
        ),
        tuple(
            (
                context,
                "met" if one.below_limit else "not met",
                f"{one.documents:,}",
                f"{one.mean:.2f}",
                f"{one.sd:.2f}",
                f"{one.p95:.1f}",
                f"{one.max}",
                f"{one.mean_plus_sd:.2f}",
                f"{one.share_above:.1%}",
                f"{one.above_with_direct:,}",
            )
            for context, one in risks.items()
        ),
        texts=2,
    )
    return Section("risk", {context: asdict(one) for context, one in risks.items()}, sheet)
