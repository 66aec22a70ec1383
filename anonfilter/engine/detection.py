"""Runs the detectors; field-scoped ones once for each different field."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from anonfilter import limits, workers
from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.plugin import Context, Contextual, Detector
from anonfilter.engine import spans
from anonfilter.engine.toolbox import forkable

Key = tuple[str, str, str, Context | None, str]
Found = tuple[Span, ...]
FieldCache = dict[Key, Found]
"""What field-scoped detectors found, by detector and the field's role, name, context and text."""


def detect(
    detectors: Mapping[str, Detector], document: Document, seen: FieldCache, jobs: int = 1
) -> list[Span]:
    """What all detectors find outside tags, each span within one field."""
    found: list[Span] = []
    for name, detector in detectors.items():
        limits.check(name)
        if detector.scope == "field":
            found += _by_field(name, detector, document, seen, jobs)
        else:
            found += detector.detect(document, document.fields)
    return spans.order(outside_tags(document, found))


def outside_tags(document: Document, found: Iterable[Span]) -> Iterator[Span]:
    """The spans, cut at the ends of fields and around the tags that stand in the text."""
    tags = [(tag.start, tag.end) for tag in document.tags]
    for span in spans.clip(found, document.fields, document.text):
        holes = spans.within(tags, span.start, span.end)
        yield from spans.subtract(span, holes, document.text)


def _by_field(
    name: str, detector: Detector, document: Document, seen: FieldCache, jobs: int
) -> Iterator[Span]:
    contexts = detector.contexts(document) if isinstance(detector, Contextual) else {}
    keyed = [
        (
            (
                name, field.role, field.name, contexts.get(field.start),
                document.prose[field.start : field.end],
            ),
            field,
        )
        for field in document.fields
    ]  # fmt: skip
    fresh: dict[Key, Field] = {}
    for key, field in keyed:
        if key not in seen and not key[-1].isspace():
            fresh.setdefault(key, field)
    if fresh:
        ask, asked = partial(_ask, detector, document), list(fresh.values())
        sizes = [field.end - field.start for field in asked]
        jobs = jobs if forkable(detector) else 1
        answers = workers.in_shares(ask, asked, sizes, jobs, document.source.name)
        seen |= zip(fresh, answers, strict=True)
    for key, field in keyed:
        for span in seen.get(key, ()):
            yield spans.shift(span, field.start)


def _ask(detector: Detector, document: Document, fields: Sequence[Field]) -> list[tuple[Span, ...]]:
    """The spans found in each field, counted from where the field begins."""
    starts = [field.start for field in fields]
    answers: list[list[Span]] = [[] for _ in fields]
    for span in detector.detect(document, fields):
        limits.check()
        at = max(0, bisect_right(starts, span.start) - 1)
        answers[at].append(spans.shift(span, -starts[at]))
    return [tuple(answer) for answer in answers]
