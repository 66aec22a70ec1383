"""``anonfilter explain FILE:LINE``: why text there is replaced or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import use_color
from anonfilter.commands.early import require_all
from anonfilter.commands.options import (
    color_option,
    engine_options,
    open_session,
    reading_options,
    show_values_option,
    split_place,
)
from anonfilter.errors import Exit
from anonfilter.files.read import read_input
from anonfilter.session import redact
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.document import Change, Document, Span
    from anonfilter.reports.trace import Story


@click.command(
    "explain",
    epilog="\b\nExamples:\n"
    "  anonfilter explain interview.txt:12\n"
    "  anonfilter explain interview.txt:12:5        only column 5\n"
    "  anonfilter explain --show-values interview.txt:12",
)
@click.argument("place", type=click.Path(), metavar="FILE:LINE[:COLUMN]")
@show_values_option
@engine_options
@reading_options
@color_option
def command(place: str, show_values: bool, color: str, **rules: Any) -> int:
    """Show for each span on a line which detector and rule found it, and what became of it.

    This includes other candidates, and the changes of resolvers. Positions are columns; the text
    itself is shown with --show-values only.
    """
    where = split_place(place)
    if where is None:
        raise click.UsageError(f"{one_line(place)} is not FILE:LINE, such as interview.txt:12")
    require_all(where[0])
    from anonfilter.reports.trace import stories
    from anonfilter.streams.inputs import require_whole
    from anonfilter.text.lines import count_lines, line_starts
    from anonfilter.text.plural import counted

    file, number, column = where
    engine = open_session(**rules).engine
    redaction = redact(engine, require_whole(engine, read_input(file)))
    document = redaction.analysis.document
    lines = line_starts(document.source.text)
    total = count_lines(document.source.text)
    if not 1 <= number <= total:
        raise click.UsageError(f"the file has {counted(total, 'line')}, and no line {number:,}")
    first, last = lines[number - 1], [*lines, len(document.source.text)][number]
    if column is not None:
        first = min(first + column - 1, last)
        last = min(first + 1, last)
    start, end = document.origin.offset(first), document.origin.offset(last)
    told = list(stories(redaction.analysis, redaction.tagged, start, end))
    for line in _Explanation(document, lines, show_values).lines(
        f"{one_line(file)}:{number}", told
    ):
        click.echo(line, color=use_color(color))
    return Exit.OK


class _Explanation:
    """Renders stories as lines."""

    def __init__(self, document: Document, lines: list[int], show_values: bool) -> None:
        self._document = document
        self._lines = lines
        self._show_values = show_values

    def lines(self, place: str, stories: list[Story]) -> Iterator[str]:
        if not stories:
            yield f"{click.style(place, bold=True)}: no detector found anything here"
            return
        yield click.style(place, bold=True)
        for story in stories:
            yield ""
            yield from self._story(story)

    def _story(self, story: Story) -> Iterator[str]:
        where = self._where(story.start, story.end, capital=True)
        if story.tagged is not None:
            label = click.style(story.tagged.mention.label.name, fg="red")
            category = story.tagged.mention.category
            label += f" ({category})" if category else ""
            yield f"  {where}: {label}, replaced by {one_line(story.replacement)}"
        else:
            yield f"  {where}: {click.style('not replaced', fg='green')}"
        for span in story.found:
            yield f"    found: {self._span(span)}"
        for span in story.considered:
            yield f"    also considered: {self._span(span)}"
        for change in story.changes:
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
            did = f"made {after} of {before}"
        return f"{click.style(change.resolver, fg='cyan')} {did}: {one_line(change.reason)}"

    def _brief(self, span: Span) -> str:
        return f"{span.label} at {self._where(span.start, span.end)}"

    def _where(self, start: int, end: int, *, capital: bool = False) -> str:
        """``columns 3-12``; with the last line, if that is another one."""
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
        from anonfilter.text.lines import line_and_column

        return line_and_column(self._lines, position)
