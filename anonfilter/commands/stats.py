"""``anonfilter stats``: counts what the filter would replace in files, by label."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import use_color
from anonfilter.commands.options import (
    color_option,
    engine_options,
    exclusive,
    filtered_in_memory,
    json_option,
    markdown_option,
    open_session,
    reading_options,
    stdin_filename_option,
)
from anonfilter.commands.path_checks import select_readable
from anonfilter.errors import Exit

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction
    from anonfilter.files.read import LoadedFile
    from anonfilter.run.result import Result


@click.command(
    "stats",
    epilog="\b\nExamples:\n"
    "  anonfilter stats interviews/*.txt\n"
    "  anonfilter stats --rules hearing --json hearings/*.txt > stats.json\n"
    "  anonfilter stats --rules hearing --stages hearings/*.txt\n\n"
    "Exit codes: 0 done, 2 wrong usage or rules, 3 a file could not be scanned and is not counted.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option(
    "--stages", is_flag=True, help="Also count what each stage found and dropped, and why."
)
@json_option
@markdown_option
@stdin_filename_option
@engine_options
@reading_options
@color_option
def command(
    files: tuple[str, ...],
    stages: bool,
    as_json: bool,
    as_markdown: bool,
    stdin_filename: str | None,
    color: str,
    **rules: Any,
) -> int:
    """Count by label what would be replaced in FILEs; `-` is standard input.

    In folders, the rules' `documents:` select the files, and git-ignored files are left out.
    The figures are totals, means per file, and rates per 1,000 words. No text is shown.
    """
    exclusive({"--json": as_json, "--markdown": as_markdown})
    left, code = select_readable(files, folders=True)
    if not left:
        return code
    from anonfilter.commands.folders import find_named
    from anonfilter.reports import tables
    from anonfilter.reports.stages import Stages
    from anonfilter.reports.statistics import Statistics

    session = open_session(**rules)
    documents = find_named(left, stdin_filename, session.ruleset)
    statistics = Statistics()
    dropped = Stages([one.name for one, _ in session.engine.parts()])

    def add(source: LoadedFile, redaction: Redaction, result: Result) -> None:
        statistics.add(redaction)
        dropped.add(redaction.analysis)

    for result in filtered_in_memory(session.engine, documents, add):
        if result.error is not None:
            code = Exit.INCOMPLETE
    sections = [
        statistics.section(),
        *([dropped.section(), dropped.label_section()] if stages else []),
    ]
    sheets = [section.sheet for section in sections]
    if as_json:
        more = {section.key: section.data for section in sections[1:]}
        click.echo(json.dumps(sections[0].data | more, indent=2))
    elif as_markdown:
        click.echo("\n".join(tables.markdown(sheets)))
    else:
        tables.show(sheets, color=use_color(color))
    return code
