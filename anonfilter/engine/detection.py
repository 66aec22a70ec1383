"""Runs the detectors; field-scoped ones once for each different field."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from anonfilter import limits, workers
from anonfilter.contract.document import CODE, Document, Field, Span
from anonfilter.contract.plugin import Contextual, Detector, FieldCache, FieldKey
from anonfilter.engine import spans
from anonfilter.engine.toolbox import forkable


def detect(
    detectors: Mapping[str, Detector],
    document: Document,
    seen: FieldCache,
    load: Callable[[Collection[str]], object],
    jobs: int = 1,
) -> list[Span]:
    """What all detectors find outside tags, each span within one field.

    ``load`` is called before the first one reads, with those that have something to read. ``jobs``
    forks of this process share the fields of a long document.
    """
    fields = tuple(field for field in document.fields if field.role != CODE)
    texts = [document.prose[field.start : field.end] for field in fields]
    keys = {
        name: _keys(name, detector, document, fields, texts)
        for name, detector in detectors.items()
        if detector.scope == "field"
    }
    fresh = {name: _fresh(own, fields, seen) for name, own in keys.items()}
    load([name for name in detectors if fresh.get(name, True)])
    found: list[Span] = []
    for name, detector in detectors.items():
        limits.check(name)
        if name not in keys:
            found += detector.detect(document, fields)
            continue
        if fresh[name]:
            answers = _answers(detector, document, list(fresh[name].values()), jobs)
            seen.update(zip(fresh[name], answers, strict=True))
        for key, field in zip(keys[name], fields, strict=True):
            found += (spans.shift(span, field.start) for span in seen.get(key, ()))
    return spans.order(outside_tags(document, found))


def outside_tags(document: Document, found: Iterable[Span]) -> Iterator[Span]:
    """The spans, cut at the ends of fields and around the tags that stand in the text."""
    tags = [(tag.start, tag.end) for tag in document.tags]
    for span in spans.clip(found, document.fields, document.text):
        holes = spans.within(tags, span.start, span.end)
        yield from spans.subtract(span, holes, document.text)


def _keys(
    name: str,
    detector: Detector,
    document: Document,
    fields: Sequence[Field],
    texts: Sequence[str],
) -> list[FieldKey]:
    contexts = detector.contexts(document) if isinstance(detector, Contextual) else {}
    return [
        (name, field.role, field.name, contexts.get(field.start), text)
        for field, text in zip(fields, texts, strict=True)
    ]


def _fresh(
    keys: Iterable[FieldKey], fields: Iterable[Field], seen: FieldCache
) -> dict[FieldKey, Field]:
    """The fields that are not blank and were not seen before."""
    fresh: dict[FieldKey, Field] = {}
    for key, field in zip(keys, fields, strict=True):
        if not key[-1].isspace() and key not in seen:
            fresh.setdefault(key, field)
    return fresh


def _answers(
    detector: Detector, document: Document, fields: Sequence[Field], jobs: int
) -> Iterable[tuple[Span, ...]]:
    """The spans found in each field, by forks of this process if there are enough fields."""
    sizes = [field.end - field.start for field in fields]
    jobs = jobs if forkable(detector) else 1
    ask = partial(_ask, detector, document)
    return workers.in_shares(ask, fields, sizes, jobs, document.source.name)


def _ask(detector: Detector, document: Document, fields: Sequence[Field]) -> list[tuple[Span, ...]]:
    """The spans found in each field, counted from where the field begins."""
    starts = [field.start for field in fields]
    answers: list[list[Span]] = [[] for _ in fields]
    for span in detector.detect(document, fields):
        limits.check()
        at = max(0, bisect_right(starts, span.start) - 1)
        answers[at].append(spans.shift(span, -starts[at]))
    return [tuple(answer) for answer in answers]
