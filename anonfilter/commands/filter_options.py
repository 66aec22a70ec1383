"""The options of ``anonfilter filter``, and their allowed combinations."""

from __future__ import annotations

import click

from anonfilter.commands.options import (
    block,
    color_option,
    documents_only_option,
    engine_options,
    exclusive,
    jobs_option,
    quiet_option,
    reading_options,
    stdin_filename_option,
)
from anonfilter.files.read import STDIN

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


def require_consistent(
    files: tuple[str, ...],
    output_dir: str | None,
    in_place: bool,
    diff: bool,
    stdin_filename: str | None,
    map_file: str | None,
    live: bool,
    behind: str | None,
) -> None:
    """Refuse contradictory options, and options without an input to filter."""
    piped = files.count(STDIN) if files else 1
    exclusive(
        {
            "--output-dir": output_dir,
            "--in-place": in_place,
            "--map": map_file,
            "--diff": diff,
            "--live": live,
        }
    )
    if live and set(files) - {STDIN}:
        raise click.UsageError("--live filters standard input; name no files")
    if behind is not None and not live:
        raise click.UsageError("--behind needs --live")
    if map_file is not None and (len(files) > 1 or not piped):
        raise click.UsageError("--map is for standard input; -i and -o write a sidecar per file")
    if piped > 1:
        raise click.UsageError("standard input (-) can be read only once")
    if piped and in_place:
        raise click.UsageError("--in-place rewrites files; name them")
    if piped and output_dir is not None and not stdin_filename:
        raise click.UsageError("--output-dir needs --stdin-filename to name standard input's file")
    if stdin_filename is not None and (not piped or stdin_filename in files):
        raise click.UsageError("--stdin-filename names standard input; give `-` or no file")


def require_of_lines(live: bool, *, jobs: bool, documents_only: bool) -> None:
    """Refuse options that have no meaning for a stream of lines, with --live."""
    if live and jobs:
        raise click.UsageError("--live filters one line after the other; leave out --jobs")
    if live and documents_only:
        raise click.UsageError(
            "--documents-only selects from named files, so it cannot be combined with --live"
        )


def require_renamable(
    rename: bool, files: tuple[str, ...], output_dir: str | None, in_place: bool
) -> None:
    """Refuse --rename, unless named files are written elsewhere."""
    if not rename:
        return
    if in_place:
        raise click.UsageError(
            "--in-place rewrites files where they are; rename them with `git mv`, or write them "
            "elsewhere with -o DIR --rename"
        )
    if output_dir is None:
        raise click.UsageError("--rename needs -o DIR, where results get other names")
    if not files or STDIN in files:
        raise click.UsageError("--rename is for files, which are read twice; standard input is not")
