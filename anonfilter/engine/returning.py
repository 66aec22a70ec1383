"""What verification finds in the output, as what it is in the original."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from anonfilter.contract.document import Document, Rewritten, Span
from anonfilter.engine import spans
from anonfilter.text.words import fold


def around(document: Document, found: Iterable[Span], returned: Iterable[Span]) -> Iterator[Span]:
    """The spans without what came back from inside them: a tagger need not replace all of one."""
    holes = spans.merged((span.start, span.end) for span in returned)
    for span in found:
        yield from spans.subtract(span, spans.within(holes, span.start, span.end), document.text)


def recognised(
    document: Document, found: Iterable[Span], returned: Iterable[Span]
) -> Iterator[Span]:
    """What came back, as whom it was known before: an identity holds within one reading only."""
    known = {
        (span.label, fold(document.text[span.start : span.end])): span.entity for span in found
    }
    for span in returned:
        entity = known.get((span.label, fold(document.text[span.start : span.end])), "")
        yield span if span.entity == entity else replace(span, entity=entity)


def returned(
    document: Document, again: Document, rewritten: Rewritten, left: Iterable[Span]
) -> Iterator[Span]:
    """What was found in the output, at its place in the original."""
    for span in left:
        start, end = again.origin.extent(span.start, span.end)
        first, last = rewritten.original(start), rewritten.original(end - 1) + 1
        yield replace(span, start=document.origin.offset(first), end=document.origin.offset(last))
