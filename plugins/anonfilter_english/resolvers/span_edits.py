"""Edit spans one by one, and record the changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from anonfilter.contract.document import Change, Span


def edit_each(
    resolver: str,
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
            changes.append(Change(resolver, reason, (span,), tuple(after), excluded=excluded))
    return result, changes


def drop_each(
    resolver: str,
    spans: Iterable[Span],
    reason_to_drop: Callable[[Span], str],
    *,
    excluded: bool = False,
) -> tuple[list[Span], list[Change]]:
    """Drop the spans for which there is a reason, and return the others and the changes."""

    def edit(span: Span) -> tuple[Sequence[Span], str]:
        reason = reason_to_drop(span)
        return ((), reason) if reason else ((span,), "")

    return edit_each(resolver, spans, edit, excluded=excluded)
