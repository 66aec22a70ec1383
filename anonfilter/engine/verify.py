"""Verification: finds originals that are left in an output, and maps what is found there back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from anonfilter.contract.document import Change, Document, RewrittenText, Span, TaggedMention
from anonfilter.engine import spans
from anonfilter.text.origin import Origin, Piece
from anonfilter.text.words import fold

REASON = "found once the rest was replaced"


def not_found(
    document: Document, known: Iterable[Span], found: Iterable[Span], changes: Iterable[Change]
) -> Iterator[Span]:
    """The stretches of known originals that no span covers; what is excluded may stay."""
    allowed = excluded(changes)
    holes = spans.merged((span.start, span.end) for span in found)
    for span in known:
        if not spans.covered(allowed, span.start, span.end):
            touched = spans.within(holes, span.start, span.end)
            yield from spans.subtract(span, touched, document.text)


def excluded(changes: Iterable[Change]) -> list[spans.Stretch]:
    """Return the stretches that a resolver excluded: they may stay."""
    return spans.merged(
        (span.start, span.end) for change in changes if change.excluded for span in change.before
    )


def in_original(
    document: Document,
    again: Document,
    rewritten: RewrittenText,
    found: Sequence[Span],
    left: Iterable[Span],
) -> Iterator[Span]:
    """Map spans found in the output back to the original.

    An identity holds within one reading only, so each gets that of an equal span ``found`` before.
    """

    def known_by(span: Span) -> tuple[object, ...]:
        return span.label, document.record(span.start), fold(document.text[span.start : span.end])

    entities = {known_by(span): span.entity for span in found}
    for span in left:
        first, last = again.origin.extent(span.start, span.end)
        start = document.origin.offset(rewritten.original(first))
        end = document.origin.offset(rewritten.original(last - 1)) + 1  # other text may follow
        back = replace(span, start=start, end=end)
        yield replace(back, entity=entities.get(known_by(back), ""))


def with_unread(
    document: Document, again: Document, rewritten: RewrittenText, left: Iterable[Span]
) -> Document:
    """Return the document with a field for each span that only its output has.

    A replacement may change how a format reads the rest of a file. For example, a label of sounds
    becomes a text of its own once the word above it is gone.
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
        field = again.fields[bisect_right(again.fields, span.start, key=lambda one: one.start) - 1]
        document = replace(
            document,
            text=document.text + new,
            prose=document.prose + new,
            with_code=document.with_code and document.with_code + new,
            fields=(
                *document.fields,
                replace(field, start=at, end=at + len(span), bare=None, timings=()),
            ),
            origin=Origin(
                [
                    *document.origin.pieces,
                    *(
                        Piece(part.start + shift, part.end + shift, *place)
                        for part, place in zip(parts, places, strict=True)
                    ),
                ]
            ),
        )
    return document


def adds_nothing(
    document: Document, tagged: Iterable[TaggedMention], returned: Iterable[Span]
) -> bool:
    """Return True if each letter and digit of the ``returned`` spans is replaced already."""
    holes = spans.merged((part.start, part.end) for item in tagged for part in item.replacements)
    return not any(
        spans.subtract(span, spans.within(holes, span.start, span.end), document.text)
        for span in returned
    )


def around(document: Document, found: Iterable[Span], returned: Iterable[Span]) -> Iterator[Span]:
    """The spans without what came back from inside them: a tagger need not replace all of one."""
    holes = spans.merged((span.start, span.end) for span in returned)
    for span in found:
        yield from spans.subtract(span, spans.within(holes, span.start, span.end), document.text)
