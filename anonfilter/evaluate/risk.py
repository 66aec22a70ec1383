"""Residual risk: what the leaks of a document add up to.

Each missed value counts by its label's risk, once a document, however it is spelled. Half of it
counts if the rest was masked, or if it is a lone first or last name: of names rounded up, of
others down. A context (a genre, a file) passes if mean plus standard deviation is below 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import ceil, floor
from statistics import fmean, quantiles, stdev

from anonfilter.evaluate.gold import GoldMention
from anonfilter.evaluate.labels import Labels
from anonfilter.evaluate.run import Scored
from anonfilter.evaluate.tables import Section, Sheet
from anonfilter.model import Kind
from anonfilter.text import fold

LIMIT = 5
_NAMES = frozenset(("PERSON", "SPELLED_NAME"))


@dataclass(frozen=True, slots=True)
class DocumentRisk:
    """The sum of one document, and whether a direct identifier is among what it was made of."""

    context: str
    score: int
    direct: bool


@dataclass(frozen=True, slots=True)
class ContextRisk:
    """The documents of one context; SD is that of a sample."""

    documents: int
    mean: float
    sd: float
    p95: float
    max: int
    mean_plus_sd: float
    below_limit: bool
    share_above: float
    above_with_direct: int


def risk_of(mention: GoldMention, scored: Scored, labels: Labels) -> int:
    """What one missed mention costs; 0 if it is masked, or says nothing about anybody."""
    bare = scored.bare(mention)
    if not bare or not mention.certain or not mention.identifying:
        return 0
    name = mention.named or mention.label
    label = labels.of(name)
    if label.of_speaker and not mention.speaker:
        return 0
    is_name = name in _NAMES
    partly = mention.partial or len(bare) < len(mention.tokens)
    if not (partly or (is_name and len(mention.tokens) == 1)):
        return label.risk
    return ceil(label.risk / 2) if is_name else floor(label.risk / 2)


def document_risk(scored: Scored, labels: Labels) -> DocumentRisk:
    """The dearest mention of each missed value, added up."""
    missed = [
        (mention, cost)
        for mention in scored.gold.mentions
        if (cost := risk_of(mention, scored, labels))
    ]
    dearest: dict[int, int] = {}
    values = _values(scored, [mention for mention, _ in missed])
    for (_, cost), value in zip(missed, values, strict=True):
        dearest[value] = max(cost, dearest.get(value, 0))
    direct = any(labels.of(one.named or one.label).kind is Kind.DIRECT for one, _ in missed)
    return DocumentRisk(scored.gold.context or scored.gold.file, sum(dearest.values()), direct)


def _values(scored: Scored, mentions: Sequence[GoldMention]) -> list[int]:
    """A number for each mention, equal where it is the same value.

    That is what the gold puts in one cluster, and what reads alike but for case, accents, blanks,
    points and hyphens: "J-A-N-E" is "Jane".
    """
    known: dict[tuple[str, str], int] = {}
    numbers: list[int] = []
    for at, mention in enumerate(mentions):
        text = scored.gold.text[mention.start : mention.end]
        spelled = "".join(char for char in fold(text) if char.isalnum())
        keys = [(mention.label, spelled)]
        if mention.cluster:
            keys.append(("", mention.cluster))
        earlier = {known[key] for key in keys if key in known}
        number = min(earlier, default=at)
        numbers = [number if one in earlier else one for one in numbers] + [number]
        known = {key: number if one in earlier else one for key, one in known.items()}
        known.update(dict.fromkeys(keys, number))
    return numbers


def context_risk(documents: Sequence[DocumentRisk]) -> ContextRisk:
    scores = [one.score for one in documents]
    mean = fmean(scores)
    sd = stdev(scores) if len(scores) > 1 else 0.0
    above = [one for one in documents if one.score > LIMIT]
    return ContextRisk(
        documents=len(scores),
        mean=mean,
        sd=sd,
        p95=quantiles(scores, n=20, method="inclusive")[-1] if len(scores) > 1 else scores[0],
        max=max(scores),
        mean_plus_sd=mean + sd,
        below_limit=mean + sd < LIMIT,
        share_above=len(above) / len(scores),
        above_with_direct=sum(one.direct for one in above),
    )


def section(results: Iterable[Scored], labels: Labels, names: Mapping[str, str]) -> Section:
    """A row a context; ``names`` says how files are called, which are the context if none is."""
    by_context: dict[str, list[DocumentRisk]] = {}
    for scored in results:
        one = document_risk(scored, labels)
        by_context.setdefault(names.get(one.context, one.context), []).append(one)
    risks = {context: context_risk(documents) for context, documents in by_context.items()}
    sheet = Sheet(
        f"residual risk; the criterion is mean + SD below {LIMIT}",
        ("context", "criterion", "documents", "mean", "SD", "P95", "max", "mean + SD",
         f"above {LIMIT}", "of these with a direct identifier"),
        tuple(
            (context, "met" if one.below_limit else "not met", f"{one.documents:,}",
             f"{one.mean:.2f}", f"{one.sd:.2f}", f"{one.p95:.1f}", f"{one.max}",
             f"{one.mean_plus_sd:.2f}", f"{one.share_above:.1%}", f"{one.above_with_direct:,}")
            for context, one in risks.items()
        ),
        texts=2,
    )  # fmt: skip
    return Section("risk", {context: asdict(one) for context, one in risks.items()}, sheet)
