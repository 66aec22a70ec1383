"""Runs the detectors; field-scoped ones once for each different field."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from anonfilter import limits
from anonfilter.contract.document import CODE, LISTING, Document, Field, Span
from anonfilter.contract.plugin import (
    ContextualDetector,
    Detector,
    FieldCache,
    FieldKey,
    FieldReaders,
    UnreadFields,
)
from anonfilter.engine import spans


def detect(
    detectors: Mapping[str, Detector],
    document: Document,
    seen: FieldCache,
    load: Callable[[Collection[str]], object],
    readers: FieldReaders | None = None,
) -> list[Span]:
    """What all detectors find outside tags, each span within one field; ``load`` is called before
    the first one reads, with those that have something to read."""
    keys, fresh = unread(detectors, document, seen)
    load([name for name in detectors if fresh.get(name, True)])
    if readers is not None:
        seen.update(readers.answers(document, fresh))
    found: list[Span] = []
    for name, detector in detectors.items():
        limits.check(name)
        fields = read_by(detector, document)
        if name not in keys:
            found += detector.detect(document, fields)
            continue
        if left := {key: field for key, field in fresh[name].items() if key not in seen}:
            seen.update(zip(left, answers(detector, document, [*left.values()]), strict=True))
        for key, field in zip(keys[name], fields, strict=True):
            found += (spans.shift(span, field.start) for span in seen.get(key, ()))
    return spans.order(outside_tags(document, found))


def unread(
    detectors: Mapping[str, Detector], document: Document, seen: FieldCache
) -> tuple[dict[str, list[FieldKey]], UnreadFields]:
    """The keys of the fields for each field-scoped detector, and those that it has not seen."""
    texts = {one.start: document.searched[one.start : one.end] for one in document.fields}
    keys, fresh = dict[str, list[FieldKey]](), dict[str, dict[FieldKey, Field]]()
    for name, detector in detectors.items():
        if detector.scope == "field":
            fields = read_by(detector, document)
            contexts = (
                detector.contexts(document) if isinstance(detector, ContextualDetector) else {}
            )
            own = [
                (name, one.role, (one.name, *one.beside), contexts.get(one.start), texts[one.start])
                for one in fields
            ]
            keys[name], fresh[name] = own, _fresh(own, fields, seen)
    return keys, fresh


def read_by(detector: Detector, document: Document) -> Sequence[Field]:
    """The fields that a detector is given."""
    read = {LISTING: "reads_code", CODE: "reads_programs"}
    hidden = {role for role, says in read.items() if not getattr(detector, says, False)}
    return tuple(field for field in document.fields if field.role not in hidden)


def revealed(document: Document, found: Iterable[Span]) -> Document:
    """The document as resolvers read it: of code, its prose has only what was found there."""
    if not document.with_code:
        return document
    prose, done = list[str](), 0
    for start, end in spans.merged((one.start, one.end) for one in found):
        prose += document.prose[done:start], document.searched[start:end]
        done = end
    return replace(document, prose="".join(prose) + document.prose[done:])


def outside_tags(document: Document, found: Iterable[Span]) -> Iterator[Span]:
    """The spans, cut at the ends of fields and around the tags that stand in the text."""
    tags = [(tag.start, tag.end) for tag in document.tags]
    for span in spans.clip(found, document.fields, document.text):
        yield from spans.subtract(span, spans.within(tags, span.start, span.end), document.text)


def _fresh(
    keys: Iterable[FieldKey], fields: Iterable[Field], seen: FieldCache
) -> dict[FieldKey, Field]:
    """The fields that are not blank and were not seen before."""
    fresh: dict[FieldKey, Field] = {}
    for key, field in zip(keys, fields, strict=True):
        if not key[-1].isspace() and key not in seen:
            fresh.setdefault(key, field)
    return fresh


def answers(
    detector: Detector, document: Document, fields: Sequence[Field]
) -> list[tuple[Span, ...]]:
    """The spans found in each field, counted from where the field begins."""
    starts = [field.start for field in fields]
    found: list[list[Span]] = [[] for _ in fields]
    for span in detector.detect(document, fields):
        limits.check()
        at = max(0, bisect_right(starts, span.start) - 1)
        found[at].append(spans.shift(span, -starts[at]))
    return [tuple(answer) for answer in found]
