"""Explains why text is replaced or not, from the changes that the engine records.

The changes of all resolvers form a graph: each made spans (``after``) from others (``before``).
Backwards from a final span are the spans that detectors found; forwards from a found span is what
became of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from anonfilter.contract.document import Analysis, Change, Span, TaggedMention
from anonfilter.engine import spans
from anonfilter.reports.spans import replaced_surface
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Story:
    """What was found and changed in a range of text. ``tagged`` is None if it is not replaced."""

    start: int
    end: int
    tagged: TaggedMention | None
    replacement: str
    found: tuple[Span, ...]
    changes: tuple[Change, ...]
    considered: tuple[Span, ...]


def stories(
    analysis: Analysis, tagged: Sequence[TaggedMention], start: int, end: int
) -> Iterator[Story]:
    """The stories of all spans that touch text[start:end], in the order of the text.

    Replaced spans have all that was found, changed and dropped in their place; overlapping spans
    that were not replaced share a story.
    """
    replaced = [one for one in tagged if _touches(one.mention.span, start, end)]
    here = [span for span in analysis.candidates if _touches(span, start, end)]
    changed = [
        change
        for change in analysis.changes
        if any(_touches(span, start, end) for span in (*change.before, *change.after))
    ]
    told = [_replaced(one, analysis, here, changed) for one in replaced]
    final = [one.mention.span for one in replaced]
    bare = [
        span
        for span in spans.order({*here, *(span for change in changed for span in change.before)})
        if not any(spans.overlap(span, other) for other in final)
    ]
    told += [_left(stretch, here, changed) for stretch in _joined(bare)]
    return iter(sorted(told, key=lambda story: story.start))


def _replaced(
    one: TaggedMention, analysis: Analysis, here: Sequence[Span], changed: Sequence[Change]
) -> Story:
    span = one.mention.span
    made, changes = _ancestry(span, changed)
    known = {_identity(ancestor) for ancestor in made}
    nearby = [candidate for candidate in here if spans.overlap(candidate, span)]
    found = tuple(candidate for candidate in nearby if _identity(candidate) in known)
    considered = tuple(candidate for candidate in nearby if _identity(candidate) not in known)
    others = [
        change
        for change in changed
        if change not in changes and any(spans.overlap(before, span) for before in change.before)
    ]
    shown = (change for change in changed if change in changes or change in others)
    return Story(
        span.start,
        span.end,
        one,
        replaced_surface(analysis.document, one),
        found or (span,),
        tuple(_narrowed(change, span.start, span.end, made) for change in shown),
        considered,
    )


def _narrowed(change: Change, start: int, end: int, made: Collection[Span] = ()) -> Change:
    """Return the change without the spans that are elsewhere and are not in ``made``."""
    before, after = (
        tuple(span for span in some if span in made or _touches(span, start, end))
        for some in (change.before, change.after)
    )
    return replace(change, before=before, after=after)


def _ancestry(span: Span, changed: Sequence[Change]) -> tuple[set[Span], list[Change]]:
    """All spans that this one was made from, and the changes that made it, oldest first."""
    family, changes = {span}, list[Change]()
    for change in reversed(changed):
        if any(after in family for after in change.after):
            family.update(change.before)
            changes.append(change)
    return family, changes[::-1]


def _left(stretch: Sequence[Span], here: Sequence[Span], changed: Sequence[Change]) -> Story:
    start, end = min(span.start for span in stretch), max(span.end for span in stretch)
    return Story(
        start,
        end,
        None,
        "",
        tuple(span for span in stretch if span in here),
        tuple(
            _narrowed(change, start, end)
            for change in changed
            if any(before in stretch for before in change.before)
        ),
        (),
    )


def _joined(bare: Iterable[Span]) -> Iterator[list[Span]]:
    """Group ordered spans that overlap."""
    group: list[Span] = []
    for span in bare:
        if group and span.start >= max(other.end for other in group):
            yield group
            group = []
        group.append(span)
    if group:
        yield group


def _identity(span: Span) -> tuple[int, int, str, str, str]:
    """What a story shows of a span; spans that are equal in this are shown as one."""
    return span.start, span.end, span.label, span.detector, span.rule


def _touches(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end
