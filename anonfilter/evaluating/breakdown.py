"""Sections on confused labels, and on the finds and drops of each stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from anonfilter.contract.document import Change, Document, Span
from anonfilter.engine import spans
from anonfilter.evaluating.matching import judged, same_label, touching
from anonfilter.evaluating.run import Scored
from anonfilter.reports.tables import Section, Sheet

_NOTHING = "(nothing)"
_STAGES = _DETECTION, _RESOLUTION, _END = "detectors", "resolvers", "result"


def confusions(results: Iterable[Scored], annotated: Mapping[str, frozenset[str]]) -> Section:
    """Count gold labels by found labels. A mention found with its own label counts as that only."""
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
    """Count spans by stage, label and reason, and those of them that touch the gold.

    ``chain`` has the names of detectors and resolvers in the order of the rules.
    """
    counts: Counter[tuple[str, str, str, str]] = Counter()
    touched: Counter[tuple[str, str, str, str]] = Counter()
    place = {name: at for at, name in enumerate(chain)}
    for scored in results:
        document = scored.redaction.analysis.document
        gold = spans.merged((one.start, one.end) for one in scored.gold.mentions)
        for stage, plugin, span, did in _steps(scored):
            key = (stage, plugin, span.label, did)
            counts[key] += 1
            touched[key] += _touches(document, span, gold)
    rows = sorted(
        counts, key=lambda key: (_STAGES.index(key[0]), place.get(key[1], len(place)), key)
    )
    data = [
        dict(zip(("stage", "by", "label", "did"), key, strict=True))
        | {"spans": counts[key], "in_gold": touched[key]}
        for key in rows
    ]
    sheet = Sheet(
        "stages",
        ("stage", "by", "label", "what it did", "spans", "of these in the gold"),
        tuple((*key, f"{counts[key]:,}", f"{touched[key]:,}") for key in rows),
        texts=4,
    )
    return Section("stages", data, sheet)


def _steps(scored: Scored) -> Iterator[tuple[str, str, Span, str]]:
    """Yield stage, plugin, span, and what happened to it."""
    analysis = scored.redaction.analysis
    for span in analysis.candidates:
        yield _DETECTION, span.detector, span, "found"
    for change in analysis.changes:
        spans, did = _changed(change)
        for span in spans:
            yield _RESOLUTION, change.resolver, span, f"{did}: {change.reason}"
    for span in analysis.spans:
        yield _END, "", span, "replaced"


def _changed(change: Change) -> tuple[Sequence[Span], str]:
    """Return the spans that a change affects, and what it did to them."""
    if not change.after:
        return change.before, "dropped"
    if not change.before:
        return change.after, "added"
    if {one.label for one in change.before} != {one.label for one in change.after}:
        return change.after, "relabelled"
    return change.before[len(change.after) :], "joined"


def _touches(document: Document, span: Span, gold: list[tuple[int, int]]) -> bool:
    return bool(spans.within(gold, *document.origin.extent(span.start, span.end)))
