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

from anonfilter.evaluate.assignment import best_assignment
from anonfilter.evaluate.matching import judged, paired
from anonfilter.evaluate.metrics import f1
from anonfilter.evaluate.run import Scored
from anonfilter.evaluate.tables import Section, Sheet, share

Cluster = frozenset[int]
Clusters = Sequence[Cluster]
Fraction = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pair:
    """Recall and precision as fractions, so that documents can be added up."""

    recall: Fraction
    precision: Fraction

    def scores(self) -> tuple[float, float, float]:
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


def clusters_of(
    scored: Scored, annotated: frozenset[str], counts: Callable[[str], bool]
) -> tuple[Clusters, Clusters]:
    """The gold's clusters and the rules', of mentions that have one number if they are the same.

    Of labels that count in the overall scores, and of finds that the gold can judge.
    """
    key: dict[str, set[int]] = {}
    response: dict[str, set[int]] = {}
    numbers: dict[tuple[int, int], int] = {}
    for at, mention in enumerate(scored.gold.mentions):
        if not (mention.certain and counts(mention.label)):
            continue
        numbers[mention.start, mention.end] = at
        key.setdefault(mention.cluster or f"\0{at}", set()).add(at)
    same = {
        (found.start, found.end): numbers[mention.start, mention.end]
        for mention, found in paired(scored)
        if (mention.start, mention.end) in numbers
    }
    for at, found in enumerate(judged(scored, annotated), len(scored.gold.mentions)):
        number = same.get((found.start, found.end), at)
        response.setdefault(found.entity, set()).add(number)
    return _frozen(key.values()), _frozen(response.values())


def _frozen(clusters: Iterable[set[int]]) -> Clusters:
    return [frozenset(cluster) for cluster in clusters]


def section(
    results: Sequence[Scored],
    annotated: Mapping[str, frozenset[str]],
    counts: Callable[[str], bool],
) -> Section | None:
    """Micro: all documents' fractions added up; macro: the mean of the documents' scores.

    Only documents count in which the gold has clusters; None if there are none.
    """
    both = [
        clusters_of(scored, annotated[scored.gold.file], counts)
        for scored in results
        if any(mention.cluster for mention in scored.gold.mentions)
    ]
    if not both:
        return None
    rows: dict[str, dict[str, tuple[float, ...]]] = {"micro": {}, "macro": {}}
    for name, metric in METRICS.items():
        pairs = [metric(key, response) for key, response in both]
        rows["micro"][name] = _added(pairs).scores()
        rows["macro"][name] = _mean([pair.scores() for pair in pairs])
    for scores in rows.values():
        scores["mean"] = _mean(list(scores.values()))
    data = {
        kind: {
            name: dict(zip(("precision", "recall", "f1"), three, strict=True))
            for name, three in scores.items()
        }
        for kind, scores in rows.items()
    }
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
    return Section("clusters", {"documents": len(both), **data}, sheet)


def _added(pairs: Sequence[Pair]) -> Pair:
    recall = sum(pair.recall[0] for pair in pairs), sum(pair.recall[1] for pair in pairs)
    precision = sum(pair.precision[0] for pair in pairs), sum(pair.precision[1] for pair in pairs)
    return Pair(recall, precision)


def _mean(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(fmean(column) for column in zip(*rows, strict=True))
