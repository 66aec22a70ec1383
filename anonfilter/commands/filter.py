"""``anonfilter filter [FILE]...``, the default command: replaces personal data in text."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import show_error, stop_on_signals
from anonfilter.commands.filter_options import FilterOptions, filter_options, require_consistent
from anonfilter.commands.options import open_session
from anonfilter.commands.path_checks import (
    announce_terminal,
    find_unreadable,
    require_writable_folder,
)
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
def command(files: tuple[str, ...], **given: Any) -> int:
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
    options = FilterOptions.taken_from(given)
    require_consistent(files, options)
    output_dir, map_file = options.output_dir, options.map_file
    for folder in filter(None, (output_dir, map_file and os.path.dirname(map_file))):
        require_writable_folder(Path(folder))
    stdin_name = options.stdin_filename or STANDARD_INPUT
    piped = stdin_name if STDIN in (files or (STDIN,)) else None
    names = [stdin_name if name == STDIN else name for name in files or (STDIN,)]
    if not options.to_stdout:  # the same file would be filtered twice
        names = list({os.path.realpath(name): name for name in reversed(names)}.values())[::-1]
    folders = {name for name in names if output_dir is not None and os.path.isdir(name)}
    named = [name for name in names if name != piped and name not in folders]
    unread = {} if options.documents_only else find_unreadable(named, in_place=options.in_place)
    for error in unread.values():
        show_error(error)
    if unread and len(unread) == len(names) and not options.rename:
        return _nothing_read(unread, output_dir)
    names = [name for name in names if name not in unread]
    if piped and not options.quiet:
        announce_terminal()
    stop_on_signals()
    if options.live:
        return _filter_live(stdin_name, options, given)
    from anonfilter.commands.filter_run import FilterRun, Request

    request = Request(names, piped, folders, unread, options, given["rules"])
    return FilterRun(request, open_session(**given, minting=True)).run()


def _nothing_read(unread: Iterable[str], output_dir: str | None) -> Exit:
    """Report the earlier results of files if no file could be opened."""
    if output_dir is not None:
        from anonfilter.commands.result_paths import relative_result_path, report_earlier_results

        report_earlier_results(Path(output_dir, relative_result_path(name)) for name in unread)
    return Exit.INCOMPLETE


def _filter_live(stdin_name: str, options: FilterOptions, rules: dict[str, Any]) -> int:
    """Filter standard input line by line, and return the exit code."""
    from anonfilter.commands.live import follow_standard_input, parse_behind
    from anonfilter.streams.live import Behind, Live

    limit = Behind() if options.behind is None else parse_behind(options.behind)
    engine = open_session(**rules, minting=True).engine
    live = Live(engine, stdin_name, limit, keep_output=options.keep_output)
    return follow_standard_input(live, engine, quiet=options.quiet, verbose=options.verbose)
