"""The tables of scores by label, of false masks, confusions, stages and leaks."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from anonfilter.engine import spans
from anonfilter.reports.stages import Step, ordered, steps
from anonfilter.reports.tables import OVERALL, Section, Sheet, rate, share
from anonfilter.text.lines import line_starts
from anonfilter_measure.evaluation.filtered_gold import FilteredGold, GoldResult
from anonfilter_measure.evaluation.gold_matching import judged, same_label, touching
from anonfilter_measure.evaluation.mention_scores import Counts, Tally

_NOTHING = "(nothing)"
_COLUMNS = {
    "masked": "masked",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "exact_precision": "exact precision",
    "exact_recall": "exact recall",
    "exact_f1": "exact F1",
}
"""The columns of scores in the table by label."""


def by_label(tally: Tally) -> Section:
    """Build a row with the counts and scores of each label, and an overall row."""
    rows = [*tally.labels.items(), (OVERALL, tally.overall)]
    sheet = Sheet(
        "by label; a found mention is right if it overlaps a gold mention of its label, or (exact) "
        "is the same",
        ("label", "gold", "found", *_COLUMNS.values()),
        tuple(
            (
                label,
                f"{counts.gold:,}",
                f"{counts.found:,}",
                *(share(counts.scores()[name]) for name in _COLUMNS),
            )
            for label, counts in rows
        ),
    )
    data = {label: asdict(counts) | {"scores": counts.scores()} for label, counts in rows}
    return Section("labels", data, sheet)


def false_masks(tally: Tally) -> Section:
    """Build the numbers of ordinary words that were masked."""
    rows = (
        ("ordinary words", tally.false),
        ("of these, as a label that the gold annotates", tally.false_as_annotated),
    )
    data = {
        "words": tally.words,
        "count": tally.false,
        "per_1000": tally.per_thousand(tally.false),
        "as_annotated": tally.false_as_annotated,
        "as_annotated_per_1000": tally.per_thousand(tally.false_as_annotated),
    }
    sheet = Sheet(
        f"false masks, in {tally.words:,} words",
        ("", "masked", "per 1,000 words"),
        tuple((what, f"{count:,}", rate(tally.per_thousand(count))) for what, count in rows),
    )
    return Section("false_masks", data, sheet)


def comparison(key: str, title: str, of: str, tallies: Mapping[str, Tally]) -> Section:
    """Build a row per run, with the share of masked mentions by label."""
    labels = sorted(
        {label for one in tallies.values() for label, counts in one.labels.items() if counts.gold}
    )
    data = {
        name: {
            **{label: counts.scores() for label, counts in one.labels.items()},
            OVERALL: one.overall.scores(),
            "false_masks_per_1000": one.per_thousand(one.false),
            "as_annotated_per_1000": one.per_thousand(one.false_as_annotated),
        }
        for name, one in tallies.items()
    }
    sheet = Sheet(
        f"{title}: share masked",
        (
            of,
            "words",
            *labels,
            OVERALL,
            "precision",
            "recall",
            "false masks per 1,000",
            "as annotated",
        ),
        tuple(
            (
                name,
                f"{one.words:,}",
                *(share(one.labels.get(label, Counts()).scores()["masked"]) for label in labels),
                *(
                    share(one.overall.scores()[score])
                    for score in ("masked", "precision", "recall")
                ),
                rate(one.per_thousand(one.false)),
                rate(one.per_thousand(one.false_as_annotated)),
            )
            for name, one in tallies.items()
        ),
    )
    return Section(key, data, sheet)


def comparison_by_label(key: str, title: str, of: str, tallies: Mapping[str, Tally]) -> Section:
    """Build a row for each label in each run, with precision, recall and F1."""
    scores = ("precision", "recall", "f1")
    rows = [
        (name, label, counts)
        for name, one in tallies.items()
        for label, counts in [*sorted(one.labels.items()), (OVERALL, one.overall)]
        if counts.gold or counts.found
    ]
    data: dict[str, dict[str, dict[str, float | None]]] = {name: {} for name in tallies}
    for name, label, counts in rows:
        data[name][label] = {score: counts.scores()[score] for score in scores}
    sheet = Sheet(
        f"{title}: precision, recall and F1 by label",
        (of, "label", "gold", "found", "precision", "recall", "F1"),
        tuple(
            (
                name,
                label,
                f"{counts.gold:,}",
                f"{counts.found:,}",
                *(share(counts.scores()[score]) for score in scores),
            )
            for name, label, counts in rows
        ),
        texts=2,
    )
    return Section(f"{key}_by_label", data, sheet)


def confusions(results: Iterable[FilteredGold], annotated: Mapping[str, frozenset[str]]) -> Section:
    """Count how often mentions of each gold label were found with each label.

    A mention that is found with its own label is not counted under other labels.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for result in results:
        mentions = [one for one in result.gold.mentions if one.certain]
        for mention in mentions:
            there = list(touching(mention, result.found))
            if any(same_label(mention, found) for found in there):
                counts[mention.label, mention.label] += 1
            else:
                counts.update((mention.label, found.label) for found in there)
                counts[mention.label, _NOTHING] += not there
        for found in judged(result, annotated[result.gold.file]):
            counts[_NOTHING, found.label] += not any(touching(found, mentions))
    counts = +counts
    rows, columns = (
        sorted({pair[side] for pair in counts}, key=lambda label: (label == _NOTHING, label))
        for side in (0, 1)
    )
    data = {
        gold: {found: counts[gold, found] for found in columns if counts[gold, found]}
        for gold in rows
    }
    sheet = Sheet(
        "confusions: rows are gold labels, columns are found labels",
        ("gold", *columns),
        tuple(
            (
                gold,
                *(f"{counts[gold, found]:,}" if counts[gold, found] else "" for found in columns),
            )
            for gold in rows
        ),
    )
    return Section("confusions", data, sheet)


def stages(results: Iterable[FilteredGold], chain: Sequence[str]) -> Section:
    """Count spans by stage, label and reason, and how many of them touch the gold.

    ``chain`` has the names of detectors and resolvers in the order of the rules.
    """
    counts: Counter[Step] = Counter()
    touched: Counter[Step] = Counter()
    for result in results:
        document = result.redaction.analysis.document
        gold = spans.merged((one.start, one.end) for one in result.gold.mentions)
        for step, span in steps(result.redaction.analysis):
            counts[step] += 1
            touched[step] += bool(spans.within(gold, *document.origin.extent(span.start, span.end)))
    rows = ordered(counts, chain)
    data = [
        {"stage": row.stage, "by": row.by, "label": row.label, "did": str(row)}
        | {"spans": counts[row], "in_gold": touched[row]}
        for row in rows
    ]
    sheet = Sheet(
        "stages",
        ("stage", "by", "label", "what it did", "spans", "of these in the gold"),
        tuple(
            (row.stage, row.by, row.label, str(row), f"{counts[row]:,}", f"{touched[row]:,}")
            for row in rows
        ),
        texts=4,
    )
    return Section("stages", data, sheet)


def leaks(results: Iterable[GoldResult], *, show_values: bool) -> Section:
    """List the mentions that are not fully masked, with their places."""
    found = list(_leaks(results, show_values))
    columns = ("place", "label", "document", "its line", "from", "to", "words left")
    keys = ("document", "line_of_text", "start", "end", "bare")
    value = ("value",) if show_values else ()
    sheet = Sheet(
        f"leaks: {len(found):,}",
        (*columns[:2], *value, *columns[2:]),
        tuple(
            (
                f"{one['file']}:{one['line']}",
                one["label"],
                *(one["text"] for _ in value),
                *(f"{one[key]}" for key in keys),
            )
            for one in found
        ),
        texts=2 + len(value),
    )
    return Section("leaks", found, sheet)


def _leaks(results: Iterable[GoldResult], show_values: bool) -> Iterator[dict[str, Any]]:
    for result in results:
        lines = line_starts(result.gold.text)
        for mention in result.gold.mentions:
            unmasked = result.unmasked_words(mention)
            if not (mention.certain and mention.identifying and unmasked):
                continue
            leak = {
                "file": result.gold.file,
                "line": result.gold.line,
                "document": result.gold.number,
                "label": mention.named or mention.label,
                "line_of_text": bisect_right(lines, mention.start),
                "start": mention.start,
                "end": mention.end,
                "bare": len(unmasked),
            }
            if show_values:
                leak["id"] = result.gold.id
                leak["text"] = result.gold.text[mention.start : mention.end]
            yield leak
