"""``anonfilter [FILE]...``: text in, text without identifiers out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import show_error, stop_on_signals, use_color
from anonfilter.commands.early import announce_terminal, require_folder, unreadable
from anonfilter.commands.filter_options import (
    filter_options,
    require_consistent,
    require_of_lines,
    require_renamable,
)
from anonfilter.commands.options import open_session
from anonfilter.errors import Exit
from anonfilter.files.read import STANDARD_INPUT, STDIN

if TYPE_CHECKING:
    from collections.abc import Iterable


@click.command(
    "filter",
    epilog="\b\nExamples:\n"
    "  cat interview.txt | anonfilter > redacted.txt\n"
    "  anonfilter -o redacted interviews/*.txt\n"
    "  anonfilter -j auto -o redacted interviews\n"
    "  anonfilter -o redacted --rename interviews\n"
    "  anonfilter --in-place --only PERSON notes.txt\n"
    "  anonfilter --diff notes.txt\n"
    "  anonfilter --word-diff notes.txt\n"
    "  tail -f call.log | anonfilter --live\n\n"
    "Text is written only if no personal data is left in it. Exit codes: 0 done, 1 personal data "
    "left, 2 wrong usage or rules, 3 a file could not be read, scanned or written.",
)
@click.argument("files", nargs=-1, type=click.Path(readable=False), metavar="[FILE]...")
@filter_options
def command(
    files: tuple[str, ...],
    output_dir: str | None,
    rename: bool,
    in_place: bool,
    map_file: str | None,
    diff: bool,
    word_diff: bool,
    live: bool,
    behind: str | None,
    stdin_filename: str | None,
    keep_output: bool,
    documents_only: bool,
    jobs: int,
    quiet: bool,
    verbose: bool,
    color: str,
    **rules: Any,
) -> int:
    """Replace personal data in FILEs, or in standard input, by tags.

    Each file is a document with its own numbers; `-` is standard input. The filtered texts go to
    standard output, one after the other, unless -o or -i is given. In folders, with -o, the rules'
    `documents:` select the files, and git-ignored files are left out.

    With -o, -i and --map, a sidecar keeps what each tag stands for, if the rules say so or the
    corpus has a key: the next run continues its numbers, and `anonfilter restore` undoes it.
    With --rename, it keeps the original name as well.

    With --live, a name that is recognised only after its line was printed is reported, and the exit
    code is 1.
    """
    diff = diff or word_diff
    require_renamable(rename, files, output_dir, in_place)
    require_consistent(files, output_dir, in_place, diff, stdin_filename, map_file, live, behind)
    require_of_lines(live, jobs=jobs > 1, documents_only=documents_only)
    for folder in filter(None, (output_dir, map_file and os.path.dirname(map_file))):
        require_folder(Path(folder))
    called = stdin_filename or STANDARD_INPUT
    piped = called if STDIN in (files or (STDIN,)) else None
    names = [called if name == STDIN else name for name in files or (STDIN,)]
    if in_place or output_dir is not None:  # the same file would be filtered twice
        names = list({os.path.realpath(name): name for name in reversed(names)}.values())[::-1]
    folders = {name for name in names if output_dir is not None and os.path.isdir(name)}
    named = [name for name in names if name != piped and name not in folders]
    unread = {} if documents_only else unreadable(named, in_place=in_place)
    for error in unread.values():
        show_error(error)
    if unread and len(unread) == len(names) and not rename:
        return _nothing_read(unread, output_dir)
    names = [name for name in names if name not in unread]
    if piped and not quiet:
        announce_terminal()
    stop_on_signals()
    if live:
        return _follow(called, behind, rules, keep_output=keep_output, quiet=quiet, verbose=verbose)
    from anonfilter.commands.filter_run import FilterRun, Request

    request = Request(
        names,
        piped,
        folders,
        unread,
        output_dir=output_dir,
        rename=rename,
        in_place=in_place,
        map_file=map_file,
        diff=diff,
        word_diff=word_diff,
        keep_output=keep_output,
        documents_only=documents_only,
        jobs=jobs,
        quiet=quiet,
        verbose=verbose,
        paint=use_color(color),
        rules=rules["rules"],
    )
    return FilterRun(request, open_session(**rules, minting=True)).run()


def _nothing_read(unread: Iterable[str], output_dir: str | None) -> Exit:
    """Report the earlier results of files if no file could be opened."""
    if output_dir is not None:
        from anonfilter.commands.destinations import relative_place
        from anonfilter.commands.earlier_results import report_earlier_results

        report_earlier_results(Path(output_dir, relative_place(name)) for name in unread)
    return Exit.INCOMPLETE


def _follow(
    name: str,
    written: str | None,
    rules: dict[str, Any],
    *,
    keep_output: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Filter standard input line by line."""
    from anonfilter.commands.live import behind, follow
    from anonfilter.streams.live import Behind, Live

    limit = Behind() if written is None else behind(written)
    engine = open_session(**rules, minting=True).engine
    live = Live(engine, name, limit, keep_output=keep_output)
    return follow(live, engine, quiet=quiet, verbose=verbose)
