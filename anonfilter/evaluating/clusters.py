"""Who is who: the gold's clusters of mentions against the rules' entities.

MUC counts links, B³ mentions, CEAFe whole clusters; their mean is the usual single figure.
Mentions in no cluster count as clusters of one. MUC as Vilain et al. defined it sees no link in
such a singleton; here it has as many links to be right as it has mentions, |k(S)| = 1, and they
are missing, |p(S)|, where the other side does not have the mention at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from anonfilter.evaluating.assignment import best_assignment
from anonfilter.evaluating.gold import GoldDocument
from anonfilter.evaluating.matching import judged, paired
from anonfilter.evaluating.metrics import f1
from anonfilter.evaluating.run import Found, Scored
from anonfilter.reports.tables import Section, Sheet, share

Cluster = frozenset[int]
Clusters = Sequence[Cluster]
Compared = tuple[Clusters, Clusters]
Fraction = tuple[float, float]
Three = tuple[float, float, float]
Scores = Mapping[str, Mapping[str, Three]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Recall and precision as fractions, so that documents can be added up."""

    recall: Fraction
    precision: Fraction

    def scores(self) -> Three:
        """Precision, recall and F1; a share of nothing is 0."""
        recall, precision = (part / of if of else 0.0 for part, of in (self.recall, self.precision))
        return precision, recall, f1(precision, recall) or 0.0


def muc(key: Clusters, response: Clusters) -> Pair:
    return Pair(_links(key, response), _links(response, key))


def _links(own: Clusters, other: Clusters) -> Fraction:
    """Links of one side that the other has too, and all of them."""
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
    """For each mention the share of its cluster that the other side puts with it."""
    shared = sum(len(one & another) ** 2 / len(one) for one in own for another in other)
    return shared, sum(map(len, own))


def ceaf_e(key: Clusters, response: Clusters) -> Pair:
    """Clusters paired one to one so that they are most alike."""
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
    """The gold's clusters of mentions, by number; a mention in no cluster is one of its own."""
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
    """The gold's clusters and the rules', of mentions that have one number if they are the same.

    Of labels that count, and of finds that the gold can judge. ``meant`` tells who a find is.
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


def scores(both: Sequence[Compared]) -> Scores:
    """Micro: all documents' fractions added up; macro: the mean of the documents' scores."""
    rows: dict[str, dict[str, Three]] = {"micro": {}, "macro": {}}
    for name, metric in METRICS.items():
        pairs = [metric(key, response) for key, response in both]
        rows["micro"][name] = _added(pairs).scores()
        rows["macro"][name] = _mean([pair.scores() for pair in pairs])
    for found in rows.values():
        found["mean"] = _mean(list(found.values()))
    return rows


def named(found: Scores) -> dict[str, Any]:
    """The same for programs."""
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
    """Only documents count in which the gold has clusters; None if there are none."""
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
