"""``anonfilter allow``: let a finding stand from now on, and say why."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.common import engine_options, open_session, show_values_option, watched
from anonfilter.errors import Exit, Incomplete, ModelMissing, one_file
from anonfilter.files.read import read_input
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.checking.accepted.allow_list import Allowance
    from anonfilter.checking.accepted.decide import Passing
    from anonfilter.contract.document import Finding
    from anonfilter.engine.pipeline import Engine

_PLACE = re.compile(r"(?P<file>.+?):(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?:?", re.DOTALL)


@click.command(
    "allow",
    epilog="\b\nExamples:\n"
    '  anonfilter allow essay.txt:12:5 --reason "the author, on the title page"\n'
    '  anonfilter allow essay.txt:12 --reason "a ship" --no-label --paths "essays/**"\n'
    '  anonfilter allow log.txt:3 --reason "build numbers" --pattern "B-[0-9]{4}"\n'
    "  anonfilter allow --list\n\n"
    "Exit codes: 0 done, 2 there is no such finding, or the allow list is wrong, 3 something could "
    "not be scanned.",
)
@click.argument("place", required=False, type=click.Path(), metavar="[FILE:LINE[:COLUMN]]")
@click.option("--reason", metavar="WHY", help="Why it may stand there; it is committed, too.")
@click.option(
    "--label/--no-label",
    default=True,
    show_default=True,
    help="Let it pass as what it was found as only, or as anything.",
)
@click.option("--paths", multiple=True, metavar="GLOB", help="In these files only; else in all.")
@click.option("--pattern", metavar="REGEX", help="Let all values pass that this matches wholly.")
@click.option("--expires", type=click.DateTime(["%Y-%m-%d"]), help="The last day on which it may.")
@click.option("--list", "listing", is_flag=True, help="List entries, and which are stale.")
@click.option("--no-scan", is_flag=True, help="With --list: scan nothing, tell what is expired.")
@show_values_option
@engine_options
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

    Checks let it pass then. The list is plain text and made to be committed: what it allows
    stands in the committed files anyway. Nothing is printed of the value.
    """
    if listing:
        if place or reason or pattern or paths or expires:
            raise click.UsageError("--list adds nothing; leave out the place and what goes with it")
        return _list(rules, scan=not no_scan, show_values=show_values)
    match = _PLACE.fullmatch(place or "")
    if match is None:
        raise click.UsageError("say which finding, as FILE:LINE or FILE:LINE:COLUMN")
    if not (reason or "").strip():
        raise click.UsageError("--reason says to the next reader why it may stand there")
    if expires is not None and expires.date() < date.today():
        raise click.UsageError("--expires is a day that has passed")
    asked: dict[str, Any] = {"label": label, "paths": paths, "pattern": pattern}
    asked |= {"reason": reason, "expires": expires.date() if expires else None}
    column = int(match["column"]) if match["column"] else None
    return _add(match["file"], int(match["line"]), column, asked, rules, show_values)


def _add(
    file: str,
    line: int,
    column: int | None,
    asked: dict[str, Any],
    rules: dict[str, Any],
    show_values: bool,
) -> int:
    from anonfilter.checking.accepted import allow_list as allow
    from anonfilter.checking.accepted.allow_edits import with_entry
    from anonfilter.files import write as output
    from anonfilter.files.source_tree import DISK
    from anonfilter.rules.find import display

    engine = open_session(**rules).engine
    found = _only(_at(engine, file, line, column))
    path = allow.place(Path.cwd())
    name = display(str(path))
    before = DISK.read(path)
    for one in allow.read(Path.cwd()).matching(found, date.today()):
        click.echo(f"{one.place} lets it pass already", err=True)
        return Exit.OK
    entry = _entry(found, asked)
    data = with_entry(before, name, entry)
    added = allow.parse(data, name).allowances[-1]
    if not added.matches(found):
        raise click.UsageError(_why_not(found, added))
    output.new_file(path, data, os.stat(path) if before is not None else None)
    click.echo(f"added {_told(added, show_values)}", err=True)
    return Exit.OK


def _entry(found: Finding, asked: dict[str, Any]) -> dict[str, Any]:
    """The new entry; what is not said is not written."""
    from pydantic import ValidationError

    from anonfilter.checking.accepted.allow_list import Entry

    value = {"value": " ".join(found.value.split())}
    said = {
        **({"pattern": asked["pattern"]} if asked["pattern"] else value),
        "label": found.label if asked["label"] else None,
        "paths": list(asked["paths"]) or None,
        "reason": asked["reason"].strip(),
        "expires": asked["expires"],
    }
    entry = {key: value for key, value in said.items() if value is not None}
    try:
        Entry(**entry)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        key = str(problem["loc"][0]) if problem["loc"] else "the entry"
        message = problem["msg"].removeprefix("Value error, ")
        raise click.UsageError(f"--{key}: {message}") from None
    return entry


def _why_not(found: Finding, added: Allowance) -> str:
    if not added.covers(found.path):
        return "--paths does not match this file"
    if added.entry.pattern is not None and found.known:
        return "this is a known original: only its value itself can be allowed, no --pattern"
    if added.entry.pattern is not None:
        return "--pattern does not match the whole value that was found there"
    return "this value cannot be written down"


# finding it


def _at(engine: Engine, file: str, line: int, column: int | None) -> list[Finding]:
    """What fails a check on a line, or at a column of it."""
    from anonfilter.checking.found import judgeable
    from anonfilter.checking.selection import from_top
    from anonfilter.text.lines import line_starts

    with one_file(file):
        document = engine.decode(read_input(file).data, file)
        failing = engine.failing(engine.analyse(document))
    found = [one for one in judgeable(engine, document, failing, from_top(file)) if one.on((line,))]
    at = line_starts(document.source.text)[line - 1] + column - 1 if found and column else None
    return [one for one in found if at is None or one.start <= at < one.end]


def _only(here: Sequence[Finding]) -> Finding:
    if not here:
        raise click.UsageError("nothing that fails a check is found at this place")
    if len(here) > 1:
        columns = ", ".join(f"{one.column} ({one.label})" for one in here)
        raise click.UsageError(f"several are found there; say which, by its column: {columns}")
    return here[0]


# the list


def _list(rules: dict[str, Any], *, scan: bool, show_values: bool) -> int:
    from anonfilter.checking.accepted import allow_list as allow
    from anonfilter.checking.accepted.decide import Passing

    listed = allow.read(Path.cwd())
    passing = Passing(listed)
    engine = open_session(**rules).engine
    incomplete = _scan(engine, passing) if scan and listed.allowances else 0
    limited = engine.options.only or engine.options.excepted
    states = dict(passing.states(engine.labels, whole=scan and not limited))
    for one in listed.allowances:
        state = states.get(one)
        click.echo(_told(one, show_values) + (f": {state}" if state else ""))
    if incomplete:
        click.echo(f"{incomplete:,} incomplete: which entries are stale is not known", err=True)
    return Exit.INCOMPLETE if incomplete else Exit.OK


def _scan(engine: Engine, passing: Passing) -> int:
    """Look at all documents of the repository; how many could not be scanned."""
    from anonfilter.checking import selection as choice
    from anonfilter.checking.found import judgeable
    from anonfilter.checking.globs import Globs
    from anonfilter.files.source_tree import DISK, upwards

    top = upwards(DISK, Path.cwd())[-1]
    chosen = choice.from_paths((os.path.relpath(top),), Globs(engine.ruleset)).chosen
    incomplete = 0
    for one in watched(list(chosen.values()), "scanning file"):
        path = choice.from_top(one.name)
        try:
            with one_file(one.name):
                document = engine.decode(one.read(), one.name)
                failing = engine.failing(engine.analyse(document))
                passing.fails(path, judgeable(engine, document, failing, path))
        except ModelMissing:
            raise
        except Incomplete:
            passing.incomplete(path)
            incomplete += 1
    return incomplete


def _told(one: Allowance, show_values: bool) -> str:
    """``.anonfilter/allow.yaml:5:3: value, as PERSON, in some files only, to 2027-01-01``."""
    entry = one.entry
    return ", ".join(_parts(one, show_values)) + (f", to {entry.expires}" if entry.expires else "")


def _parts(one: Allowance, show_values: bool) -> Iterator[str]:
    entry = one.entry
    said = one_line(str(entry.value if entry.pattern is None else entry.pattern))
    kind = "value" if entry.pattern is None else "pattern"
    yield f"{one.place}: {kind}" + (f" {said}" if show_values else "")
    yield f"as {entry.label}" if entry.label else "as anything"
    if entry.paths:
        yield f"in {one_line(' '.join(entry.paths))}" if show_values else "in some files only"
    if show_values:
        yield f"because: {one_line(entry.reason)}"
