"""``anonfilter people``: show and correct which names in a document are one person."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import (
    notify,
    on_terminal,
    show_error,
    stop_on_signals,
    use_color,
)
from anonfilter.commands.options import (
    color_option,
    engine_options,
    json_option,
    open_session,
    reading_options,
    show_values_option,
)
from anonfilter.commands.path_checks import require_readable
from anonfilter.errors import Exit, Incomplete
from anonfilter.files.read import STDIN
from anonfilter.run.session import redact
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter_english.resolvers.decisions.decisions_file import Decision

    from anonfilter.engine.pipeline import Engine
    from anonfilter_review.people.cast import Cast

_KINDS = ("split", "merge", "add", "role", "not_a_person", "keep")  # applied in this order


@click.command(
    "people",
    epilog="\b\nExamples:\n"
    "  anonfilter people --show-values hearing.txt\n"
    "  anonfilter people --json judgment.txt > people.json\n"
    "  anonfilter people --html judgment.html > people.html\n"
    "  anonfilter people --edit hearing.txt    correct them in your editor\n"
    "  anonfilter people award.txt appeal.txt  people who may be the same in both files\n"
    "  anonfilter people hearing.txt --merge p2,p7 --role p3=INTERPRETER\n"
    "  anonfilter people hearing.txt --split 2003-2013,51:7 --add 4410-4419=p2\n\n"
    "PERSON and MENTION are an id (p3), a tag ([WITNESS_3]), a place in characters (2003-2013) or "
    "line and column (51:7). Exit codes: 0 done, 1 personal data would be left after filtering, 2 "
    "wrong usage or rules, 3 the file could not be scanned.",
)
@click.argument("files", type=click.Path(), metavar="FILE...", nargs=-1, required=True)
@json_option
@click.option(
    "--html", "as_html", is_flag=True, help="Print an HTML page with the text and its people."
)
@click.option("--edit", is_flag=True, help="Edit the people in your editor.")
@click.option("--merge", multiple=True, metavar="PERSON,PERSON", help="Make them one person.")
@click.option("--split", multiple=True, metavar="MENTION,...", help="Make these another person.")
@click.option("--role", multiple=True, metavar="PERSON=ROLE", help="Set a person's role.")
@click.option(
    "--not-a-person",
    multiple=True,
    metavar="MENTION[=LABEL]",
    help="Mark this mention as not a person; with =LABEL, give it that label.",
)
@click.option("--keep", multiple=True, metavar="PERSON", help="Keep these names in the text.")
@click.option("--add", multiple=True, metavar="START-END[=PERSON]", help="Add a mention.")
@show_values_option
@engine_options
@reading_options
@color_option
def command(
    files: tuple[str, ...],
    as_json: bool,
    as_html: bool,
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
    """Show the people in FILE: their names, roles, mentions, and doubts.

    For several files it also shows people who may be the same under different names: a nickname, an
    initial, a typo, a surname alone. With `scope: corpus` equal names have the same tag. Different
    names have the same tag only if a roster (--roster) lists one as an alias of the other.

    Corrections are written to FILE.decisions.yaml, which filter and check follow. This file has
    places and tags, no names, and may be committed. --show-values shows the names. --edit in a
    terminal shows them as well, in a private file that is removed when the editor is closed.
    """
    requested = dict(zip(_KINDS, (split, merge, add, role, not_a_person, keep), strict=True))
    deciding = edit or any(requested.values())
    if edit and any(requested.values()):
        raise click.UsageError("--edit cannot be combined with options that decide")
    if as_html and (as_json or deciding):
        raise click.UsageError("--html cannot be combined with --json or with decisions")
    if deciding and (len(files) > 1 or STDIN in files):
        raise click.UsageError("decisions are written beside a file; name one")
    require_readable(*files)
    from anonfilter_review.people.cast import roles_in

    stop_on_signals()
    show_values = show_values or (edit and on_terminal())
    engine = open_session(**rules).engine
    _prepare(engine, deciding=deciding)
    casts = {file: _cast(engine, file, values=show_values) for file in files}
    if deciding:
        return _decide(casts[files[0]], files[0], requested, roles_in(engine), edit=edit)
    left = [file for file, cast in casts.items() if cast.done.findings]
    if not as_html:
        _show(casts, as_json=as_json, color=use_color(color))
    elif not left:
        from anonfilter_review.people.page import page

        click.echo(page({one_line(file): cast for file, cast in casts.items()}), nl=False)
    if not show_values and on_terminal():
        notify("--show-values shows the names behind the tags")
    for file in left:
        show_error(Incomplete("personal data would be left after filtering", where=file))
    return Exit.FOUND if left else Exit.OK


def _cast(engine: Engine, file: str, *, values: bool) -> Cast:

    from anonfilter.run.inputs import InputFile, load_whole
    from anonfilter_review.people.cast import Cast

    cast = Cast(redact(engine, load_whole(engine, InputFile.named(file))), values)
    for remark in cast.done.analysis.remarks:
        notify(f"{one_line(file)}: {remark.resolver}: {remark.reason}")
    return cast


def _prepare(engine: Engine, *, deciding: bool) -> None:
    """Accept decisions that match nothing, to renew them; refuse any without the resolver."""
    from anonfilter_english.resolvers.decisions.decisions import Decisions
    from anonfilter_english.resolvers.link_people.link_people import LinkPeople

    made: list[object] = [*engine.tools.resolvers.values()]
    obeying = [plugin for plugin in made if isinstance(plugin, Decisions)]
    for plugin in obeying:
        plugin.allow_lost_mentions()
    if deciding and not obeying:
        raise click.UsageError("the rules have no resolver `decisions`")
    if not any(isinstance(plugin, LinkPeople) for plugin in made):
        notify("the rules have no resolver `link-people`: mentions are not linked")


def _show(casts: Mapping[str, Cast], *, as_json: bool, color: bool | None) -> None:
    from anonfilter.reports.tables import Sheet, show
    from anonfilter_review.people import across
    from anonfilter_review.people import cast as people

    alike = across.alike(casts)
    if as_json:
        data: Any = {file: people.as_data(cast) for file, cast in casts.items()}
        several = {"files": data, "across": across.as_data(alike)}
        data_shown = several if len(casts) > 1 else next(iter(data.values()))
        click.echo(json.dumps(data_shown, indent=2, ensure_ascii=False))
        return
    sheets: list[Sheet] = []
    for file, cast in casts.items():
        rows = tuple(people.rows(cast))
        if not rows:
            notify(f"{file}: no person, place or organisation was found")
            continue
        sheets.append(Sheet(one_line(file), people.COLUMNS, rows, texts=3))
        if doubts := tuple(people.doubts(cast)):
            sheets.append(Sheet("uncertain", people.DOUBTS, doubts, texts=len(people.DOUBTS)))
    if alike:
        rows = tuple(across.rows(alike))
        title = "across files: may be one person, and are not made one"
        sheets.append(Sheet(title, across.COLUMNS, rows, texts=len(across.COLUMNS)))
    show(sheets, color=color)


def _decide(
    cast: Cast,
    file: str,
    requested: Mapping[str, tuple[str, ...]],
    roles: Mapping[str, str],
    *,
    edit: bool,
) -> int:
    from pydantic import ValidationError

    from anonfilter_review.decisions import save
    from anonfilter_review.people.arguments import Arguments, UnknownReference
    from anonfilter_review.people.worksheet import Unreadable

    try:
        if edit:
            decisions = _edited(cast, roles)
        else:
            reader = Arguments(cast, roles)
            decisions = [getattr(reader, kind)(one) for kind in _KINDS for one in requested[kind]]
    except (UnknownReference, Unreadable) as error:
        raise click.UsageError(f"{one_line(str(error))}; nothing was written") from None
    except ValidationError as error:
        what = error.errors(include_input=False, include_url=False)[0]["msg"]
        raise click.UsageError(f"{what}; nothing was written") from None
    if not decisions:
        notify("nothing was decided")
        return Exit.OK
    total, dropped = save(cast, file, decisions)
    more = f"; {dropped} on an earlier text dropped" if dropped else ""
    notify(f"{one_line(file)}.decisions.yaml: {len(decisions)} decided, {total} in all{more}")
    return Exit.OK


def _edited(cast: Cast, roles: Mapping[str, str]) -> list[Decision]:
    from anonfilter_review.people import worksheet

    before = worksheet.render(cast)
    after = _in_editor(before)
    if after == before:
        return []
    sheet = worksheet.parse(after, roles)
    return worksheet.decisions(worksheet.sheet_of(cast), sheet, cast.bodies)


def _in_editor(text: str) -> str:
    """Return the text as the user's editor saves it.

    It may hold names, so it is in a private folder, which is removed with all files in it.
    """
    with TemporaryDirectory(prefix="anonfilter-") as folder:
        sheet = Path(folder) / "sheet.people"
        sheet.write_text(text, "utf-8")
        click.edit(filename=str(sheet))
        return sheet.read_text("utf-8")
