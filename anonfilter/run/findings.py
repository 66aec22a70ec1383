"""Findings with their values, which are only kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from anonfilter.containers.places import findings_of
from anonfilter.contract.document import Document, Finding, Span
from anonfilter.engine import spans
from anonfilter.engine.pipeline import Engine

KNOWN = "known"  # as in anonfilter.known, which is imported only for a corpus


def to_findings(
    engine: Engine, document: Document, found: Sequence[Span], path: str
) -> list[Finding]:
    """Turn spans into findings with values, marked if the corpus knows them.

    ``path`` is relative to the top of the repository.
    """
    known = engine.options.known
    originals = known.spans(document, engine.labels) if known is not None and found else ()
    ordered = spans.order(found)
    return [
        replace(
            finding,
            path=path,
            value=document.text[span.start : span.end],
            known=KNOWN in span.detectors or any(spans.overlap(one, span) for one in originals),
            fails=engine.fails(span.label),
        )
        for span, finding in zip(ordered, findings_of(document, ordered), strict=True)
    ]
