"""Build sections of the report from counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from anonfilter.reports.tables import OVERALL, Section, Sheet, rate, share
from anonfilter.text.lines import line_starts
from anonfilter_measure.evaluation.metrics import Counts, Tally
from anonfilter_measure.evaluation.run import Masked

_ORDER = ("masked", "precision", "recall", "f1", "exact_precision", "exact_recall", "exact_f1")


def by_label(tally: Tally) -> Section:
    """Build a row per label, and the overall one."""
    rows = [*tally.labels.items(), (OVERALL, tally.overall)]
    sheet = Sheet(
        "by label; a find is right if it overlaps a mention of its label, or (exact) is the same",
        (
            "label",
            "gold",
            "found",
            "masked",
            "precision",
            "recall",
            "F1",
            "exact precision",
            "exact recall",
            "exact F1",
        ),
        tuple(
            (
                label,
                f"{counts.gold:,}",
                f"{counts.found:,}",
                *(share(counts.scores()[name]) for name in _ORDER),
            )
            for label, counts in rows
        ),
    )
    return Section("labels", {label: _plain(counts) for label, counts in rows}, sheet)


def _plain(counts: Counts) -> dict[str, Any]:
    return asdict(counts) | {"scores": counts.scores()}


def false_masks(tally: Tally) -> Section:
    """Build the counts of masked ordinary words."""
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
    """Build a row for each run and a column for each label with the share of masked mentions."""
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
                *(share(one.overall.scores()[score]) for score in _ORDER[:3]),
                rate(one.per_thousand(one.false)),
                rate(one.per_thousand(one.false_as_annotated)),
            )
            for name, one in tallies.items()
        ),
    )
    return Section(key, data, sheet)


def leaks(results: Iterable[Masked], *, show_values: bool) -> Section:
    """List each mention that is not fully masked, with its place."""
    found = list(_leaks(results, show_values))
    columns = ("place", "label", "document", "its line", "from", "to", "words bare")
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


def _leaks(results: Iterable[Masked], show_values: bool) -> Iterator[dict[str, Any]]:
    for scored in results:
        lines = line_starts(scored.gold.text)
        for mention in scored.gold.mentions:
            if not (mention.certain and mention.identifying and scored.leaks(mention)):
                continue
            leak = {
                "file": scored.gold.file,
                "line": scored.gold.line,
                "document": scored.gold.number,
                "label": mention.named or mention.label,
                "line_of_text": bisect_right(lines, mention.start),
                "start": mention.start,
                "end": mention.end,
                "bare": len(scored.bare(mention)),
            }
            if show_values:
                leak["id"] = scored.gold.id
                leak["text"] = scored.gold.text[mention.start : mention.end]
            yield leak
