"""Sections on confused labels, and on the finds and drops of each stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from anonfilter.engine import spans
from anonfilter.reports.stages import Step, ordered, steps
from anonfilter.reports.tables import Section, Sheet
from anonfilter_measure.evaluation.matching import judged, same_label, touching
from anonfilter_measure.evaluation.run import Scored

_NOTHING = "(nothing)"


def confusions(results: Iterable[Scored], annotated: Mapping[str, frozenset[str]]) -> Section:
    """Count gold labels by found labels.

    A mention that is found with its own label is not counted under other labels.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for scored in results:
        mentions = [one for one in scored.gold.mentions if one.certain]
        for mention in mentions:
            there = list(touching(mention, scored.found))
            if any(same_label(mention, found) for found in there):
                counts[mention.label, mention.label] += 1
            else:
                counts.update((mention.label, found.label) for found in there)
                counts[mention.label, _NOTHING] += not there
        for found in judged(scored, annotated[scored.gold.file]):
            counts[_NOTHING, found.label] += not any(touching(found, mentions))
    counts = +counts
    rows = sorted({gold for gold, _ in counts}, key=_last)
    columns = sorted({found for _, found in counts}, key=_last)
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


def _last(label: str) -> tuple[bool, str]:
    return label == _NOTHING, label


def stages(results: Iterable[Scored], chain: Sequence[str]) -> Section:
    """Count spans by stage, label and reason, and how many of them touch the gold.

    ``chain`` has the names of detectors and resolvers in the order of the rules.
    """
    counts: Counter[Step] = Counter()
    touched: Counter[Step] = Counter()
    for scored in results:
        document = scored.redaction.analysis.document
        gold = spans.merged((one.start, one.end) for one in scored.gold.mentions)
        for step, span in steps(scored.redaction.analysis):
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
