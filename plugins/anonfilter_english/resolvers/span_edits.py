"""Look up spans by their place, edit them, and record the changes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from anonfilter.contract.document import Change, Span
from anonfilter.engine.spans import order

_LONGEST = 200


class SpanIndex:
    """An index of spans by their place. It finds spans of at most 200 characters."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._ordered = order(spans)
        self._starts = [span.start for span in self._ordered]

    def near(self, start: int, end: int) -> list[Span]:
        """Return the spans that begin in start..end or up to 200 characters before it."""
        first = bisect_left(self._starts, start - _LONGEST)
        return self._ordered[first : bisect_left(self._starts, end)]

    def overlapping(self, start: int, end: int) -> tuple[Span, ...]:
        """Return the spans that share a character with start..end."""
        return tuple(span for span in self.near(start, end) if span.end > start)


def edit_each(
    spans: Iterable[Span],
    edit: Callable[[Span], tuple[Sequence[Span], str]],
    *,
    excluded: bool = False,
) -> tuple[list[Span], list[Change]]:
    """Return the edited spans, and a change for each span that is different afterwards.

    ``edit`` returns the spans that replace a span, and the reason.
    """
    result: list[Span] = []
    changes: list[Change] = []
    for span in spans:
        after, reason = edit(span)
        result += after
        if tuple(after) != (span,):
            changes.append(Change("", reason, (span,), tuple(after), excluded=excluded))
    return result, changes


def drop_each(
    spans: Iterable[Span],
    reason_to_drop: Callable[[Span], str],
    *,
    excluded: bool = False,
) -> tuple[list[Span], list[Change]]:
    """Drop the spans with a reason; return the other spans, and a change for each dropped span.

    ``reason_to_drop`` returns "" for a span that stays.
    """

    def edit(span: Span) -> tuple[Sequence[Span], str]:
        reason = reason_to_drop(span)
        return ((), reason) if reason else ((span,), "")

    return edit_each(spans, edit, excluded=excluded)


def apply_changes(
    spans: Iterable[Span], changes: Sequence[Change]
) -> tuple[list[Span], list[Change]]:
    """Return the spans with the changes applied, added spans last, and the changes."""
    replaced = {span for change in changes for span in change.before}
    kept = [span for span in spans if span not in replaced]
    return [*kept, *(span for change in changes for span in change.after)], list(changes)
