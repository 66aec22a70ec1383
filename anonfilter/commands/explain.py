"""``anonfilter explain FILE:LINE``: explains why the text on a line is replaced or not."""

from __future__ import annotations

from typing import Any

import click

from anonfilter.commands.console import use_color
from anonfilter.commands.options import (
    color_option,
    engine_options,
    open_session,
    reading_options,
    show_values_option,
    split_place,
    stretch_of,
)
from anonfilter.commands.path_checks import require_readable
from anonfilter.errors import Exit
from anonfilter.run.session import redact
from anonfilter.text.terminal import one_line


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
    """Show for each finding on a line which detector and rule found it, and whether it is replaced.

    This includes findings that were dropped, and the changes of resolvers. Positions are columns;
    the text itself is shown with --show-values only.
    """
    where = split_place(place)
    if where is None:
        raise click.UsageError(f"{one_line(place)} is not FILE:LINE, such as interview.txt:12")
    from anonfilter.containers.places import Places, split_member_path

    named, number, column = where
    file, member = split_member_path(named)
    require_readable(file)
    from anonfilter.reports.explanation import ExplanationWriter, explain
    from anonfilter.run.inputs import InputFile, load_whole

    engine = open_session(**rules).engine
    redaction = redact(engine, load_whole(engine, InputFile.named(file)))
    document = redaction.analysis.document
    places = Places(document.source.text)
    first, last = stretch_of(places, member, number, column)
    start, end = document.origin.offset(first), document.origin.offset(last)
    explanations = list(explain(redaction.analysis, redaction.tagged, start, end))
    for line in ExplanationWriter(document, places, show_values).lines(
        f"{one_line(named)}:{number}", explanations
    ):
        click.echo(line, color=use_color(color))
    return Exit.OK
