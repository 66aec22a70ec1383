"""Explains why text is replaced or not, with the changes that the engine has recorded.

The changes of all resolvers form a graph: each change made some spans (``after``) from other spans
(``before``). The graph leads from a final span back to the spans that detectors found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import click

from anonfilter.containers.places import Places
from anonfilter.contract.document import Analysis, Change, Document, Span, TaggedMention
from anonfilter.engine import spans
from anonfilter.reports.spans import replaced_surface
from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Explanation:
    """The findings and changes in a stretch of text.

    ``tagged`` is None if the stretch is not replaced.
    """

    start: int
    end: int
    tagged: TaggedMention | None
    replacement: str
    found: tuple[Span, ...]
    changes: tuple[Change, ...]
    considered: tuple[Span, ...]


def explain(
    analysis: Analysis, tagged: Sequence[TaggedMention], start: int, end: int
) -> Iterator[Explanation]:
    """Yield the explanations of the spans that touch text[start:end], in the order of the text.

    The explanation of a replaced span has all that was found, changed and dropped at its place.
    Overlapping spans that were not replaced share one explanation.
    """
    replaced = [item for item in tagged if _touches(item.mention.span, start, end)]
    here = [span for span in analysis.candidates if _touches(span, start, end)]
    changed = [
        change
        for change in analysis.changes
        if any(_touches(span, start, end) for span in (*change.before, *change.after))
    ]
    explanations = [_replaced(item, analysis, here, changed) for item in replaced]
    final = [item.mention.span for item in replaced]
    dropped = [
        span
        for span in spans.order({*here, *(span for change in changed for span in change.before)})
        if not any(spans.overlap(span, other) for other in final)
    ]
    explanations += [_not_replaced(group, here, changed) for group in _joined(dropped)]
    return iter(sorted(explanations, key=lambda explanation: explanation.start))


def _replaced(
    tagged: TaggedMention, analysis: Analysis, here: Sequence[Span], changed: Sequence[Change]
) -> Explanation:
    """Return the explanation of a replaced mention."""
    span = tagged.mention.span
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
    return Explanation(
        span.start,
        span.end,
        tagged,
        replaced_surface(analysis.document, tagged),
        found or (span,),
        tuple(_narrowed(change, span.start, span.end, made) for change in shown),
        considered,
    )


def _narrowed(change: Change, start: int, end: int, made: Collection[Span] = ()) -> Change:
    """Return the change with only the spans that touch the stretch or are in ``made``."""
    before, after = (
        tuple(span for span in spans if span in made or _touches(span, start, end))
        for spans in (change.before, change.after)
    )
    return replace(change, before=before, after=after)


def _ancestry(span: Span, changed: Sequence[Change]) -> tuple[set[Span], list[Change]]:
    """Return a span with all spans it was made from, and the changes that made it, oldest first."""
    family, changes = {span}, list[Change]()
    for change in reversed(changed):
        if any(after in family for after in change.after):
            family.update(change.before)
            changes.append(change)
    return family, changes[::-1]


def _not_replaced(
    group: Sequence[Span], here: Sequence[Span], changed: Sequence[Change]
) -> Explanation:
    """Return the explanation of overlapping spans that were not replaced."""
    start, end = min(span.start for span in group), max(span.end for span in group)
    return Explanation(
        start,
        end,
        None,
        "",
        tuple(span for span in group if span in here),
        tuple(
            _narrowed(change, start, end)
            for change in changed
            if any(before in group for before in change.before)
        ),
        (),
    )


def _joined(ordered: Iterable[Span]) -> Iterator[list[Span]]:
    """Yield the groups of overlapping spans; ``ordered`` has the spans in the order of the text."""
    group: list[Span] = []
    for span in ordered:
        if group and span.start >= max(other.end for other in group):
            yield group
            group = []
        group.append(span)
    if group:
        yield group


def _identity(span: Span) -> tuple[int, int, str, str, str]:
    """Return the parts of a span that an explanation shows; equal parts are shown once."""
    return span.start, span.end, span.label, span.detector, span.rule


def _touches(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end


class ExplanationWriter:
    """Writes explanations of the spans in one document as lines."""

    def __init__(self, document: Document, places: Places, show_values: bool) -> None:
        self._document = document
        self._places = places
        self._show_values = show_values

    def lines(self, place: str, explanations: list[Explanation]) -> Iterator[str]:
        if not explanations:
            yield f"{click.style(place, bold=True)}: no detector found anything here"
            return
        yield click.style(place, bold=True)
        for explanation in explanations:
            yield ""
            yield from self._explanation(explanation)

    def _explanation(self, explanation: Explanation) -> Iterator[str]:
        where = self._where(explanation.start, explanation.end, capital=True)
        if explanation.tagged is not None:
            label = click.style(explanation.tagged.mention.label.name, fg="red")
            category = explanation.tagged.mention.category
            label += f" ({category})" if category else ""
            yield f"  {where}: {label}, replaced by {one_line(explanation.replacement)}"
        else:
            yield f"  {where}: {click.style('not replaced', fg='green')}"
        for span in explanation.found:
            yield f"    found: {self._span(span)}"
        for span in explanation.considered:
            yield f"    also considered: {self._span(span)}"
        for change in explanation.changes:
            yield f"    {self._change(change)}"

    def _span(self, span: Span) -> str:
        rule = f", rule {one_line(span.rule)}" if span.rule else ""
        also = f", and by {', '.join(span.agreed)}" if span.agreed else ""
        where = self._where(span.start, span.end)
        return f"{span.label} by {span.detector}{rule}{also} (score {span.score:.2f}) at {where}"

    def _change(self, change: Change) -> str:
        before = ", ".join(self._brief(span) for span in change.before)
        after = ", ".join(self._brief(span) for span in change.after)
        if not change.after:
            did = f"dropped {before}"
        elif not change.before:
            did = f"added {after}"
        elif before == after:
            did = f"kept {before}"
        else:
            did = f"changed {before} to {after}"
        return f"{click.style(change.resolver, fg='cyan')} {did}: {one_line(change.reason)}"

    def _brief(self, span: Span) -> str:
        return f"{span.label} at {self._where(span.start, span.end)}"

    def _where(self, start: int, end: int, *, capital: bool = False) -> str:
        """Return a place such as "columns 3-12" or "columns 3-12 of line 7".

        The line is named if it is not the line of the first column.
        """
        first, after = self._document.origin.extent(start, end)
        line, column = self._place(first)
        last_line, last = self._place(max(first, after - 1))
        text = f"column {column}" if (line, column) == (last_line, last) else f"columns {column}-"
        if text.endswith("-"):
            text += str(last) if last_line == line else f"{last} of line {last_line:,}"
        if self._show_values:
            text += f' "{one_line(self._document.source.text[first:after])}"'
        return text[0].upper() + text[1:] if capital else text

    def _place(self, position: int) -> tuple[int, int]:
        _, line, column = self._places.at(position)
        return line, column
