"""Invariants of resolved spans, enforced after the last resolver."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from anonfilter.contract.document import Change, Document, Doubt, Label, Span
from anonfilter.engine import spans
from anonfilter.engine.detection import cut_at_tags
from anonfilter.text.word_index import Words, folded_words


def enforce_invariants(
    document: Document,
    found: Sequence[Span],
    changes: Sequence[Change],
    labels: Mapping[str, Label],
    kept_roles: Collection[str],
) -> tuple[list[Span], list[Change]]:
    """Return the spans to replace, and a change for each span that was dropped.

    No span to replace has a label or role that the rules keep, lies where its label was excluded,
    reaches into a tag, or shares a character with another span.
    """
    excluded = spans.ExcludedStretches(
        (span.start, span.end, span.label)
        for change in changes
        if change.excluded
        for span in change.before
    )
    kept: list[Span] = []
    dropped: list[Change] = []
    for span in found:
        if span in excluded:
            dropped.append(Change("engine", "excluded before", (span,)))
        elif not labels[span.label].redact:
            dropped.append(Change("engine", "label is kept", (span,)))
        else:
            kept.append(span)
    stays = set(_staying(document, kept, kept_roles))
    dropped += (
        Change(
            "engine", f"the rules keep people of the role {span.category}", (span,), excluded=True
        )
        for span in kept
        if span in stays
    )
    kept = [span for span in kept if span not in stays]
    return spans.disjoint(cut_at_tags(document, kept), document.text), dropped


def _staying(document: Document, found: Sequence[Span], roles: Collection[str]) -> Iterator[Span]:
    """Yield the spans of people and organisations that have one of these roles without a doubt.

    A lone surname stays only if no replaced person bears it, since it may be that person's.
    """
    kept = [span for span in found if span.category in roles and not span.doubts]
    if not kept:
        return
    labels = {span.label for span in kept}
    replaced = (
        span
        for span in found
        if span.label in labels and (span.category not in roles or Doubt.ROLE in span.doubts)
    )
    borne = {word for span in replaced for word in _words(document, span)}
    for span in kept:
        words = _words(document, span)
        if len(words) > 1 or not borne.issuperset(words):
            yield span


def _words(document: Document, span: Span) -> Words:
    return folded_words(document.prose[span.start : span.end])
