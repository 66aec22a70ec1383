"""Find the spans that another detector confirms."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from anonfilter.contract.document import Span
from anonfilter.engine import spans as algebra


def confirmed(spans: Iterable[Span], by: Iterable[Span]) -> set[Span]:
    """Return the spans that share a character with a span of another detector in ``by``."""
    by_detector: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for span in by:
        by_detector[span.detector].append((span.start, span.end))
    merged = {name: algebra.merged(stretches) for name, stretches in by_detector.items()}
    ends = {name: [end for _, end in stretches] for name, stretches in merged.items()}

    def touches(name: str, span: Span) -> bool:
        at = bisect_left(ends[name], span.start + 1)
        return at < len(merged[name]) and merged[name][at][0] < span.end

    return {s for s in spans if any(touches(name, s) for name in merged if name != s.detector)}


def with_score(spans: Iterable[Span], least: float) -> list[Span]:
    """Return the spans that have at least this score."""
    return [span for span in spans if span.score >= least]
