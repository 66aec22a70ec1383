"""Whose names stay: people whose role the rules keep."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from anonfilter.model import Document, Span, Unsure
from anonfilter.wordindex import Words, folded_words


def staying(document: Document, spans: Sequence[Span], roles: Collection[str]) -> Iterator[Span]:
    """The spans of people and bodies whose role is beyond doubt one of these.

    A surname that stands alone may as well be that of a namesake who is replaced, whatever
    was made of it: it stays only where nobody who is replaced bears it.
    """
    kept = [span for span in spans if span.category in roles and not span.unsure]
    if not kept:
        return
    labels = {span.label for span in kept}
    replaced = (
        span for span in spans
        if span.label in labels and (span.category not in roles or Unsure.ROLE in span.unsure)
    )  # fmt: skip
    borne = {word for span in replaced for word in _words(document, span)}
    for span in kept:
        words = _words(document, span)
        if len(words) > 1 or not borne.issuperset(words):
            yield span


def _words(document: Document, span: Span) -> Words:
    return folded_words(document.prose[span.start : span.end])
