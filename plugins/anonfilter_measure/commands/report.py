"""``anonfilter report``: write a report on data for an ethics board or a data-protection file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from anonfilter.commands.console import notify, stop_on_signals
from anonfilter.commands.options import (
    engine_options,
    jobs_option,
    open_session,
    reading_options,
    show_values_option,
)
from anonfilter.commands.path_checks import require_writable_folder
from anonfilter.errors import AnonfilterError, Exit


@click.command(
    "report",
    epilog="\b\nExamples:\n"
    "  anonfilter report data/ --html report.html\n"
    "  anonfilter report data/ --html report.html --json report.json\n"
    "  anonfilter report --rules hearing --hide-paths --json report.json hearings/\n"
    "  anonfilter report --schema > report.schema.json\n\n"
    "Exit codes: 0 the report is written, whatever was found; 2 wrong usage or rules; 3 the report "
    "is written, and names files that could not be scanned.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option(
    "--html",
    metavar="FILE",
    type=click.Path(),
    help="Write an HTML page to read and to print: one file, without scripts.",
)
@click.option(
    "--json",
    "as_json",
    metavar="FILE",
    type=click.Path(),
    help="Write the same facts for programs.",
)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json, and exit.")
@click.option(
    "--evaluation",
    "evaluations",
    multiple=True,
    metavar="FILE",
    type=click.Path(),
    help="Show the curve of an evaluation of recordings, from the output of `anonfilter eval "
    "--audio --json`; may be repeated.",
)
@jobs_option(default="1")
@show_values_option
@click.option("--hide-paths", is_flag=True, help="Show a stable reference instead of each path.")
@engine_options
@reading_options
def command(
    paths: tuple[str, ...],
    html: str | None,
    as_json: str | None,
    schema: bool,
    evaluations: tuple[str, ...],
    jobs: int,
    show_values: bool,
    hide_paths: bool,
    **options: Any,
) -> int:
    """Write a report on files for an ethics board or a data-protection file.

    Files are selected and scanned as `anonfilter check` does. The report names the files, the rules
    and the versions; remaining and accepted findings with their reasons; the risk against the
    criterion; who signed off; and files that were not read. Values are not shown.
    """
    stop_on_signals()
    if schema:
        from anonfilter_measure.report.report_facts import schema as described

        click.echo(json.dumps(described(), indent=2))
        return Exit.OK
    files = _files(html, as_json)
    from anonfilter_measure.report import recording_curves

    evaluated = tuple(map(recording_curves.read, evaluations))
    session = open_session(**options)
    from anonfilter_measure.report import folder_report, report_facts, report_page
    from anonfilter_measure.report.gather_facts import ReportRequest

    request = ReportRequest(paths or (".",), show_values, evaluated)
    own_rules = not options["rules"]
    _, found = folder_report.gather(
        session, request, jobs, hide_paths=hide_paths, own_rules=own_rules
    )
    for kind, file in files.items():
        _write(file, report_page.page(found) if kind == "html" else report_facts.as_json(found))
    for one in found.incomplete:
        notify(f"incomplete: {one.where}: {one.reason}")
    click.echo(found.summary, err=True)
    return Exit.INCOMPLETE if found.incomplete else Exit.OK


def _files(html: str | None, as_json: str | None) -> Mapping[str, str]:
    """Return the files to write, by kind; refuse paths that cannot be written."""
    files = {kind: file for kind, file in (("html", html), ("json", as_json)) if file is not None}
    if not files:
        raise click.UsageError("name the output: --html FILE, --json FILE or both")
    if len({os.path.realpath(file) for file in files.values()}) < len(files):
        raise click.UsageError("--html and --json name the same file")
    for file in files.values():
        require_writable_folder(Path(file).parent)
        if os.path.exists(file) and not os.path.isfile(file):
            raise AnonfilterError("is not a regular file, and is not overwritten", where=file)
    return files


def _write(file: str, text: str) -> None:
    from anonfilter.files.write import new_file

    new_file(Path(os.path.realpath(file)), text.encode(errors="backslashreplace"), None)
    notify(f"wrote {file}")
