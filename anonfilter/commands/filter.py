"""``anonfilter filter [FILE]...``, the default command: replaces personal data in text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from anonfilter.commands.console import show_error, stop_on_signals
from anonfilter.commands.options import (
    block,
    color_option,
    documents_only_option,
    engine_options,
    exclusive,
    jobs_option,
    open_session,
    quiet_option,
    reading_options,
    stdin_filename_option,
)
from anonfilter.commands.path_checks import (
    announce_terminal,
    find_unreadable,
    require_writable_folder,
)
from anonfilter.errors import Exit
from anonfilter.files.read import STANDARD_INPUT, STDIN

filter_options = block(
    click.option(
        "-o",
        "--output-dir",
        metavar="DIR",
        type=click.Path(),
        help="Write each file below DIR, in the same tree; a FILE may be a folder then.",
    ),
    click.option(
        "--rename",
        is_flag=True,
        help="With -o, replace personal data in the names of files and folders, too.",
    ),
    click.option("-i", "--in-place", is_flag=True, help="Rewrite the files themselves."),
    click.option(
        "--map",
        "map_file",
        metavar="FILE",
        type=click.Path(),
        help="The sidecar of standard input; its name ends in .pseudonyms.yaml.",
    ),
    click.option(
        "--diff", is_flag=True, help="Print the changes instead, with the original values."
    ),
    click.option(
        "--word-diff", is_flag=True, help="Print the changes within lines: [-value-]{+tag+}."
    ),
    click.option(
        "--live",
        is_flag=True,
        help="Filter standard input line by line as it arrives (tail -f LOG | ...).",
    ),
    click.option(
        "--behind",
        metavar="LINES,SECONDS",
        show_default="3,2s",
        help="The most lines, and the most seconds, that --live holds back.",
    ),
    stdin_filename_option,
    click.option(
        "--keep-output",
        is_flag=True,
        help="Write text even with personal data left in it; still exits 1.",
    ),
    documents_only_option,
    engine_options,
    reading_options,
    jobs_option(default="1"),
    quiet_option,
    click.option("-v", "--verbose", is_flag=True, help="Print what was found in each file."),
    color_option,
)


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """The options of ``anonfilter filter``, without those that open the session."""

    output_dir: str | None
    rename: bool
    in_place: bool
    map_file: str | None
    diff: bool
    word_diff: bool
    live: bool
    behind: str | None
    stdin_filename: str | None
    keep_output: bool
    documents_only: bool
    jobs: int
    quiet: bool
    verbose: bool
    color: str

    @classmethod
    def taken_from(cls, given: dict[str, Any]) -> FilterOptions:
        """Return these options, and remove them from the mapping of all given options."""
        return cls(*(given.pop(name) for name in cls.__slots__))

    @property
    def shows_diff(self) -> bool:
        return self.diff or self.word_diff

    @property
    def to_stdout(self) -> bool:
        return not self.in_place and self.output_dir is None


def require_consistent(files: tuple[str, ...], options: FilterOptions) -> None:
    """Refuse options that contradict each other, or that have no input to apply to."""
    piped = files.count(STDIN) if files else 1
    live, stdin_name = options.live, options.stdin_filename
    if options.rename:
        _refuse(
            {
                "--in-place rewrites files where they are; rename them with `git mv`, or write "
                "them elsewhere with -o DIR --rename": options.in_place,
                "--rename needs -o DIR, where results get other names": options.output_dir is None,
                "--rename reads each file twice, which is not possible with standard input": piped,
            }
        )
    exclusive(
        {
            "--output-dir": options.output_dir,
            "--in-place": options.in_place,
            "--map": options.map_file,
            "--diff": options.shows_diff,
            "--live": live,
        }
    )
    _refuse(
        {
            "--live filters standard input, so it takes no files": live and set(files) - {STDIN},
            "--behind needs --live": options.behind is not None and not live,
            "--map is for standard input; -i and -o write a sidecar per file": (
                options.map_file is not None and (len(files) > 1 or not piped)
            ),
            "standard input (-) can be read only once": piped > 1,
            "--in-place needs the names of the files to rewrite": piped and options.in_place,
            "with standard input, --output-dir needs --stdin-filename, the name of the result": (
                piped and options.output_dir is not None and not stdin_name
            ),
            "--stdin-filename names standard input; give `-` or no file": (
                stdin_name is not None and (not piped or stdin_name in files)
            ),
            "--live filters one line after the other; leave out --jobs": live and options.jobs > 1,
            "--documents-only selects from named files, so it cannot be combined with --live": (
                live and options.documents_only
            ),
        }
    )


def _refuse(problems: Mapping[str, object]) -> None:
    """Raise a usage error with the first of these messages whose condition is true."""
    for message, is_wrong in problems.items():
        if is_wrong:
            raise click.UsageError(message)


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
    """Report the results of earlier runs if none of the files could be opened."""
    if output_dir is not None:
        from anonfilter.commands.result_paths import relative_result_path, report_earlier_results

        report_earlier_results(Path(output_dir, relative_result_path(name)) for name in unread)
    return Exit.INCOMPLETE


def _filter_live(stdin_name: str, options: FilterOptions, rules: dict[str, Any]) -> int:
    """Filter standard input line by line, and return the exit code."""
    from anonfilter.commands.live import follow_standard_input, parse_behind
    from anonfilter.streams.live import LiveDelay, LiveFilter

    limit = LiveDelay() if options.behind is None else parse_behind(options.behind)
    engine = open_session(**rules, minting=True).engine
    live = LiveFilter(engine, stdin_name, limit, keep_output=options.keep_output)
    return follow_standard_input(live, engine, quiet=options.quiet, verbose=options.verbose)
