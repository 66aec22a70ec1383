"""``anonfilter log``: write a log of all replacements in filtered files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from anonfilter.commands.console import notify, stop_on_signals
from anonfilter.commands.options import (
    engine_options,
    open_session,
    reading_options,
    show_values_option,
)
from anonfilter.commands.path_checks import require_writable_folder
from anonfilter.errors import Exit


@click.command(
    "log",
    epilog="\b\nExamples:\n"
    "  anonfilter log interviews/ -o log.xlsx\n"
    "  anonfilter log interviews/ -o log.csv      four files: log.csv, log-entities.csv, ...\n"
    "  anonfilter log --show-values interviews/ -o private/log.ods\n\n"
    "Exit codes: 0 the log is written; 2 wrong usage or no key; 3 the log is written without files "
    "that could not be read, which are named.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    required=True,
    help="The file to write: .csv, .xlsx or .ods.",
)
@show_values_option
@engine_options
@reading_options
def command(paths: tuple[str, ...], output: str, show_values: bool, **options: Any) -> int:
    """Write a log of filtered files: what was replaced, by what, why, by whom and when.

    The log has four tables: replacements, entities over all files, identifiers that were kept on
    purpose, and facts about the log. Originals are in it with --show-values only; otherwise it
    names the sidecar that seals them. Reasons need the full key, since sidecars seal them.
    """
    stop_on_signals()
    from anonfilter_archive.log.log_files import files_of, require_known_suffix

    path = Path(output)
    require_known_suffix(path)
    require_writable_folder(path.parent)
    session = open_session(**options)
    from anonfilter.files.write import new_file
    from anonfilter_archive.log.folder_log import FolderLog

    log = FolderLog(session, paths or (".",))
    for place, data in files_of(path, log.tables(show_values=show_values)).items():
        new_file(Path(os.path.realpath(place)), data, None)
        notify(f"wrote {place}")
    notify(log.summary())
    return Exit.INCOMPLETE if log.incomplete else Exit.OK
