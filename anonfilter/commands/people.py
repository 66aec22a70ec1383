"""``anonfilter people``: who is who in a document, and deciding it otherwise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.common import (
    color_option,
    complain,
    engine_options,
    open_session,
    show_values_option,
    tell_remarks,
    use_color,
)
from anonfilter.errors import Exit, Incomplete
from anonfilter.files.read import STDIN, read_input
from anonfilter.session import redact
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter_plugins.resolvers.decisions.decisions_file import Decision

    from anonfilter.engine.pipeline import Engine
    from anonfilter.reviewing.people.cast import Cast

_KINDS = ("split", "merge", "add", "role", "not_a_person", "keep")  # in this order


@click.command(
    "people",
    epilog="\b\nExamples:\n"
    "  anonfilter people --show-values hearing.txt\n"
    "  anonfilter people --json judgment.txt > people.json\n"
    "  anonfilter people --edit --show-values hearing.txt    in your editor\n"
    "  anonfilter people hearing.txt --merge p2,p7 --role p3=INTERPRETER\n"
    "  anonfilter people hearing.txt --split 2003-2013,51:7 --add 4410-4419=p2\n\n"
    "Who is meant is said by an id (p3), a tag ([WITNESS_3]), a place in characters (2003-2013) or "
    "line and column (51:7). Exit codes: 0 done, 1 something would be left after filtering, 2 "
    "usage or rules are wrong, 3 the file could not be scanned.",
)
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--edit", is_flag=True, help="Decide who is who in your editor.")
@click.option("--merge", multiple=True, metavar="WHO,WHO", help="They are one person.")
@click.option("--split", multiple=True, metavar="MENTION,...", help="These are somebody else.")
@click.option("--role", multiple=True, metavar="WHO=ROLE", help="What somebody is.")
@click.option("--not-a-person", multiple=True, metavar="WHO[=LABEL]", help="No person is named.")
@click.option("--keep", multiple=True, metavar="WHO", help="These names stay in the text.")
@click.option("--add", multiple=True, metavar="START-END[=WHO]", help="Somebody is named there.")
@show_values_option
@engine_options
@color_option
def command(
    file: str,
    as_json: bool,
    edit: bool,
    merge: tuple[str, ...],
    split: tuple[str, ...],
    role: tuple[str, ...],
    not_a_person: tuple[str, ...],
    keep: tuple[str, ...],
    add: tuple[str, ...],
    show_values: bool,
    color: str,
    **rules: Any,
) -> int:
    """Show who is who in FILE: by what names, how often, as what, and what was uncertain.

    What you decide otherwise is written to FILE.decisions.yaml, which the filter obeys and
    `check` honours. It holds places and tags, no names: it may be committed.
    """
    asked = dict(zip(_KINDS, (split, merge, add, role, not_a_person, keep), strict=True))
    deciding = edit or any(asked.values())
    if edit and any(asked.values()):
        raise click.UsageError("--edit opens an editor; the other options decide without one")
    if file == STDIN and deciding:
        raise click.UsageError("decisions stand beside a file; name it")
    from anonfilter.reports.paths import Paths
    from anonfilter.reviewing.people.cast import Cast

    engine = open_session(**rules).engine
    _prepare(engine, deciding=deciding)
    done = redact(engine, read_input(file))
    shown = Paths(engine, verbatim=show_values).shown(file, done.tagged)
    cast = Cast(done, show_values)
    tell_remarks(done.analysis, one_line(shown))
    if deciding:
        return _decide(cast, file, shown, asked, _roles(engine), edit=edit)
    _show(cast, shown, as_json=as_json, color=use_color(color))
    if done.findings:
        complain(Incomplete("something would be left after filtering", where=shown))
        return Exit.FOUND
    return Exit.OK


def _prepare(engine: Engine, *, deciding: bool) -> None:
    """Lost decisions stop nobody who came to renew them; ones that nobody obeys are refused."""
    from anonfilter_plugins.resolvers.decisions.decisions import Decisions
    from anonfilter_plugins.resolvers.link_people.link_people import LinkPeople

    made: list[object] = [plugin for _, plugin in engine.parts()]
    obeying = [plugin for plugin in made if isinstance(plugin, Decisions)]
    for plugin in obeying:
        plugin.tell_lost_mentions()
    if deciding and not obeying:
        raise click.UsageError("the rules have no resolver `decisions`, which would obey them")
    if not any(isinstance(plugin, LinkPeople) for plugin in made):
        click.echo("the rules have no resolver `link-people`: nobody is linked", err=True)


def _roles(engine: Engine) -> Mapping[str, str]:
    """All roles that the rules know, by any name; the shipped ones where none tells roles."""
    from anonfilter_plugins.english.people.role_phrases import proper, shipped_roles

    from anonfilter.contract.plugin import Casting

    casting = [plugin for _, plugin in engine.parts() if isinstance(plugin, Casting)]
    known = {name: role for plugin in casting for name, role in plugin.roles().items()}
    return known or {role: proper(role) for role in shipped_roles()}


def _show(cast: Cast, shown: str, *, as_json: bool, color: bool | None) -> None:
    from anonfilter.reports.tables import Sheet, show
    from anonfilter.reviewing.people import cast as people

    if as_json:
        click.echo(json.dumps(people.as_data(cast), indent=2, ensure_ascii=False))
        return
    sheets = [Sheet(one_line(shown), people.COLUMNS, tuple(people.rows(cast)), texts=3)]
    doubts = tuple(people.doubts(cast))
    if doubts:
        sheets.append(Sheet("uncertain", people.DOUBTS, doubts, texts=len(people.DOUBTS)))
    show(sheets, color=color)


def _decide(
    cast: Cast,
    file: str,
    shown: str,
    asked: Mapping[str, tuple[str, ...]],
    roles: Mapping[str, str],
    *,
    edit: bool,
) -> int:
    from pydantic import ValidationError

    from anonfilter.reviewing.people.asking import Asked, Unknown
    from anonfilter.reviewing.people.renewing import write
    from anonfilter.reviewing.people.worksheet import Unreadable

    try:
        if edit:
            decisions = _edited(cast, roles)
        else:
            reader = Asked(cast, roles)
            decisions = [getattr(reader, kind)(one) for kind in _KINDS for one in asked[kind]]
    except (Unknown, Unreadable) as error:
        raise click.UsageError(f"{one_line(str(error))}; nothing was written") from None
    except ValidationError as error:
        what = error.errors(include_input=False, include_url=False)[0]["msg"]
        raise click.UsageError(f"{what}; nothing was written") from None
    if not decisions:
        click.echo("nothing was decided", err=True)
        return Exit.OK
    total, dropped = write(cast, file, decisions)
    told = f"{len(decisions)} decided, {total} in all"
    told += f"; {dropped} for an earlier text dropped" if dropped else ""
    click.echo(f"{one_line(shown)}.decisions.yaml: {told}", err=True)
    return Exit.OK


def _edited(cast: Cast, roles: Mapping[str, str]) -> list[Decision]:
    from anonfilter.reviewing.people import worksheet

    before = worksheet.written(cast)
    after = click.edit(before, extension=".people")
    if after is None:
        return []
    sheet = worksheet.read(after, roles)
    return worksheet.decided(worksheet.sheet_of(cast), sheet, cast.bodies)
