"""``anonfilter [FILE]...``: text in, text without identifiers out."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.commands.common import (
    color_option,
    complain,
    documents_only_option,
    engine_options,
    open_session,
    progress,
    stdin_filename_option,
    stop_on_signals,
    tell_remarks,
    use_color,
)
from anonfilter.commands.destinations import destinations
from anonfilter.errors import Exit, Incomplete, ModelMissing
from anonfilter.files.read import STANDARD_INPUT, STDIN, read_input
from anonfilter.session import redact
from anonfilter.text.terminal import one_line, printable

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.read import Input
    from anonfilter.reports.paths import Paths
    from anonfilter.reports.summary import Tally

_COLORS = {"-": "red", "+": "green", "@": "cyan"}


@click.command(
    "filter",
    epilog="\b\nExamples:\n"
    "  cat interview.txt | anonfilter > redacted.txt\n"
    "  anonfilter -o redacted interviews/*.txt\n"
    "  anonfilter --in-place --only PERSON notes.txt\n"
    "  anonfilter --diff notes.txt\n\n"
    "Text is written only if nothing would be left in it. Exit codes: 0 done, 1 something would "
    "be left, 2 usage or rules are wrong, 3 a file could not be read, scanned or written.",
)
@click.argument("files", nargs=-1, type=click.Path(readable=False), metavar="[FILE]...")
@click.option(
    "-o",
    "--output-dir",
    metavar="DIR",
    type=click.Path(),
    help="Write each file below DIR, in the same tree.",
)
@click.option("-i", "--in-place", is_flag=True, help="Rewrite the files themselves.")
@click.option(
    "--map",
    "map_file",
    metavar="FILE",
    type=click.Path(),
    help="For standard input: the sidecar, whose name ends in .pseudonyms.yaml.",
)
@click.option(
    "--diff", is_flag=True, help="Print what would change instead. This shows the original values."
)
@stdin_filename_option
@click.option(
    "--keep-output",
    is_flag=True,
    help="Write the text even if something is left in it; exits 1 all the same.",
)
@documents_only_option
@engine_options
@click.option("-q", "--quiet", is_flag=True, help="No summary.")
@click.option("-v", "--verbose", is_flag=True, help="Say of each file what was found.")
@color_option
def command(
    files: tuple[str, ...],
    output_dir: str | None,
    in_place: bool,
    map_file: str | None,
    diff: bool,
    stdin_filename: str | None,
    keep_output: bool,
    documents_only: bool,
    rules: str | None,
    trust_local_plugins: bool,
    only: tuple[str, ...],
    excepted: tuple[str, ...],
    assume_language: bool,
    roster: tuple[str, ...],
    quiet: bool,
    verbose: bool,
    color: str,
) -> int:  # fmt: skip
    """Replace personal data in FILEs, or in standard input, by tags.

    Each file is a document of its own, with numbers of its own; `-` is standard input. What
    comes out goes to standard output, one file after the other, unless -o or -i says where.

    With -o, -i and --map, a sidecar keeps what each tag stands for, if the rules say so or the
    corpus has a key: the next run goes on with its numbers, and `anonfilter restore` undoes it.
    """
    _refuse_nonsense(files, output_dir, in_place, diff, stdin_filename, map_file)
    from anonfilter.files import write as output
    from anonfilter.pseudonyms import results
    from anonfilter.reports.paths import Paths
    from anonfilter.reports.summary import Tally
    from anonfilter.text.plural import counted

    called = stdin_filename or STANDARD_INPUT
    inputs = [called if name == STDIN else name for name in files or (STDIN,)]
    if in_place or output_dir is not None:  # the same file twice would be filtered twice
        inputs = list({os.path.realpath(name): name for name in reversed(inputs)}.values())[::-1]
    stop_on_signals()
    session = open_session(
        rules, trust_local_plugins, only, excepted, assume_language, roster, minting=True
    )
    engine = session.engine
    if documents_only:
        from anonfilter.checking.selection import among

        documents = among(inputs, engine.ruleset)
        inputs = [name for name in inputs if name == called or name in documents]
    paint = use_color(color)
    chunks: list[bytes] = []
    keeping = session.keeping()
    open_slot = results.without_sidecars(lambda _, done: chunks.append(done.output))
    if in_place:
        open_slot = results.in_place(engine, keeping, inputs)
    elif output_dir is not None:
        places = destinations(Path(output_dir), inputs)
        open_slot = results.below(engine, keeping, places)
    elif map_file is not None:
        open_slot = results.with_map(engine, keeping, called, Path(map_file))
    elif diff:
        open_slot = results.preview(
            keeping, files, lambda _, done: chunks.append(_diff(done, paint))
        )

    tally, paths = Tally(), Paths(engine)
    for unread in engine.options.known.unread if engine.options.known is not None else ():
        tally.incomplete.append(_complain(unread, unread.named_place()[0], paths))
    for name in inputs:
        piped = name == called and STDIN in (files or (STDIN,))
        try:
            with open_slot(name) as slot:
                source = _read_standard_input(name, quiet) if piped else _read_file(name, inputs)
                done = redact(engine, source, slot.memory(source))
                tally.add(done, _report(done, paths, paint))
                if done.analysis.remarks:
                    tell_remarks(done.analysis, paths.shown(name, done.tagged))
                if verbose:
                    shown = one_line(paths.shown(name, done.tagged))
                    click.echo(f"{shown}: {counted(len(done.tagged), 'mention')}", err=True)
                if keep_output or not done.findings:
                    slot.take(source, done)
                    if slot.remark:
                        shown = one_line(paths.shown(name, done.tagged))
                        click.echo(f"{shown}: {slot.remark}", err=True)
        except ModelMissing:
            raise
        except Incomplete as error:
            tally.incomplete.append(_complain(error, name, paths))
    written = keep_output or tally.exit is Exit.OK
    if chunks and written:
        output.standard_output(chunks)
    if not quiet:
        _summarise(tally, engine, written)
        if not (written or in_place or output_dir is not None):
            click.echo("nothing was written to standard output", err=True)
    return tally.exit


def _refuse_nonsense(
    files: tuple[str, ...],
    output_dir: str | None,
    in_place: bool,
    diff: bool,
    stdin_filename: str | None,
    map_file: str | None,
) -> None:
    """Options that cannot be meant together."""
    piped = files.count(STDIN) if files else 1
    if (output_dir is not None) + in_place + diff + (map_file is not None) > 1:
        raise click.UsageError("--output-dir, --in-place, --map and --diff exclude each other")
    if map_file is not None and (len(files) > 1 or not piped):
        raise click.UsageError("--map is for standard input; -i and -o write a sidecar a file")
    if piped > 1:
        raise click.UsageError("standard input (-) can be read only once")
    if piped and in_place:
        raise click.UsageError("--in-place rewrites files; name them")
    if piped and output_dir is not None and not stdin_filename:
        raise click.UsageError("--output-dir needs --stdin-filename to name standard input's file")
    if stdin_filename is not None and (not piped or stdin_filename in files):
        raise click.UsageError("--stdin-filename names standard input; give `-` or no file")


def _read_standard_input(name: str, quiet: bool) -> Input:
    if sys.stdin is not None and sys.stdin.isatty() and not quiet:
        click.echo("anonfilter: reading from the terminal; Ctrl-D ends the text", err=True)
    return read_input(STDIN, name)


def _read_file(name: str, inputs: Sequence[str]) -> Input:
    if len(inputs) > 1:
        progress(one_line(name))
    return read_input(name)


def _complain(error: Incomplete, name: str, paths: Paths) -> str:
    """Say why a file is incomplete; returns its name as it may be shown."""
    if name == STANDARD_INPUT:
        complain(error)
        return name
    shown = one_line(paths.shown(name))
    elsewhere = error.where not in ("", name) and error.place(name) is None
    where = one_line(paths.shown(error.where)) if elsewhere else shown
    complain(error.placed(where, name))
    return shown


def _report(done: Redaction, paths: Paths, paint: bool | None) -> str:
    """What would be left: the place, the label and who says so, never the value.

    Returns the file's name as it may be shown: a value in it is written as its tag.
    """
    path = one_line(paths.shown(done.analysis.document.name, done.tagged)) if done.findings else ""
    for one in done.findings:
        label = click.style(one.label, fg="red")
        click.echo(
            f"{path}:{one.line}:{one.column}: {label} ({one.detector}, {one.score:.2f})",
            err=True, color=paint,
        )  # fmt: skip
    return path


def _summarise(tally: Tally, engine: Engine, written: bool) -> None:
    """What was done, and by which rules, models and detectors."""
    from anonfilter.reports.versions import versions

    for line in tally.told(written):
        click.echo(one_line(line), err=True)
    click.echo(printable(versions(engine).line()), err=True)


def _diff(done: Redaction, paint: bool | None) -> bytes:
    """A diff in UTF-8; for a terminal in colour, and with control characters escaped."""
    from anonfilter.engine.decoding import decode
    from anonfilter.reports.diff import unified

    source = done.analysis.document.source
    lines = unified(source.text, decode(done.output, source.name).text, source.name)
    if sys.stdout is not None and sys.stdout.isatty():
        lines = (printable(line) for line in lines)
    if paint or (paint is None and sys.stdout is not None and sys.stdout.isatty()):
        lines = (click.style(line, fg=_COLORS.get(line[:1])) for line in lines)
    return "".join(lines).encode("utf-8", source.errors)
