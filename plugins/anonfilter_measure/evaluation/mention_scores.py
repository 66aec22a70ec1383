"""Count gold mentions and found mentions by label, and compute precision, recall and F1."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from anonfilter_english.knowledge.people.name_parts import WORD

from anonfilter.engine import spans
from anonfilter.reports.statistics import f1
from anonfilter_measure.evaluation.filtered_gold import GoldResult
from anonfilter_measure.evaluation.gold import GoldDocument
from anonfilter_measure.evaluation.gold_matching import (
    is_exact,
    judged,
    right_mentions,
    same_label,
    touching,
)

SCORES = ("precision", "recall", "f1", "exact_precision", "exact_recall", "exact_f1", "masked")


@dataclass(slots=True)
class Counts:
    """Numbers of gold mentions and found mentions of one label, or of all labels.

    ``exact_gold`` and ``overlap_gold`` count gold mentions that were found, ``overlap_found`` found
    mentions that are right. ``identifying`` counts mentions that must be masked, and ``masked``
    those of them that are masked.
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
        lenient = ratio(self.overlap_found, self.found), ratio(self.overlap_gold, self.gold)
        strict = ratio(self.exact_gold, self.found), ratio(self.exact_gold, self.gold)
        masked = ratio(self.masked, self.identifying)
        shares = *lenient, f1(*lenient), *strict, f1(*strict), masked
        return dict(zip(SCORES, shares, strict=True))


@dataclass(slots=True)
class Tally:
    """All counts of a run.

    ``false`` counts masked ordinary words, and ``false_as_annotated`` those of them whose label the
    gold annotates: in gold of names only, dates are ordinary words.
    """

    labels: dict[str, Counts] = field(default_factory=dict)
    overall: Counts = field(default_factory=Counts)
    documents: int = 0
    words: int = 0
    false: int = 0
    false_as_annotated: int = 0

    def per_thousand(self, count: int) -> float | None:
        share = ratio(count, self.words)
        return None if share is None else 1000 * share


def ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def annotated_labels(documents: Iterable[GoldDocument]) -> Mapping[str, frozenset[str]]:
    """Return the labels that are annotated in each file."""
    by_file: dict[str, set[str]] = {}
    for gold in documents:
        by_file.setdefault(gold.file, set()).update(
            mention.label for mention in gold.mentions if mention.certain
        )
    return {file: frozenset(labels) for file, labels in by_file.items()}


def tally(
    results: Iterable[GoldResult],
    annotated: Mapping[str, frozenset[str]],
    overall: Callable[[str], bool],
) -> Tally:
    """Count all results; ``overall`` selects the labels of the overall row.

    Which ordinary words were masked in a reviewed text is unknown, so it has no precision.
    """
    whole = Tally()
    for result in results:
        labels = annotated[result.gold.file]
        whole.documents += 1
        _count_gold(result, whole)
        if not result.gold.reviewed:
            _count_found(result, labels, whole)
            _count_words(result, labels, whole)
    whole.labels = dict(sorted(whole.labels.items()))
    for label, counts in whole.labels.items():
        if overall(label):
            whole.overall.add(counts)
    return whole


def _count_gold(result: GoldResult, whole: Tally) -> None:
    for mention in result.gold.mentions:
        if not mention.certain:
            continue
        counts = whole.labels.setdefault(mention.label, Counts())
        there = list(touching(mention, result.found))
        counts.gold += 1
        counts.exact_gold += any(is_exact(mention, found) for found in there)
        counts.overlap_gold += any(same_label(mention, found) for found in there)
        if mention.identifying:
            counts.identifying += 1
            counts.masked += not result.unmasked_words(mention)


def _count_found(result: GoldResult, annotated: frozenset[str], whole: Tally) -> None:
    for found in judged(result, annotated):
        right = right_mentions(result, found)
        label = right[0].label if right else found.label
        counts = whole.labels.setdefault(label, Counts())
        counts.found += 1
        counts.overlap_found += bool(right)


def _count_words(result: GoldResult, annotated: frozenset[str], whole: Tally) -> None:
    annotated_stretches = spans.merged((one.start, one.end) for one in result.gold.mentions)
    starts = [one.start for one in result.found]
    for word in WORD.finditer(result.gold.text):
        whole.words += 1
        if spans.within(annotated_stretches, *word.span()):
            continue
        at = bisect_right(starts, word.end() - 1) - 1
        if at >= 0 and result.found[at].end > word.start():
            whole.false += 1
            whole.false_as_annotated += result.found[at].label in annotated
