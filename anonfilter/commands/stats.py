"""``anonfilter stats``: how much of what the rules find in files."""

from __future__ import annotations

import json
from typing import Any

import click

from anonfilter.commands.common import (
    color_option,
    complain,
    engine_options,
    open_session,
    stdin_filename_option,
    use_color,
)
from anonfilter.errors import Exit, Incomplete, ModelMissing
from anonfilter.files.read import STANDARD_INPUT, STDIN, read_input
from anonfilter.session import redact


@click.command(
    "stats",
    epilog="\b\nExamples:\n"
    "  anonfilter stats interviews/*.txt\n"
    "  anonfilter stats --rules hearing --json hearings/*.txt > stats.json\n\n"
    "Exit codes: 0 done, 2 usage or rules are wrong, 3 a file could not be scanned: it is not in "
    "the figures.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--markdown", "as_markdown", is_flag=True, help="A table in Markdown.")
@stdin_filename_option
@engine_options
@color_option
def command(
    files: tuple[str, ...],
    as_json: bool,
    as_markdown: bool,
    stdin_filename: str | None,
    color: str,
    **rules: Any,
) -> int:
    """Count by label what would be replaced in FILEs; `-` is standard input.

    In all, a file on average, and per 1,000 words. Nothing of the text is shown.
    """
    if as_json and as_markdown:
        raise click.UsageError("--json goes not with --markdown")
    from anonfilter.evaluating.statistics import Statistics
    from anonfilter.reports import tables
    from anonfilter.reports.paths import Paths

    engine = open_session(**rules).engine
    paths = Paths(engine)
    statistics = Statistics()
    code = Exit.OK
    for name in files:
        called = (stdin_filename or STANDARD_INPUT) if name == STDIN else name
        try:
            statistics.add(redact(engine, read_input(name, called)))
        except ModelMissing:
            raise
        except Incomplete as error:
            complain(error.placed(paths.shown(called), called))
            code = Exit.INCOMPLETE
    section = statistics.section()
    if as_json:
        click.echo(json.dumps(section.data, indent=2))
    elif as_markdown:
        click.echo("\n".join(tables.markdown([section.sheet])))
    else:
        tables.show([section.sheet], color=use_color(color))
    return code
