"""``anonfilter redteam``: find out who can be identified in filtered text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter import __version__
from anonfilter.commands.console import notify, use_color
from anonfilter.commands.options import (
    color_option,
    exclusive,
    json_option,
    markdown_option,
    open_session,
    ruleset_options,
    show_values_option,
)
from anonfilter.commands.path_checks import require_writable_folder, select_readable
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from anonfilter.contract.document import Document
    from anonfilter.reports.tables import Section
    from anonfilter.run.session import Session
    from anonfilter_measure.proof.attacker.text_pairs import TextPair

_MOST_PLACES = 50


class Number(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A number of documents, or "all"."""

    name = "N|all"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        if value == "all" or isinstance(value, int):
            return value
        if not str(value).isdecimal() or int(str(value)) == 0:
            self.fail(f"{value!r} is not a positive number or `all`", param, ctx)
        return int(str(value))


rows_option = click.option(
    "--rows",
    metavar="FIELD",
    help="Each row of the files (JSON lines, CSV) is a document, whose text is in this field.",
)


@click.group(
    "redteam",
    epilog="\b\nExamples:\n"
    "  anonfilter redteam sample redacted/ --n 200 --output sheets\n"
    "  anonfilter redteam read sheets\n"
    "  anonfilter redteam attack raw/ redacted/",
)
def command() -> None:
    """Find out whether people can be identified in filtered text.

    `sample` draws documents for reviewers, and `read` computes figures from their answers. `attack`
    knows the originals, and searches the filtered text for names and values from them.
    """


@command.command(
    "sample",
    epilog="\b\nExamples:\n"
    "  anonfilter redteam sample redacted/ --n 200 --output sheets\n"
    "  anonfilter redteam sample redacted/ --by tags --lines 60 --output sheets\n"
    "  anonfilter redteam sample calls.jsonl --rows text --by genre --n all -o sheets\n\n"
    "Exit codes: 0 done, 2 wrong usage or rules, 3 a document could not be read; then no sheets "
    "are written.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="SHEETS",
    help="The folder for the sheets.",
)
@click.option(
    "--by",
    default="folder",
    show_default=True,
    metavar="folder|tags|FIELD",
    help="Divide the documents into strata by their folder, their number of tags, or a field of "
    "their row.",
)
@click.option(
    "--n",
    "number",
    type=Number(),
    default=200,
    show_default=True,
    help="How many documents to draw. Larger strata give more, and each gives at least one.",
)
@rows_option
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    metavar="N",
    help="Give reviewers the first N lines of each document.",
)
@click.option(
    "--reviewers",
    type=click.IntRange(min=1, max=9),
    default=2,
    show_default=True,
    help="How many sheets to write.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The random seed of the draw.")
@ruleset_options
def sample(
    files: tuple[str, ...],
    output: Path,
    by: str,
    number: int | str,
    rows: str | None,
    lines: int | None,
    reviewers: int,
    seed: int,
    rules: str | None,
    trust_local_plugins: bool,
) -> int:
    """Draw filtered documents by stratum, and write a sheet for each reviewer.

    The folder of sheets has the drawn texts, a sheet for each reviewer (CSV, for any spreadsheet),
    how-to.txt with instructions, and sample.json with the list of drawn texts. The sheets
    themselves contain nothing of the documents and their sidecars.
    """
    named, code = select_readable(files, folders=True)
    if code:
        return code

    from anonfilter.commands.folders import find_documents
    from anonfilter.files.write import new_file
    from anonfilter.run.inputs import InputFile
    from anonfilter_measure.proof import review_sheets, sampling

    review_sheets.require_new(output)
    require_writable_folder(output)
    session = open_session(
        rules, trust_local_plugins, assume_language=True, no_cache=True, seeking=False
    )
    found = find_documents(map(InputFile.named, named), session.ruleset, str(output))
    found.report()
    by_name = {file.name: file for file in found.files}

    def read(name: str) -> Document:
        return session.engine.read_document(by_name[name].read(), name)

    candidates = (
        sampling.candidates_in_rows([*by_name], by, rows, session.engine)
        if rows is not None
        else sampling.candidate_files([*by_name], by, read)
    )
    if not candidates:
        raise AnonfilterError("there are no documents to draw from", where=named[0])
    wanted = sampling.strata(candidates, None if number == "all" else int(number))
    drawn = sampling.draw(candidates, wanted, seed)
    texts = sampling.texts(drawn, rows, read, lines)
    record = review_sheets.Record(
        anonfilter=__version__,
        seed=seed,
        by=by,
        rows=rows,
        lines=lines,
        reviewers=reviewers,
        strata=wanted,
        documents=review_sheets.with_ids(drawn, texts),
    )
    for name, data in review_sheets.files(record, texts).items():
        new_file(output / name, data, None)
    notify(
        f"drew {len(drawn):,} of {counted(len(candidates), 'document')} in "
        f"{counted(len(wanted), 'stratum', 'strata')}; fill in {output}/reviewer-*.csv as "
        f"{output}/{review_sheets.HOW_TO} says, then: anonfilter redteam read {output}"
    )
    return Exit.OK


@command.command(
    "read",
    epilog="\b\nExamples:\n"
    "  anonfilter redteam read sheets\n"
    "  anonfilter redteam read --json sheets > figures.json\n\n"
    "Exit codes: 0 all documents are clean, 1 residue or a person was found, 3 answers are missing "
    "or not understood; then there are no figures.",
)
@click.argument("sheets", type=click.Path(path_type=Path), metavar="SHEETS")
@json_option
@markdown_option
@color_option
def read_sheets(sheets: Path, as_json: bool, as_markdown: bool, color: str) -> int:
    """Read filled-in sheets, and count clean documents, residue, and identified people.

    A finding of any reviewer counts. Intervals are for all documents from which the sample was
    drawn. For strata that were drawn completely, the figures are exact.
    """
    exclusive({"--json": as_json, "--markdown": as_markdown})
    from anonfilter_measure.proof import review_figures
    from anonfilter_measure.proof.review_sheets import Unanswered, read_answers, read_record

    record = read_record(sheets)
    try:
        answers = read_answers(sheets, record)
    except Unanswered as missing:
        for place in missing.places[:_MOST_PLACES]:
            notify(place)
        raise
    _print(review_figures.sections(record, answers), as_json, as_markdown, color)
    found = review_figures.joined_answers(record, answers)
    clean = all(one.counts_as(review_figures.CLEAN) for one in found)
    return Exit.OK if clean else Exit.FOUND


@command.command(
    "attack",
    epilog="\b\nExamples:\n"
    "  anonfilter redteam attack raw/ redacted/\n"
    "  anonfilter redteam attack --known participants.txt raw/ redacted/\n"
    "  anonfilter redteam attack --rows text gold.jsonl redacted.jsonl\n\n"
    "Exit codes: 0 nothing found, 1 something was found, 2 wrong usage or rules, 3 a file could "
    "not be read, or has no filtered copy.",
)
@click.argument("originals", type=click.Path())
@click.argument("filtered", type=click.Path())
@click.option(
    "--known",
    multiple=True,
    type=click.Path(),
    metavar="FILE",
    help="More names to search for in all documents: a list with a name per line, or a roster.",
)
@rows_option
@json_option
@markdown_option
@show_values_option
@ruleset_options
@color_option
def attack(
    originals: str,
    filtered: str,
    known: tuple[str, ...],
    rows: str | None,
    as_json: bool,
    as_markdown: bool,
    show_values: bool,
    rules: str | None,
    trust_local_plugins: bool,
    color: str,
) -> int:
    """Search FILTERED for people who are known from ORIGINALS, as an attacker would.

    Both are files, or folders with the same file names. The attack knows the people that the rules
    find in the originals or, in rows with `entities`, the annotated people. It searches for their
    names in full, in part, surname first, as initials, spelled out, misspelled by ear, with
    figures for letters, and within addresses. The attack also reports combinations of attributes
    that only one document has, and documents that share rare words.
    """
    exclusive({"--json": as_json, "--markdown": as_markdown})
    _, code = select_readable([originals, filtered, *known], folders=True)
    if code:
        return code
    from anonfilter_english.commands.roster import names_in

    from anonfilter_measure.proof.attacker.attack import Attack, sections

    session = open_session(rules, trust_local_plugins, assume_language=True)
    attack = Attack()
    attack.add_names([name for file in known for _, name in names_in(file)])
    for pair in _text_pairs(session, originals, filtered, rows):
        attack.add(pair)
    if not attack.pairs:
        raise AnonfilterError(f"has no {'rows' if rows else 'documents'}", where=originals)
    before = attack.search([pair.original for pair in attack.pairs])
    after = attack.search([pair.filtered for pair in attack.pairs])
    places = list(attack.places(after, show_values=show_values))
    _print(sections(attack, before, after), as_json, as_markdown, color, places=places)
    for place in () if as_json else places:
        click.echo(place)
    return Exit.FOUND if after.found else Exit.OK


def _text_pairs(
    session: Session, originals: str, filtered: str, rows: str | None
) -> Iterator[TextPair]:
    from anonfilter.commands.folders import find_documents
    from anonfilter.run.inputs import InputFile
    from anonfilter_measure.evaluation.gold_labels import Labels, stated_risks
    from anonfilter_measure.proof.attacker import text_pairs

    engine = session.engine
    found = find_documents([InputFile(originals)], session.ruleset)
    files = {file.name: file for file in found.files}

    def read(name: str) -> Document:
        return engine.read_document(files.get(name, InputFile(name)).read(), name)

    labels = Labels(engine.labels, {}, stated_risks(session.ruleset))
    for names in text_pairs.pair_names(originals, filtered, [*files]):
        if rows is not None:
            yield from text_pairs.pair_rows(names, engine, rows, labels)
        else:
            yield text_pairs.pair_files(names, engine, read)


def _print(
    sections: Sequence[Section], as_json: bool, as_markdown: bool, color: str, **more: list[str]
) -> None:
    from anonfilter.reports import tables

    if as_json:
        click.echo(json.dumps({one.key: one.data for one in sections} | more, indent=2))
    elif as_markdown:
        click.echo("\n".join(tables.markdown(one.sheet for one in sections)))
    else:
        tables.show((one.sheet for one in sections), color=use_color(color))
