"""``anonfilter allow``: adds a finding to the allow list, with a reason."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify
from anonfilter.commands.options import (
    engine_options,
    open_session,
    reading_options,
    show_values_option,
    split_place,
    stretch_of,
)
from anonfilter.commands.path_checks import require_readable
from anonfilter.errors import Exit, one_file
from anonfilter.files.read import read_input
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.accepted.acceptance import Acceptance
    from anonfilter.accepted.allow_list import Allowance
    from anonfilter.contract.document import Document, Finding
    from anonfilter.engine.pipeline import Engine
    from anonfilter.run.session import Session


@click.command(
    "allow",
    epilog="\b\nExamples:\n"
    '  anonfilter allow essay.txt:12:5 --reason "the author, on the title page"\n'
    '  anonfilter allow essay.txt:12 --reason "a ship" --no-label --paths "essays/**"\n'
    '  anonfilter allow log.txt:3 --reason "build numbers" --pattern "B-[0-9]{4}"\n'
    "  anonfilter allow --list\n\n"
    "Exit codes: 0 done, 2 no such finding, or a wrong allow list, 3 a file could not be scanned.",
)
@click.argument("place", required=False, type=click.Path(), metavar="[FILE:LINE[:COLUMN]]")
@click.option("--reason", metavar="WHY", help="Why it is allowed; the reason is committed.")
@click.option(
    "--label/--no-label",
    default=True,
    show_default=True,
    help="Allow it under its label only, or under any.",
)
@click.option(
    "--paths", multiple=True, metavar="GLOB", help="Allow it in these files only. Default: all."
)
@click.option("--pattern", metavar="REGEX", help="Allow all values that this matches completely.")
@click.option(
    "--expires", type=click.DateTime(["%Y-%m-%d"]), help="The last day on which it is allowed."
)
@click.option("--by", metavar="NAME", help="Who allows it; the log for an archive names them.")
@click.option("--list", "listing", is_flag=True, help="List the entries, and which are stale.")
@click.option(
    "--no-scan", is_flag=True, help="With --list: show expired entries only, and scan no files."
)
@show_values_option
@engine_options
@reading_options
def command(
    place: str | None,
    reason: str | None,
    label: bool,
    paths: tuple[str, ...],
    pattern: str | None,
    expires: datetime | None,
    by: str | None,
    listing: bool,
    no_scan: bool,
    show_values: bool,
    **rules: Any,
) -> int:
    """Add the finding at a place of a file to the allow list, .anonfilter/allow.yaml.

    Commit the list. It is plain text: the values that it allows are in the committed files
    anyway. The value is not printed.
    """
    if listing:
        if place or reason or pattern or paths or expires:
            raise click.UsageError(
                "--list takes no FILE:LINE, and no --reason, --pattern, --paths or --expires"
            )
        return _list(rules, scan=not no_scan, show_values=show_values)
    where = split_place(place or "")
    if where is None:
        raise click.UsageError("give the place of the finding: FILE:LINE or FILE:LINE:COLUMN")
    if not (reason or "").strip():
        raise click.UsageError("--reason is required")
    if expires is not None and expires.date() < date.today():
        raise click.UsageError("--expires is in the past")
    from anonfilter.containers.places import split_member_path

    file, member = split_member_path(where[0])
    require_readable(file)
    from anonfilter.accepted import allow_list as allow
    from anonfilter.accepted.allow_edits import add

    found = _only(_findings_at(open_session(**rules).engine, file, member, *where[1:]))
    for allowance in allow.read(Path.cwd()).matching(found, date.today()):
        notify(f"{allowance.place} already allows this finding")
        return Exit.OK
    entry = {
        "value": None if pattern else " ".join(found.value.split()),
        "pattern": pattern or None,
        "label": found.label if label else None,
        "paths": list(paths) or None,
        "reason": str(reason).strip(),
        "expires": expires.date() if expires else None,
        "by": by,
        "since": date.today() if by else None,
    }
    added = add(allow.place(Path.cwd()), _validated(entry), found)
    if not added.matches(found):
        raise click.UsageError(_why_not(found, added))
    notify(f"added {_described(added, show_values)}")
    return Exit.OK


def _validated(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a new entry without the keys that have no value; name the option of a wrong value."""
    from pydantic import ValidationError

    from anonfilter.accepted.allow_list import AllowEntry

    entry = {key: value for key, value in entry.items() if value is not None}
    try:
        AllowEntry(**entry)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        option = f"--{problem['loc'][0]}: " if problem["loc"] else ""
        message = problem["msg"].removeprefix("Value error, ")
        raise click.UsageError(option + message) from None
    return entry


def _why_not(found: Finding, added: Allowance) -> str:
    """Return the reason why an entry does not match the finding for which it was made."""
    if not added.covers(found.path):
        return "--paths does not match this file"
    if added.entry.pattern is not None and found.known:
        return "a known original can be allowed by its value only, not by --pattern"
    if added.entry.pattern is not None:
        return "--pattern does not match the whole value"
    return "this value cannot be represented in the allow list"


def _findings_at(
    engine: Engine, file: str, member: str, line: int, column: int | None
) -> list[Finding]:
    """Return the findings on a line, or at one column of the line, that fail a check."""
    from anonfilter.containers.places import Places

    document, found = _failing(engine, read_input(file).data, file)
    first, last = stretch_of(Places(document.source.text), member, line, column)
    return [finding for finding in found if finding.start < last and first < finding.end]


def _failing(engine: Engine, data: bytes, file: str) -> tuple[Document, list[Finding]]:
    """Return the document in the bytes of a file, and the findings in it that fail a check."""
    from anonfilter.files.top_paths import path_from_top
    from anonfilter.run.check_file import to_findings

    with one_file(file):
        document = engine.read_document(data, file)
        failing = engine.failing(engine.analyse(document))
        return document, to_findings(engine, document, failing, path_from_top(file))


def _only(found: Sequence[Finding]) -> Finding:
    """Return the only finding of a place; raise an error if there is none, or more than one."""
    if not found:
        raise click.UsageError("no finding at this place fails a check")
    if len(found) > 1:
        columns = ", ".join(f"{finding.column} ({finding.label})" for finding in found)
        raise click.UsageError(f"there are several findings; choose one by its column: {columns}")
    return found[0]


def _list(rules: dict[str, Any], *, scan: bool, show_values: bool) -> int:
    """Print each entry with its state; with ``scan``, scan all documents to find unused ones."""
    from anonfilter.accepted import allow_list as allow
    from anonfilter.accepted.acceptance import Acceptance

    listed = allow.read(Path.cwd())
    acceptance = Acceptance(listed)
    session = open_session(**rules)
    engine = session.engine
    incomplete = _scan(session, acceptance) if scan and listed.allowances else 0
    limited = engine.options.only or engine.options.excepted
    states = dict(acceptance.states(engine.labels, whole=scan and not limited))
    for allowance in listed.allowances:
        state = states.get(allowance)
        click.echo(_described(allowance, show_values) + (f": {state}" if state else ""))
    if incomplete:
        notify(f"incomplete files: {incomplete:,}; so stale entries cannot be listed")
    return Exit.INCOMPLETE if incomplete else Exit.OK


def _scan(session: Session, acceptance: Acceptance) -> int:
    """Scan the documents of the repository that no earlier check has scanned.

    Return the number of files that could not be scanned.
    """
    from anonfilter.checking.collect import ScanCollector
    from anonfilter.checking.scan import scan
    from anonfilter.commands.progress import Progress
    from anonfilter.contract.report import CheckResult
    from anonfilter.files.source_tree import DISK, upwards
    from anonfilter.reports.versions import versions
    from anonfilter.run.verdicts import Verdicts
    from anonfilter.selection.target import CheckTarget

    top = os.path.relpath(upwards(DISK, Path.cwd())[-1])
    engine = session.engine
    checked = CheckResult(versions(engine), engine.labels)
    collector = ScanCollector(engine, checked, acceptance, lambda note: None)
    target = CheckTarget(paths=(top,))
    scan(session, target, collector, Verdicts.of(engine), 1, progress=Progress)
    return len(checked.incomplete)


def _described(allowance: Allowance, show_values: bool) -> str:
    """Return an entry as a line: ``.anonfilter/allow.yaml:5:3: value, as PERSON, to 2027-01-01``.

    A value is shown only with ``show_values``.
    """
    entry = allowance.entry
    content = one_line(str(entry.value if entry.pattern is None else entry.pattern))
    kind = "value" if entry.pattern is None else "pattern"
    parts = [
        f"{allowance.place}: {kind}" + (f" {content}" if show_values else ""),
        f"as {entry.label}" if entry.label else "as any label",
    ]
    if entry.paths:
        globs = one_line(" ".join(entry.paths))
        parts.append(f"in {globs}" if show_values else "in some files only")
    if show_values:
        parts.append(f"because: {one_line(entry.reason)}")
    if entry.expires:
        parts.append(f"to {entry.expires}")
    return ", ".join(parts)
