"""Turns explanations into lines: what found a text, what each resolver did, what replaces it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from anonfilter.containers.places import Places
from anonfilter.contract.document import Change, Document, Span
from anonfilter.reports.trace import Explanation
from anonfilter.text.terminal import one_line


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
        """Return a place such as "columns 3-12", with the last line if it is another line."""
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
