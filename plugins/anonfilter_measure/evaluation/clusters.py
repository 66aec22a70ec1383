"""Coreference scores: the gold's clusters of mentions against the rules' entities.

MUC counts links, B³ mentions, CEAFe whole clusters; their mean is the usual single figure.
Mentions in no cluster count as singletons. MUC as Vilain et al. defined it has no link in a
singleton; here a singleton counts as one link, which is missing if the other side lacks the
mention.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from anonfilter.reports.statistics import f1
from anonfilter.reports.tables import Section, Sheet, share
from anonfilter_measure.evaluation.assignment import best_assignment
from anonfilter_measure.evaluation.gold import GoldDocument
from anonfilter_measure.evaluation.matching import judged, paired
from anonfilter_measure.evaluation.run import Found, Scored

Cluster = frozenset[int]
Clusters = Sequence[Cluster]
Compared = tuple[Clusters, Clusters]
Fraction = tuple[float, float]
Three = tuple[float, float, float]
Scores = Mapping[str, Mapping[str, Three]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Recall and precision as fractions, which can be summed over documents."""

    recall: Fraction
    precision: Fraction

    def scores(self) -> Three:
        """Return precision, recall and F1; a share of nothing is 0."""
        recall, precision = (part / of if of else 0.0 for part, of in (self.recall, self.precision))
        return precision, recall, f1(precision, recall) or 0.0


def muc(key: Clusters, response: Clusters) -> Pair:
    return Pair(_links(key, response), _links(response, key))


def _links(own: Clusters, other: Clusters) -> Fraction:
    """Return the number of links of one side that the other has too, and of all its links."""
    member = _members(other)
    found = whole = 0
    for cluster in own:
        known = {member[one] for one in cluster if one in member}
        unknown = sum(one not in member for one in cluster)
        if len(cluster) == 1:
            whole += 1
            found += 1 - unknown
        else:
            whole += len(cluster) - 1
            found += len(cluster) - len(known) - unknown
    return found, whole


def b_cubed(key: Clusters, response: Clusters) -> Pair:
    return Pair(_by_mention(key, response), _by_mention(response, key))


def _by_mention(own: Clusters, other: Clusters) -> Fraction:
    """Sum for each mention the share of its cluster that the other side puts with it."""
    shared = sum(len(one & another) ** 2 / len(one) for one in own for another in other)
    return shared, sum(map(len, own))


def ceaf_e(key: Clusters, response: Clusters) -> Pair:
    """Score the best one-to-one pairing of clusters."""
    likeness = [
        [2 * len(one & other) / (len(one) + len(other)) for other in response] for one in key
    ]
    total = best_assignment(likeness)
    return Pair((total, len(key)), (total, len(response)))


def _members(clusters: Clusters) -> dict[int, int]:
    return {one: at for at, cluster in enumerate(clusters) for one in cluster}


METRICS: Mapping[str, Callable[[Clusters, Clusters], Pair]] = {
    "MUC": muc,
    "B³": b_cubed,
    "CEAFe": ceaf_e,
}


def key_of(gold: GoldDocument, counts: Callable[[str], bool]) -> dict[str, set[int]]:
    """Return the gold's clusters of mention numbers; a mention in no cluster is a singleton."""
    key: dict[str, set[int]] = {}
    for at, mention in enumerate(gold.mentions):
        if mention.certain and counts(mention.label):
            key.setdefault(mention.cluster or f"\0{at}", set()).add(at)
    return key


def clusters_of(
    scored: Scored,
    annotated: frozenset[str],
    counts: Callable[[str], bool],
    meant: Callable[[Found], str] = lambda found: found.entity,
) -> Compared:
    """Return the gold's clusters and the rules', with one number for matching mentions.

    Only labels that count and finds that the gold can judge are included. ``meant`` returns the
    entity of a find.
    """
    key = key_of(scored.gold, counts)
    numbers = {
        (scored.gold.mentions[at].start, scored.gold.mentions[at].end): at
        for cluster in key.values()
        for at in cluster
    }
    same = {
        (found.start, found.end): numbers[mention.start, mention.end]
        for mention, found in paired(scored)
        if (mention.start, mention.end) in numbers
    }
    response: dict[str, set[int]] = {}
    for at, found in enumerate(judged(scored, annotated), len(scored.gold.mentions)):
        if counts(found.label):
            number = same.get((found.start, found.end), at)
            response.setdefault(meant(found), set()).add(number)
    return frozen(key.values()), frozen(response.values())


def frozen(clusters: Iterable[set[int]]) -> Clusters:
    return [frozenset(cluster) for cluster in clusters]


def false_links(both: Iterable[Compared]) -> tuple[int, int]:
    """Return the numbers of false merges and false splits.

    A cluster with n people counts as n-1 false merges.
    """
    merges = splits = 0
    for key, response in both:
        merges += sum(_pieces(response, key))
        splits += sum(_pieces(key, response))
    return merges, splits


def _pieces(own: Clusters, other: Clusters) -> Iterable[int]:
    """Yield for each cluster how many others its mentions are in, less one."""
    member = _members(other)
    for cluster in own:
        yield max(0, len({member[one] for one in cluster if one in member}) - 1)


def scores(both: Sequence[Compared]) -> Scores:
    """Score documents: micro sums their fractions, macro is the mean of their scores."""
    rows: dict[str, dict[str, Three]] = {"micro": {}, "macro": {}}
    for name, metric in METRICS.items():
        pairs = [metric(key, response) for key, response in both]
        rows["micro"][name] = _added(pairs).scores()
        rows["macro"][name] = _mean([pair.scores() for pair in pairs])
    for found in rows.values():
        found["mean"] = _mean(list(found.values()))
    return rows


def named(found: Scores) -> dict[str, Any]:
    """Return the scores as nested dictionaries."""
    return {
        kind: {
            name: dict(zip(("precision", "recall", "f1"), three, strict=True))
            for name, three in scores.items()
        }
        for kind, scores in found.items()
    }


def section(
    results: Sequence[Scored],
    annotated: Mapping[str, frozenset[str]],
    counts: Callable[[str], bool],
) -> Section | None:
    """Build the section from documents with gold clusters; None if there are none."""
    both = [
        clusters_of(scored, annotated[scored.gold.file], counts)
        for scored in results
        if any(mention.cluster for mention in scored.gold.mentions)
    ]
    if not both:
        return None
    rows = scores(both)
    sheet = Sheet(
        f"clusters, in {len(both):,} documents",
        ("", "metric", "precision", "recall", "F1"),
        tuple(
            (kind, name, *map(share, three))
            for kind, scores in rows.items()
            for name, three in scores.items()
        ),
        texts=2,
    )
    return Section("clusters", {"documents": len(both), **named(rows)}, sheet)


def _added(pairs: Sequence[Pair]) -> Pair:
    recall = sum(pair.recall[0] for pair in pairs), sum(pair.recall[1] for pair in pairs)
    precision = sum(pair.precision[0] for pair in pairs), sum(pair.precision[1] for pair in pairs)
    return Pair(recall, precision)


def _mean(rows: Sequence[Three]) -> Three:
    precision, recall, f1 = (fmean(column) for column in zip(*rows, strict=True))
    return precision, recall, f1
