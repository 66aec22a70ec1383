"""``anonfilter deposit``: bundle filtered files with their log and report for an archive."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify, stop_on_signals
from anonfilter.commands.options import (
    engine_options,
    jobs_option,
    open_session,
    reading_options,
)
from anonfilter.commands.path_checks import require_readable, require_writable_folder
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    from anonfilter.contract.report import CheckResult


@click.command(
    "deposit",
    epilog="\b\nExamples:\n"
    "  anonfilter deposit interviews/ -o bundle.zip\n"
    '  anonfilter deposit interviews/ -o bundle.zip --contact "data@example.org"\n\n'
    "Exit codes: 0 the bundle is written; 1 the files have personal data; 2 wrong usage; 3 a file "
    "could not be read. With 1, 2 and 3, nothing is written.",
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    required=True,
    help="The bundle, a new .zip file.",
)
@click.option(
    "--contact",
    default="the depositor",
    show_default=True,
    metavar="TEXT",
    help="Whom the README names for questions and for access.",
)
@jobs_option(default="1")
@engine_options
@reading_options
def command(paths: tuple[str, ...], output: str, contact: str, jobs: int, **options: Any) -> int:
    """Bundle filtered files with their log, report, rules and checksums for an archive.

    The files are selected and checked as `anonfilter check` does, and nothing is written unless
    the check passes. The bundle is a BagIt bag (RFC 8493) in a ZIP file. It has no originals,
    sidecars or keys.
    """
    stop_on_signals()
    path = Path(output)
    if path.suffix.lower() != ".zip" or os.path.lexists(path):
        raise AnonfilterError(
            "exists already, or does not end in .zip",
            where=output,
            hint="Name a new .zip file with -o.",
        )
    require_writable_folder(path.parent)
    for each in paths:
        if not os.path.isdir(each):
            require_readable(each)
    session = open_session(**options)
    from anonfilter.files.write import new_file
    from anonfilter_archive.deposit.bundle import Bundle, Deposit

    deposit = Deposit(session, paths, contact)
    found = deposit.check(jobs, own_rules=not options["rules"])
    if found.exit is not Exit.OK:
        return _refuse(found)
    bundle: Bundle | None = deposit.bundle(path.stem)
    if bundle is None:
        notify("nothing was written: the log is not complete")
        return Exit.INCOMPLETE
    new_file(path, bundle.data, None)
    notify(f"wrote {output}: {counted(bundle.files, 'file')}, {deposit.log.summary()}")
    if found.outside_count:
        outside = counted(found.outside_count, "file")
        notify(f"left out {outside} that the rules do not select; the report in it names them")
    return Exit.OK


def _refuse(found: CheckResult) -> Exit:
    for one in found.incomplete:
        notify(f"incomplete: {one.where}: {one.reason}")
    notify(found.summary())
    notify("nothing was written: `anonfilter check` on the same paths must pass first")
    return found.exit
