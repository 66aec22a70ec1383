"""Coreference scores: the gold's clusters of mentions against the entities that the rules find.

In the terms of the literature, the gold's clusters are the key, and the clusters found are the
response. MUC counts links, B³ mentions, CEAFe whole clusters; their mean is the usual single
figure. Mentions in no cluster count as singletons. MUC as Vilain et al. defined it has no link in
a singleton; here a singleton counts as one link, which is missing if the other side lacks the
mention.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from anonfilter.errors import AnonfilterError
from anonfilter.reports.statistics import f1
from anonfilter.reports.tables import Section, Sheet, share
from anonfilter_measure.evaluation.filtered_gold import FilteredGold, FoundMention
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.gold_matching import judged, paired

Clusters = Sequence[frozenset[int]]
KeyAndResponse = tuple[Clusters, Clusters]
Fraction = tuple[float, float]
PrecisionRecallF1 = tuple[float, float, float]
Scores = Mapping[str, Mapping[str, PrecisionRecallF1]]
"""The scores by the kind of mean (micro, macro) and by metric."""


@dataclass(frozen=True, slots=True)
class Fractions:
    """Recall and precision as fractions, which can be summed over documents."""

    recall: Fraction
    precision: Fraction

    def scores(self) -> PrecisionRecallF1:
        """Return precision, recall and F1; a fraction with the denominator 0 is 0."""
        recall, precision = (part / of if of else 0.0 for part, of in (self.recall, self.precision))
        return precision, recall, f1(precision, recall) or 0.0


def muc(key: Clusters, response: Clusters) -> Fractions:
    return Fractions(_shared_links(key, response), _shared_links(response, key))


def _shared_links(own: Clusters, other: Clusters) -> Fraction:
    """Return how many links of one side the other side has too, and how many links it has."""
    cluster_of = _cluster_of(other)
    found = whole = 0
    for cluster in own:
        known = {cluster_of[mention] for mention in cluster if mention in cluster_of}
        unknown = sum(mention not in cluster_of for mention in cluster)
        if len(cluster) == 1:
            whole += 1
            found += 1 - unknown
        else:
            whole += len(cluster) - 1
            found += len(cluster) - len(known) - unknown
    return found, whole


def b_cubed(key: Clusters, response: Clusters) -> Fractions:
    return Fractions(_shared_mentions(key, response), _shared_mentions(response, key))


def _shared_mentions(own: Clusters, other: Clusters) -> Fraction:
    """Return the sum over mentions of the share of its cluster that the other side also has."""
    shared = sum(len(one & another) ** 2 / len(one) for one in own for another in other)
    return shared, sum(map(len, own))


def ceaf_e(key: Clusters, response: Clusters) -> Fractions:
    """Score the best one-to-one pairing of clusters."""
    from scipy.optimize import linear_sum_assignment

    likeness = [
        [2 * len(one & other) / (len(one) + len(other)) for other in response] for one in key
    ]
    pairs = zip(*linear_sum_assignment(likeness, maximize=True), strict=True) if key else ()
    total = sum(likeness[row][column] for row, column in pairs)
    return Fractions((total, len(key)), (total, len(response)))


def require_scipy() -> None:
    """Raise an error if scipy is missing, without which clusters cannot be paired."""
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        raise AnonfilterError(
            "the gold has clusters, and scoring them needs scipy",
            hint="Install it: python -m pip install 'anonfilter[clusters]'",
        ) from None


def _cluster_of(clusters: Clusters) -> dict[int, int]:
    return {mention: at for at, cluster in enumerate(clusters) for mention in cluster}


METRICS: Mapping[str, Callable[[Clusters, Clusters], Fractions]] = {
    "MUC": muc,
    "B³": b_cubed,
    "CEAFe": ceaf_e,
}


def grouped(names: Iterable[tuple[int, str]]) -> Clusters:
    """Group numbers of mentions by name; a mention without a name forms its own group."""
    groups: dict[str, set[int]] = {}
    for number, name in names:
        groups.setdefault(name or f"\0{number}", set()).add(number)
    return [frozenset(group) for group in groups.values()]


def gold_clusters(gold: GoldDocument, counts: Callable[[GoldMention], bool]) -> Clusters:
    """Return the clusters of the gold's certain mentions that count, as numbers of mentions."""
    return grouped(
        (number, mention.cluster)
        for number, mention in enumerate(gold.mentions)
        if mention.certain and counts(mention)
    )


def clusters_of(
    filtered: FilteredGold,
    annotated: frozenset[str],
    counts: Callable[[str], bool],
    entity_of: Callable[[FoundMention], str] = lambda found: found.entity,
) -> KeyAndResponse:
    """Return the clusters of the gold and of the rules; matching mentions have the same number.

    Only labels that count are included, and only found mentions that the gold can judge.
    """
    mentions = filtered.gold.mentions
    key = gold_clusters(filtered.gold, lambda mention: counts(mention.label))
    numbers = {
        (mentions[number].start, mentions[number].end): number
        for cluster in key
        for number in cluster
    }
    same = {
        (found.start, found.end): numbers[mention.start, mention.end]
        for mention, found in paired(filtered)
        if (mention.start, mention.end) in numbers
    }
    response = grouped(
        (same.get((found.start, found.end), number), entity_of(found))
        for number, found in enumerate(judged(filtered, annotated), len(mentions))
        if counts(found.label)
    )
    return key, response


def false_links(compared: Iterable[KeyAndResponse]) -> tuple[int, int]:
    """Return the numbers of false merges and of false splits.

    A found cluster with mentions of n people counts as n-1 false merges; a person in n found
    clusters counts as n-1 false splits.
    """
    merges = splits = 0
    for key, response in compared:
        merges += _count_splits(response, key)
        splits += _count_splits(key, response)
    return merges, splits


def _count_splits(own: Clusters, other: Clusters) -> int:
    """Return the number of splits: a cluster whose mentions are in n others counts as n-1."""
    cluster_of = _cluster_of(other)
    parts = (len({cluster_of[one] for one in cluster if one in cluster_of}) for cluster in own)
    return sum(max(0, count - 1) for count in parts)


def scores(compared: Sequence[KeyAndResponse]) -> Scores:
    """Score documents: micro sums their fractions, macro is the mean of their scores."""
    rows: dict[str, dict[str, PrecisionRecallF1]] = {"micro": {}, "macro": {}}
    for name, metric in METRICS.items():
        documents = [metric(key, response) for key, response in compared]
        whole = Fractions(
            _added(one.recall for one in documents), _added(one.precision for one in documents)
        )
        rows["micro"][name] = whole.scores()
        rows["macro"][name] = _mean([one.scores() for one in documents])
    for row in rows.values():
        row["mean"] = _mean(list(row.values()))
    return rows


def _added(fractions: Iterable[Fraction]) -> Fraction:
    parts, wholes = zip(*fractions, strict=True)
    return sum(parts), sum(wholes)


def _mean(rows: Sequence[PrecisionRecallF1]) -> PrecisionRecallF1:
    precision, recall, f1 = (fmean(column) for column in zip(*rows, strict=True))
    return precision, recall, f1


def as_data(found: Scores) -> dict[str, Any]:
    """Return the scores as nested dictionaries, for JSON."""
    return {
        kind: {
            name: dict(zip(("precision", "recall", "f1"), three, strict=True))
            for name, three in row.items()
        }
        for kind, row in found.items()
    }


_KINDS = ("macro", "micro")
F1_COLUMNS = tuple(f"{kind} {name}" for kind in _KINDS for name in (*METRICS, "mean"))
"""The columns of a table with the F1 of each metric."""


def f1_cells(found: Scores) -> list[str]:
    """Return the cells of a row for ``F1_COLUMNS``."""
    return [share(three[-1]) for kind in _KINDS for three in found[kind].values()]


def section(
    results: Sequence[FilteredGold],
    annotated: Mapping[str, frozenset[str]],
    counts: Callable[[str], bool],
) -> Section | None:
    """Build the section from documents with gold clusters; return None if there are none."""
    compared = [
        clusters_of(filtered, annotated[filtered.gold.file], counts)
        for filtered in results
        if any(mention.cluster for mention in filtered.gold.mentions)
    ]
    if not compared:
        return None
    rows = scores(compared)
    sheet = Sheet(
        f"clusters, in {len(compared):,} documents",
        ("", "metric", "precision", "recall", "F1"),
        tuple(
            (kind, name, *map(share, three))
            for kind, row in rows.items()
            for name, three in row.items()
        ),
        texts=2,
    )
    return Section("clusters", {"documents": len(compared), **as_data(rows)}, sheet)
