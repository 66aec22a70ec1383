"""``anonfilter allow``: accept a finding from now on, with a reason."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify, with_progress
from anonfilter.commands.early import require_all
from anonfilter.commands.options import (
    engine_options,
    open_session,
    reading_options,
    show_values_option,
    split_place,
    stretch_of,
)
from anonfilter.errors import Exit, Incomplete, ModelMissing, one_file
from anonfilter.files.read import read_input
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.accepted.acceptance import Acceptance
    from anonfilter.accepted.allow_list import Allowance
    from anonfilter.contract.document import Finding
    from anonfilter.engine.pipeline import Engine


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
                "--list cannot be combined with a place, or with options of an entry"
            )
        return _list(rules, scan=not no_scan, show_values=show_values)
    where = split_place(place or "")
    if where is None:
        raise click.UsageError("name the finding, as FILE:LINE or FILE:LINE:COLUMN")
    if not (reason or "").strip():
        raise click.UsageError("--reason is required")
    if expires is not None and expires.date() < date.today():
        raise click.UsageError("--expires is in the past")
    from anonfilter.containers.places import split_member_path

    file, member = split_member_path(where[0])
    require_all(file)
    asked: dict[str, Any] = {"label": label, "paths": paths, "pattern": pattern}
    asked |= {"reason": reason, "expires": expires.date() if expires else None}
    return _add((file, member, *where[1:]), asked, rules, show_values)


def _add(
    where: tuple[str, str, int, int | None],
    asked: dict[str, Any],
    rules: dict[str, Any],
    show_values: bool,
) -> int:
    from anonfilter.accepted import allow_list as allow
    from anonfilter.accepted.allow_edits import add

    engine = open_session(**rules).engine
    found = _only(_at(engine, *where))
    for allowance in allow.read(Path.cwd()).matching(found, date.today()):
        notify(f"{allowance.place} allows it already")
        return Exit.OK
    added = add(allow.place(Path.cwd()), _entry(found, asked), found)
    if not added.matches(found):
        raise click.UsageError(_why_not(found, added))
    notify(f"added {_described(added, show_values)}")
    return Exit.OK


def _entry(found: Finding, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the new entry, without keys that have no value."""
    from pydantic import ValidationError

    from anonfilter.accepted.allow_list import Entry

    value = {"value": " ".join(found.value.split())}
    entry = {
        **({"pattern": asked["pattern"]} if asked["pattern"] else value),
        "label": found.label if asked["label"] else None,
        "paths": list(asked["paths"]) or None,
        "reason": asked["reason"].strip(),
        "expires": asked["expires"],
    }
    entry = {key: value for key, value in entry.items() if value is not None}
    try:
        Entry(**entry)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        option = f"--{problem['loc'][0]}: " if problem["loc"] else ""
        message = problem["msg"].removeprefix("Value error, ")
        raise click.UsageError(option + message) from None
    return entry


def _why_not(found: Finding, added: Allowance) -> str:
    if not added.covers(found.path):
        return "--paths does not match this file"
    if added.entry.pattern is not None and found.known:
        return "a known original can be allowed by its value only, not by --pattern"
    if added.entry.pattern is not None:
        return "--pattern does not match the whole value"
    return "this value cannot be represented in the allow list"


def _at(engine: Engine, file: str, member: str, line: int, column: int | None) -> list[Finding]:
    """Return the findings that fail a check on a line, or at a column of it."""
    from anonfilter.containers.places import Places
    from anonfilter.files.top_paths import from_top
    from anonfilter.run.findings import to_findings

    with one_file(file):
        document = engine.decode(read_input(file).data, file)
        failing = engine.failing(engine.analyse(document))
    first, last = stretch_of(Places(document.source.text), member, line, column)
    found = to_findings(engine, document, failing, from_top(file))
    return [one for one in found if one.start < last and first < one.end]


def _only(here: Sequence[Finding]) -> Finding:
    if not here:
        raise click.UsageError("no finding at this place fails a check")
    if len(here) > 1:
        columns = ", ".join(f"{one.column} ({one.label})" for one in here)
        raise click.UsageError(f"there are several findings; name one by its column: {columns}")
    return here[0]


def _list(rules: dict[str, Any], *, scan: bool, show_values: bool) -> int:
    from anonfilter.accepted import allow_list as allow
    from anonfilter.accepted.acceptance import Acceptance

    listed = allow.read(Path.cwd())
    acceptance = Acceptance(listed)
    engine = open_session(**rules).engine
    incomplete = _scan(engine, acceptance) if scan and listed.allowances else 0
    limited = engine.options.only or engine.options.excepted
    states = dict(acceptance.states(engine.labels, whole=scan and not limited))
    for allowance in listed.allowances:
        state = states.get(allowance)
        click.echo(_described(allowance, show_values) + (f": {state}" if state else ""))
    if incomplete:
        notify(f"{incomplete:,} incomplete, so stale entries cannot be listed")
    return Exit.INCOMPLETE if incomplete else Exit.OK


def _scan(engine: Engine, acceptance: Acceptance) -> int:
    """Scan all documents of the repository; return the number that could not be scanned."""
    from anonfilter.files.source_tree import DISK, upwards
    from anonfilter.files.top_paths import from_top
    from anonfilter.run.findings import to_findings
    from anonfilter.selection import choice
    from anonfilter.selection.globs import Globs

    top = upwards(DISK, Path.cwd())[-1]
    chosen = choice.from_paths((os.path.relpath(top),), Globs(engine.ruleset)).chosen
    incomplete = 0
    for one in with_progress(list(chosen.values()), "scanning file"):
        path = from_top(one.name)
        try:
            with one_file(one.name):
                document = engine.decode(one.read(), one.name)
                failing = engine.failing(engine.analyse(document))
                acceptance.fails(path, to_findings(engine, document, failing, path))
        except ModelMissing:
            raise
        except Incomplete:
            acceptance.incomplete(path)
            incomplete += 1
    return incomplete


def _described(allowance: Allowance, show_values: bool) -> str:
    """Return a line such as ``.anonfilter/allow.yaml:5:3: value, as PERSON, to 2027-01-01``."""
    return ", ".join(_parts(allowance, show_values))


def _parts(allowance: Allowance, show_values: bool) -> Iterator[str]:
    entry = allowance.entry
    content = one_line(str(entry.value if entry.pattern is None else entry.pattern))
    kind = "value" if entry.pattern is None else "pattern"
    yield f"{allowance.place}: {kind}" + (f" {content}" if show_values else "")
    yield f"as {entry.label}" if entry.label else "as any label"
    if entry.paths:
        yield f"in {one_line(' '.join(entry.paths))}" if show_values else "in some files only"
    if show_values:
        yield f"because: {one_line(entry.reason)}"
    if entry.expires:
        yield f"to {entry.expires}"
