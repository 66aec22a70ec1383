"""Verification: compares an output with its original, and maps findings back to the original."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from anonfilter.contract.document import Change, Document, RewrittenText, Span, TaggedMention
from anonfilter.engine import spans
from anonfilter.text.origin import Origin, Piece
from anonfilter.text.word_index import folded_words
from anonfilter.text.words import fold

REASON = "found once the rest was replaced"


def uncovered(
    document: Document, known: Iterable[Span], found: Iterable[Span], changes: Iterable[Change]
) -> Iterator[Span]:
    """Yield the parts of the ``known`` spans that no other span covers; leave out excluded ones."""
    allowed = excluded_stretches(changes)
    holes = spans.merged((span.start, span.end) for span in found)
    for span in known:
        if not spans.covered(allowed, span.start, span.end):
            touched = spans.within(holes, span.start, span.end)
            yield from spans.subtract(span, touched, document.text)


def excluded_stretches(changes: Iterable[Change]) -> list[spans.Stretch]:
    """Return the stretches that a resolver excluded, and that may stay."""
    return spans.merged(
        (span.start, span.end) for change in changes if change.excluded for span in change.before
    )


def map_to_original(
    document: Document,
    again: Document,
    rewritten: RewrittenText,
    found: Sequence[Span],
    left: Iterable[Span],
) -> Iterator[Span]:
    """Map spans found in the output (``left``) back to the original.

    An identity is valid within one reading only, so each span gets the identity of an equal span
    that was ``found`` before, or of the only name of which it is a word.
    """
    entities: dict[tuple[object, ...], str] = {}
    bearers = defaultdict[tuple[object, ...], set[str]](set)
    for span in found:
        surface = document.text[span.start : span.end]
        kind = span.label, document.record(span.start)
        entities[*kind, fold(surface)] = span.entity
        for word in folded_words(surface) if span.entity else ():
            bearers[*kind, word].add(span.entity)

    def entity(span: Span) -> str:
        # Imported late, since documents of which nothing returns do not need it.
        from anonfilter.text.word_edges import as_latin

        shown = fold(as_latin(document.text[span.start : span.end]))
        key = span.label, document.record(span.start), shown
        each = {entities[key]} if key in entities else bearers.get(key, set())
        return next(iter(each)) if len(each) == 1 else ""

    for span in left:
        first, last = again.origin.extent(span.start, span.end)
        start = document.origin.offset(rewritten.original(first))
        # The place after the last character, since other text may follow it in the original.
        end = document.origin.offset(rewritten.original(last - 1)) + 1
        back = replace(span, start=start, end=end)
        yield replace(back, entity=entity(back))


def add_unread_fields(
    document: Document, again: Document, rewritten: RewrittenText, left: Iterable[Span]
) -> Document:
    """Return the document with a field for each span that only its output has.

    A replacement may change how a format reads the rest of a file. For example, a note on sounds
    becomes a text once the word above it is gone.
    """
    for span in left:
        parts = again.origin.within(span.start, span.end)
        places = [
            (rewritten.original(p.source_start), rewritten.original(p.source_end - 1) + 1)
            for p in parts
        ]
        if not parts or any(document.origin.holds(*place) for place in places):
            continue
        at, shift = len(document.text) + 2, len(document.text) + 2 - span.start
        new = "\n\n" + again.text[span.start : span.end]
        number = bisect_right(again.fields, span.start, key=lambda field: field.start) - 1
        field = replace(again.fields[number], start=at, end=at + len(span), bare=None, timings=())
        moved = (
            Piece(part.start + shift, part.end + shift, *place)
            for part, place in zip(parts, places, strict=True)
        )
        document = replace(
            document,
            text=document.text + new,
            prose=document.prose + new,
            with_code=document.with_code and document.with_code + new,
            fields=(*document.fields, field),
            origin=Origin([*document.origin.pieces, *moved]),
        )
    return document


def are_replaced(
    document: Document, tagged: Iterable[TaggedMention], returned: Iterable[Span]
) -> bool:
    """Return True if each letter and digit of the ``returned`` spans is replaced already."""
    holes = spans.merged((part.start, part.end) for item in tagged for part in item.replacements)
    return not any(
        spans.subtract(span, spans.within(holes, span.start, span.end), document.text)
        for span in returned
    )


def cut_around(
    document: Document, found: Iterable[Span], returned: Iterable[Span]
) -> Iterator[Span]:
    """Yield the spans ``found`` before, without the parts that verification ``returned``.

    Such a part may lie inside a span, since a tagger need not replace all of it.
    """
    holes = spans.merged((span.start, span.end) for span in returned)
    for span in found:
        yield from spans.subtract(span, spans.within(holes, span.start, span.end), document.text)
