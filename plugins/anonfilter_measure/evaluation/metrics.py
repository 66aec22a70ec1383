"""Count mentions and finds by label, and compute the scores."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from anonfilter_english.knowledge.people.name_parts import WORD

from anonfilter.engine import spans
from anonfilter.reports.statistics import f1
from anonfilter_measure.evaluation.gold import GoldDocument
from anonfilter_measure.evaluation.matching import exact, judged, meant, same_label, touching
from anonfilter_measure.evaluation.run import Masked

SCORES = ("precision", "recall", "f1", "exact_precision", "exact_recall", "exact_f1", "masked")


@dataclass(slots=True)
class Counts:
    """Numbers of gold mentions and finds, and of the right finds, for one label or for all.

    ``identifying`` mentions must be masked; ``masked`` counts the masked ones among them.
    """

    gold: int = 0
    found: int = 0
    exact_gold: int = 0
    overlap_gold: int = 0
    overlap_found: int = 0
    identifying: int = 0
    masked: int = 0

    def add(self, other: Counts) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def scores(self) -> dict[str, float | None]:
        """Return the scores by name; None where the denominator is 0."""
        precision, recall = (
            _share(self.overlap_found, self.found),
            _share(self.overlap_gold, self.gold),
        )
        strict = _share(self.exact_gold, self.found), _share(self.exact_gold, self.gold)
        masked = _share(self.masked, self.identifying)
        shares = precision, recall, f1(precision, recall), *strict, f1(*strict), masked
        return dict(zip(SCORES, shares, strict=True))


@dataclass(slots=True)
class Tally:
    """All counts of a run.

    ``false`` counts masked ordinary words, ``false_as_annotated`` those with a label that the gold
    annotates: in gold of names only, dates are ordinary words.
    """

    labels: dict[str, Counts] = field(default_factory=dict)
    overall: Counts = field(default_factory=Counts)
    documents: int = 0
    words: int = 0
    false: int = 0
    false_as_annotated: int = 0

    def per_thousand(self, count: int) -> float | None:
        share = _share(count, self.words)
        return None if share is None else 1000 * share


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def annotated_labels(documents: Iterable[GoldDocument]) -> Mapping[str, frozenset[str]]:
    """Return by file the labels that are annotated in it."""
    by_file: dict[str, set[str]] = {}
    for gold in documents:
        by_file.setdefault(gold.file, set()).update(
            mention.label for mention in gold.mentions if mention.certain
        )
    return {file: frozenset(labels) for file, labels in by_file.items()}


def tally(
    results: Iterable[Masked],
    annotated: Mapping[str, frozenset[str]],
    overall: Callable[[str], bool],
) -> Tally:
    """Count all results; ``overall`` selects the labels of the overall row.

    Ordinary words that are masked in a reviewed text are unknown, so it has no precision.
    """
    whole = Tally()
    for scored in results:
        labels = annotated[scored.gold.file]
        whole.documents += 1
        _count_gold(scored, whole)
        if not scored.gold.reviewed:
            _count_found(scored, labels, whole)
            _count_words(scored, labels, whole)
    whole.labels = dict(sorted(whole.labels.items()))
    for label, counts in whole.labels.items():
        if overall(label):
            whole.overall.add(counts)
    return whole


def _count_gold(scored: Masked, whole: Tally) -> None:
    for mention in scored.gold.mentions:
        if not mention.certain:
            continue
        counts = whole.labels.setdefault(mention.label, Counts())
        there = list(touching(mention, scored.found))
        counts.gold += 1
        counts.exact_gold += any(exact(mention, found) for found in there)
        counts.overlap_gold += any(same_label(mention, found) for found in there)
        if mention.identifying:
            counts.identifying += 1
            counts.masked += not scored.leaks(mention)


def _count_found(scored: Masked, annotated: frozenset[str], whole: Tally) -> None:
    for found in judged(scored, annotated):
        right = meant(scored, found)
        label = right[0].label if right else found.label
        counts = whole.labels.setdefault(label, Counts())
        counts.found += 1
        counts.overlap_found += bool(right)


def _count_words(scored: Masked, annotated: frozenset[str], whole: Tally) -> None:
    meant = spans.merged((one.start, one.end) for one in scored.gold.mentions)
    starts = [one.start for one in scored.found]
    for word in WORD.finditer(scored.gold.text):
        whole.words += 1
        if spans.within(meant, *word.span()):
            continue
        at = bisect_right(starts, word.end() - 1) - 1
        if at >= 0 and scored.found[at].end > word.start():
            whole.false += 1
            whole.false_as_annotated += scored.found[at].label in annotated
