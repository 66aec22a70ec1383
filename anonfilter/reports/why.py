"""Why a stretch of text is replaced, or is not: the trace that the engine keeps, read back.

The changes of all resolvers form a graph: each one made spans (``after``) of others
(``before``). Going back from a final span leads to what detectors found; going forward from
what was found leads to what became of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from anonfilter.contract.document import Analysis, Change, Span, Tagged
from anonfilter.engine import spans
from anonfilter.reports.spans import replaced_surface


@dataclass(frozen=True, slots=True)
class Told:
    """A stretch of a line and its story. ``tagged`` is None where nothing is replaced."""

    start: int
    end: int
    tagged: Tagged | None
    replacement: str
    found: tuple[Span, ...]
    changes: tuple[Change, ...]
    considered: tuple[Span, ...]


def told(analysis: Analysis, tagged: Sequence[Tagged], start: int, end: int) -> Iterator[Told]:
    """The stories of all spans that touch text[start:end], in the order of the text.

    First those that are replaced, each with what was found, changed and dropped in the same
    place; then what was found and came to nothing.
    """
    replaced = [one for one in tagged if _touches(one.mention.span, start, end)]
    here = [span for span in analysis.candidates if _touches(span, start, end)]
    changed = [
        change
        for change in analysis.changes
        if any(_touches(span, start, end) for span in (*change.before, *change.after))
    ]
    stories = [_replaced(one, analysis, here, changed) for one in replaced]
    final = [one.mention.span for one in replaced]
    bare = [
        span
        for span in spans.order({*here, *(span for change in changed for span in change.before)})
        if not any(spans.overlap(span, other) for other in final)
    ]
    stories += [_left(stretch, here, changed) for stretch in _joined(bare)]
    return iter(sorted(stories, key=lambda story: story.start))


def _replaced(
    one: Tagged, analysis: Analysis, here: Sequence[Span], changed: Sequence[Change]
) -> Told:
    span = one.mention.span
    made, changes = _ancestry(span, changed)
    known = {_told_as(ancestor) for ancestor in made}
    nearby = [candidate for candidate in here if spans.overlap(candidate, span)]
    found = tuple(candidate for candidate in nearby if _told_as(candidate) in known)
    considered = tuple(candidate for candidate in nearby if _told_as(candidate) not in known)
    others = [
        change
        for change in changed
        if change not in changes and any(spans.overlap(before, span) for before in change.before)
    ]
    return Told(
        span.start, span.end, one, replaced_surface(analysis.document, one), found or (span,),
        tuple(change for change in changed if change in changes or change in others), considered,
    )  # fmt: skip


def _ancestry(span: Span, changed: Sequence[Change]) -> tuple[set[Span], list[Change]]:
    """All spans that became this one, and the changes that made it, oldest first."""
    family, changes = {span}, list[Change]()
    for change in reversed(changed):
        if any(after in family for after in change.after):
            family.update(change.before)
            changes.append(change)
    return family, changes[::-1]


def _left(stretch: Sequence[Span], here: Sequence[Span], changed: Sequence[Change]) -> Told:
    start, end = min(span.start for span in stretch), max(span.end for span in stretch)
    return Told(
        start, end, None, "", tuple(span for span in stretch if span in here),
        tuple(change for change in changed if any(before in stretch for before in change.before)),
        (),
    )  # fmt: skip


def _joined(bare: Iterable[Span]) -> Iterator[list[Span]]:
    """Spans in order as groups of overlapping ones."""
    group: list[Span] = []
    for span in bare:
        if group and span.start >= max(other.end for other in group):
            yield group
            group = []
        group.append(span)
    if group:
        yield group


def _told_as(span: Span) -> tuple[int, int, str, str, str]:
    """What is told of a span: two that differ otherwise only are the same to a reader."""
    return span.start, span.end, span.label, span.detector, span.rule


def _touches(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end
