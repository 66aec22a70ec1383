"""``anonfilter detect``: shows what the filter would replace in files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify, show_error, use_color
from anonfilter.commands.options import (
    color_option,
    engine_options,
    filtered_in_memory,
    jobs_option,
    open_session,
    reading_options,
    show_values_option,
    stdin_filename_option,
)
from anonfilter.commands.path_checks import select_readable
from anonfilter.errors import Exit, Incomplete
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction
    from anonfilter.files.read import LoadedFile
    from anonfilter.run.result import Result


@click.command(
    "detect",
    epilog="\b\nExamples:\n"
    "  anonfilter detect interview.txt\n"
    "  anonfilter detect --json interviews/ > spans.jsonl\n"
    "  cat interview.txt | anonfilter detect --json --show-values -\n\n"
    "Exit codes: 0 done, 1 personal data would be left, 2 wrong usage or rules, 3 a file could not "
    "be scanned.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per line, one per file."
)
@stdin_filename_option
@show_values_option
@engine_options
@reading_options
@jobs_option(default="1")
@color_option
def command(
    files: tuple[str, ...],
    as_json: bool,
    stdin_filename: str | None,
    show_values: bool,
    jobs: int,
    color: str,
    **rules: Any,
) -> int:
    """Show what would be replaced in FILEs, and by what; `-` is standard input.

    In folders, the rules' `documents:` select the files, and git-ignored files are left out. Each
    file is read as a whole, so files beyond the `limits:` of the rules are refused; the option
    --diff of the filter shows their changes.

    Offsets count the characters (code points) of the decoded text. `category` is finer than
    `label`; within a file, equal `entity` means the same person, place or thing. `time` has
    the start and end of the speech in seconds, if the file has times.
    """
    left, code = select_readable(files, folders=True)
    if not left:
        return code
    from anonfilter.commands.folders import find_named

    session = open_session(**rules)
    documents = find_named(left, stdin_filename, session.ruleset)
    paint = use_color(color)
    describe = partial(_describe, as_json, show_values)
    for result in filtered_in_memory(session.engine, documents, describe, jobs):
        if result.error is not None:
            code = code or Exit.INCOMPLETE
            continue
        for line in result.details:
            click.echo(line, color=paint)
        for remark in result.remarks:
            notify(f"{result.name}: {remark}")
        if result.findings:
            code = Exit.FOUND
            show_error(Incomplete("personal data would be left after filtering", where=result.name))
    return code


def _describe(
    as_json: bool, show_values: bool, source: LoadedFile, redaction: Redaction, result: Result
) -> None:
    """Add to a result the lines that the command prints about its file."""
    from anonfilter.run.result import remarks_of

    result.details = list(_lines(redaction, result.name, as_json, show_values))
    result.remarks = remarks_of(redaction.analysis)


def _lines(redaction: Redaction, path: str, as_json: bool, show_values: bool) -> Iterator[str]:
    from anonfilter.reports.spans import span_objects

    document = redaction.analysis.document
    spans = list(span_objects(document, redaction.tagged, show_values=show_values))
    if as_json:
        yield json.dumps({"path": path, "spans": spans})
        return
    yield click.style(f"{one_line(path)}: {len(spans)} to replace", bold=True)
    rows = []
    for span in spans:
        label = "/".join(filter(None, (span["label"], span["category"])))
        place = f"{span['line']}:{span['column']}"
        rows.append((place, label, one_line(span["replacement"]), span))
    widths = [max((len(row[at]) for row in rows), default=0) for at in range(3)]
    for place, label, replacement, span in rows:
        value = f"  {one_line(span['text'])}" if show_values else ""
        yield (
            f"  {place:>{widths[0]}}  {click.style(f'{label:<{widths[1]}}', fg='red')}  "
            f"{replacement:<{widths[2]}}  {', '.join(span['detectors'])} {span['score']:.2f}{value}"
        )
