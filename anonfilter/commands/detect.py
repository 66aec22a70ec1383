"""``anonfilter detect``: what the filter would replace, as data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.common import (
    color_option,
    complain,
    engine_options,
    open_session,
    show_values_option,
    stdin_filename_option,
    tell_remarks,
    use_color,
)
from anonfilter.errors import Exit, Incomplete, ModelMissing
from anonfilter.files.read import STANDARD_INPUT, STDIN, read_input
from anonfilter.session import redact
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction


@click.command(
    "detect",
    epilog="\b\nExamples:\n"
    "  anonfilter detect interview.txt\n"
    "  anonfilter detect --json interviews/*.txt > spans.jsonl\n"
    "  cat interview.txt | anonfilter detect --json --show-values -\n\n"
    "Exit codes: 0 done, 1 something would be left, 2 usage or rules are wrong, 3 a file could "
    "not be scanned.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file and line.")
@stdin_filename_option
@show_values_option
@engine_options
@color_option
def command(
    files: tuple[str, ...],
    as_json: bool,
    stdin_filename: str | None,
    show_values: bool,
    color: str,
    **rules: Any,
) -> int:
    """Show what would be replaced in FILEs, and by what; `-` is standard input.

    Offsets count the characters (code points) of the decoded text. `label` is the base label,
    `category` the finer one; equal `entity` means the same person, place or thing within the
    file.
    """
    from anonfilter.reports.paths import Paths

    engine = open_session(**rules).engine
    paths = Paths(engine, verbatim=show_values)
    paint = use_color(color)
    code = Exit.OK
    for name in files:
        called = (stdin_filename or STANDARD_INPUT) if name == STDIN else name
        try:
            done = redact(engine, read_input(name, called))
        except ModelMissing:
            raise
        except Incomplete as error:
            complain(error.placed(paths.shown(called), called))
            code = code or Exit.INCOMPLETE
            continue
        path = called if name == STDIN else paths.shown(called, done.tagged)
        for line in _lines(done, path, as_json, show_values):
            click.echo(line, color=paint)
        tell_remarks(done.analysis, path)
        if done.findings:
            code = Exit.FOUND
            complain(Incomplete("something would be left after filtering", where=path))
    return code


def _lines(done: Redaction, path: str, as_json: bool, show_values: bool) -> Iterator[str]:
    from anonfilter.reports.spans import span_objects

    document = done.analysis.document
    spans = list(span_objects(document, done.tagged, show_values=show_values))
    if as_json:
        yield json.dumps({"path": path, "spans": spans})
        return
    yield click.style(f"{one_line(path)}: {len(spans)} to replace", bold=True)
    rows = [
        (place, _label(span), one_line(span["replacement"]), span)
        for place, span in zip(_places(done), spans, strict=True)
    ]
    widths = [max((len(row[at]) for row in rows), default=0) for at in range(3)]
    for place, label, replacement, span in rows:
        value = f"  {one_line(span['text'])}" if show_values else ""
        yield (
            f"  {place:>{widths[0]}}  {click.style(f'{label:<{widths[1]}}', fg='red')}  "
            f"{replacement:<{widths[2]}}  {', '.join(span['detectors'])} {span['score']:.2f}{value}"
        )


def _label(span: Mapping[str, Any]) -> str:
    return "/".join(filter(None, (span["label"], span["category"])))


def _places(done: Redaction) -> Iterator[str]:
    """Line and column of each mention."""
    from anonfilter.engine.pipeline import findings_of

    spans = [one.mention.span for one in done.tagged]
    for finding in findings_of(done.analysis.document, spans):
        yield f"{finding.line}:{finding.column}"
