"""``anonfilter people``: show and correct which names in a document belong to one person."""

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
    from anonfilter_review.people.document_people import DocumentPeople

_KINDS = ("split", "merge", "add", "role", "not_a_person", "keep")  # applied in this order


@click.command(
    "people",
    epilog="\b\nExamples:\n"
    "  anonfilter people --show-values hearing.txt\n"
    "  anonfilter people --json judgment.txt > people.json\n"
    "  anonfilter people --html judgment.html > people.html\n"
    "  anonfilter people --edit hearing.txt    correct the people in your editor\n"
    "  anonfilter people award.txt appeal.txt  also possible matches between the files\n"
    "  anonfilter people hearing.txt --merge p2,p7 --role p3=INTERPRETER\n"
    "  anonfilter people hearing.txt --split 2003-2013,51:7 --add 4410-4419=p2\n\n"
    "PERSON and MENTION are an id (p3), a tag ([WITNESS_3]), a place in characters (2003-2013) or "
    "line and column (51:7). Exit codes: 0 done, 1 personal data would remain after filtering, 2 "
    "wrong usage or rules, 3 the file could not be scanned.",
)
@click.argument("files", type=click.Path(), metavar="FILE...", nargs=-1, required=True)
@json_option
@click.option(
    "--html", "as_html", is_flag=True, help="Print an HTML page with the text and its people."
)
@click.option("--edit", is_flag=True, help="Edit the people in your editor.")
@click.option(
    "--merge", multiple=True, metavar="PERSON,PERSON", help="Make these people one person."
)
@click.option(
    "--split", multiple=True, metavar="MENTION,...", help="Make these mentions another person."
)
@click.option("--role", multiple=True, metavar="PERSON=ROLE", help="Set a person's role.")
@click.option(
    "--not-a-person",
    multiple=True,
    metavar="MENTION[=LABEL]",
    help="Mark a mention as not a person; with =LABEL, give it this label.",
)
@click.option(
    "--keep", multiple=True, metavar="PERSON", help="Keep the names of a person in the text."
)
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

    For several files, this also shows people who may be the same under different names: a nickname,
    an initial, a typo, or only a surname. With `scope: corpus`, equal names have the same tag.
    Different names have the same tag only if a roster (--roster) lists one as alias of the other.

    Corrections are written to FILE.decisions.yaml, which filter and check follow. This file has
    places and tags, but no names, and may be committed. --show-values shows the names. In a
    terminal, --edit also shows them, in a private file that is removed when the editor is closed.
    """
    requested = dict(zip(_KINDS, (split, merge, add, role, not_a_person, keep), strict=True))
    deciding = edit or any(requested.values())
    if edit and any(requested.values()):
        raise click.UsageError("--edit cannot be combined with options that decide")
    if as_html and (as_json or deciding):
        raise click.UsageError("--html cannot be combined with --json or with decisions")
    if deciding and (len(files) > 1 or STDIN in files):
        raise click.UsageError("decisions are written beside a file; name exactly one file")
    require_readable(*files)
    from anonfilter_review.people.document_people import roles_in

    stop_on_signals()
    show_values = show_values or (edit and on_terminal())
    engine = open_session(**rules).engine
    _prepare(engine, deciding=deciding)
    people = {file: _people(engine, file, values=show_values) for file in files}
    if deciding:
        return _decide(people[files[0]], files[0], requested, roles_in(engine), edit=edit)
    left = [file for file, found in people.items() if found.done.findings]
    if not as_html:
        _show(people, as_json=as_json, color=use_color(color))
    elif not left:
        from anonfilter_review.people.people_html import page

        click.echo(page({one_line(file): found for file, found in people.items()}), nl=False)
    if not show_values and on_terminal():
        notify("--show-values shows the names instead of the tags")
    for file in left:
        show_error(Incomplete("personal data would remain after filtering", where=file))
    return Exit.FOUND if left else Exit.OK


def _people(engine: Engine, file: str, *, values: bool) -> DocumentPeople:
    from anonfilter.run.inputs import InputFile, load_whole
    from anonfilter_review.people.document_people import DocumentPeople

    people = DocumentPeople(redact(engine, load_whole(engine, InputFile.named(file))), values)
    for remark in people.done.analysis.remarks:
        notify(f"{one_line(file)}: {remark.resolver}: {remark.reason}")
    return people


def _prepare(engine: Engine, *, deciding: bool) -> None:
    """Allow decisions that match nothing, so that they can be renewed, and check the resolvers.

    With ``deciding``, raise an error if the rules lack the resolver `decisions`. If they lack
    `link-people`, only print a note.
    """
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


def _show(people: Mapping[str, DocumentPeople], *, as_json: bool, color: bool | None) -> None:
    from anonfilter.reports.tables import Sheet, show
    from anonfilter_review.people import document_people, possible_matches

    matches = possible_matches.find(people)
    if as_json:
        data: Any = {file: document_people.as_data(found) for file, found in people.items()}
        several = {"files": data, "across": possible_matches.as_data(matches)}
        shown = several if len(people) > 1 else next(iter(data.values()))
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
        return
    sheets: list[Sheet] = []
    for file, found in people.items():
        rows = tuple(document_people.rows(found))
        if not rows:
            notify(f"{file}: no person, place or organisation was found")
            continue
        sheets.append(Sheet(one_line(file), document_people.COLUMNS, rows, texts=3))
        if doubts := tuple(document_people.doubts(found)):
            sheets.append(Sheet("uncertain", document_people.DOUBTS, doubts, texts=5))
    if matches:
        rows = tuple(possible_matches.rows(matches))
        title = "across files: these may be one person, but are separate people"
        sheets.append(Sheet(title, possible_matches.COLUMNS, rows, texts=7))
    show(sheets, color=color)


def _decide(
    people: DocumentPeople,
    file: str,
    requested: Mapping[str, tuple[str, ...]],
    roles: Mapping[str, str],
    *,
    edit: bool,
) -> int:
    from pydantic import ValidationError

    from anonfilter_review.decision_updates import save
    from anonfilter_review.people.decision_arguments import DecisionArguments, UnknownReference
    from anonfilter_review.people.worksheet import Unreadable

    try:
        if edit:
            decisions = _edited(people, roles)
        else:
            reader = DecisionArguments(people, roles)
            decisions = [getattr(reader, kind)(one) for kind in _KINDS for one in requested[kind]]
    except (UnknownReference, Unreadable) as error:
        raise click.UsageError(f"{one_line(str(error))}; nothing was written") from None
    except ValidationError as error:
        what = error.errors(include_input=False, include_url=False)[0]["msg"]
        raise click.UsageError(f"{what}; nothing was written") from None
    if not decisions:
        notify("nothing was decided")
        return Exit.OK
    total, dropped = save(people, file, decisions)
    more = f"; {dropped} about an earlier text dropped" if dropped else ""
    notify(f"{one_line(file)}.decisions.yaml: {len(decisions)} decided, {total} in all{more}")
    return Exit.OK


def _edited(people: DocumentPeople, roles: Mapping[str, str]) -> list[Decision]:
    from anonfilter_review.people import worksheet

    before = worksheet.render(people)
    after = _in_editor(before)
    if after == before:
        return []
    sheet = worksheet.parse(after, roles)
    return worksheet.decisions(worksheet.sheet_of(people), sheet, people.bodies)


def _in_editor(text: str) -> str:
    """Return the text as the user's editor saves it.

    The text may contain names, so its file is in a private folder, which is removed at the end.
    """
    with TemporaryDirectory(prefix="anonfilter-") as folder:
        sheet = Path(folder) / "sheet.people"
        sheet.write_text(text, "utf-8")
        click.edit(filename=str(sheet))
        return sheet.read_text("utf-8")
