"""The options of ``anonfilter filter``, and their allowed combinations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
        """Return these options, and remove them from the options that were given."""
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
                "--rename is for files, which are read twice; standard input is not": piped,
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
            "--live filters standard input; name no files": live and set(files) - {STDIN},
            "--behind needs --live": options.behind is not None and not live,
            "--map is for standard input; -i and -o write a sidecar per file": (
                options.map_file is not None and (len(files) > 1 or not piped)
            ),
            "standard input (-) can be read only once": piped > 1,
            "--in-place rewrites files; name them": piped and options.in_place,
            "--output-dir needs --stdin-filename to name standard input's file": (
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
    """Raise an error with the first message whose condition is true."""
    for message, is_wrong in problems.items():
        if is_wrong:
            raise click.UsageError(message)
