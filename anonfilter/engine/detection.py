"""Calls the detectors. Those of scope "field" read each different field once."""

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
    """Return the spans that the detectors find outside tags, each within one field.

    ``load`` loads models. It is called once, with the names of the detectors that have something to
    read.
    """
    keys, fresh = unread_fields(detectors, document, seen)
    load([name for name in detectors if fresh.get(name, True)])
    if readers is not None:
        seen.update(readers.answers(document, fresh))
    found: list[Span] = []
    for name, detector in detectors.items():
        limits.check(name)
        fields = fields_for(detector, document)
        if name not in keys:
            found += detector.detect(document, fields)
            continue
        if left := {key: field for key, field in fresh[name].items() if key not in seen}:
            seen.update(
                zip(left, detect_by_field(detector, document, [*left.values()]), strict=True)
            )
        for key, field in zip(keys[name], fields, strict=True):
            found += (spans.shift(span, field.start) for span in seen.get(key, ()))
    return spans.order(cut_at_tags(document, found))


def unread_fields(
    detectors: Mapping[str, Detector], document: Document, seen: FieldCache
) -> tuple[dict[str, list[FieldKey]], UnreadFields]:
    """Return the keys of all fields for each detector of scope "field", and its unread fields.

    Blank fields, and fields that were read before (``seen``), are not unread.
    """
    searched, shared = document.searched, dict[tuple[str, ...], tuple[str, ...]]()
    texts = {field.start: searched[field.start : field.end] for field in document.fields}
    keys, fresh = dict[str, list[FieldKey]](), dict[str, dict[FieldKey, Field]]()
    for name, detector in detectors.items():
        if detector.scope == "field":
            fields = fields_for(detector, document)
            contexts = (
                detector.contexts(document) if isinstance(detector, ContextualDetector) else {}
            )
            keys[name], fresh[name] = [], {}
            for field in fields:
                labels, text = (field.name, *field.beside), texts[field.start]
                labels = shared.setdefault(labels, labels)  # one object takes less memory
                key = (name, field.role, labels, contexts.get(field.start), text)
                keys[name].append(key)
                if not text.isspace() and key not in seen:
                    fresh[name].setdefault(key, field)
    return keys, fresh


def fields_for(detector: Detector, document: Document) -> Sequence[Field]:
    """Return the fields that a detector reads: code only if it has the attribute for that."""
    attributes = {LISTING: "reads_code", CODE: "reads_programs"}
    hidden = {role for role, name in attributes.items() if not getattr(detector, name, False)}
    return tuple(field for field in document.fields if field.role not in hidden)


def reveal_findings(document: Document, found: Iterable[Span]) -> Document:
    """Return the document for resolvers: its prose shows findings in code, and hides other code."""
    if not document.with_code:
        return document
    prose, done = list[str](), 0
    for start, end in spans.merged((span.start, span.end) for span in found):
        prose += document.prose[done:start], document.searched[start:end]
        done = end
    return replace(document, prose="".join(prose) + document.prose[done:])


def cut_at_tags(document: Document, found: Iterable[Span]) -> Iterator[Span]:
    """Yield the parts of the spans that lie within one field and outside of tags."""
    tags = [(tag.start, tag.end) for tag in document.tags]
    for span in spans.clip(found, document.fields, document.text):
        yield from spans.subtract(span, spans.within(tags, span.start, span.end), document.text)


def detect_by_field(
    detector: Detector, document: Document, fields: Sequence[Field]
) -> list[tuple[Span, ...]]:
    """Return the spans found in each field, counted from the start of the field."""
    starts = [field.start for field in fields]
    found: list[list[Span]] = [[] for _ in fields]
    for span in detector.detect(document, fields):
        limits.check()
        at = max(0, bisect_right(starts, span.start) - 1)
        found[at].append(spans.shift(span, -starts[at]))
    return [tuple(answer) for answer in found]
