"""``anonfilter eval``: how well the rules do on annotated text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import click

from anonfilter.commands.common import (
    color_option,
    open_session,
    rules_option,
    show_values_option,
    trust_option,
    use_color,
    watched,
)
from anonfilter.errors import Exit
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.evaluating.evaluation import Evaluation
    from anonfilter.evaluating.gold import GoldDocument
    from anonfilter.evaluating.labels import Labels
    from anonfilter.reports.tables import Section


@click.command(
    "eval",
    epilog="\b\nExamples:\n"
    "  anonfilter eval gold.jsonl.gz\n"
    "  anonfilter eval --rules fast --case lower --markdown gold/*.jsonl\n"
    "  anonfilter eval --by-detector --ablate --stages gold.conll\n"
    "  anonfilter eval --linking clusters.jsonl\n"
    "  anonfilter eval --leaks --show-values reviewed.txt\n"
    "  anonfilter eval --fail-under PERSON.masked=0.97,overall.precision=0.9 gold.jsonl\n\n"
    "Exit codes: 0 done, 1 below --fail-under, 2 usage or rules are wrong, 3 gold could not be "
    "read.",
)
@click.argument("gold", nargs=-1, required=True, type=click.Path(), metavar="GOLD...")
@click.option(
    "--format",
    "notation",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "jsonl", "json", "conll", "marks"]),
    help="How the gold is written; auto: its suffix says.",
)
@click.option(
    "--map",
    "mapped",
    multiple=True,
    metavar="GOLD=LABEL",
    help="What the gold calls so is that label; without a LABEL, it is left out.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    metavar="N",
    help="The first N documents of each file only.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="LABEL",
    help="Replace this label, and no other; may be repeated.",
)
@click.option(
    "--except",
    "excepted",
    multiple=True,
    metavar="LABEL",
    help="Leave this label alone; may be repeated.",
)
@click.option(
    "--case",
    type=click.Choice(["lower", "upper", "title"]),
    help="Score the text in this letter case.",
)
@click.option(
    "--asr",
    is_flag=True,
    help="Score the text as a speech recogniser would have written it.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Which mistakes --asr makes.")
@click.option("--leaks", is_flag=True, help="List what is not masked: where it stands.")
@click.option("--confusions", is_flag=True, help="Which labels are taken for which.")
@click.option("--by-detector", is_flag=True, help="Score each detector alone, too.")
@click.option("--ablate", is_flag=True, help="Score the rules without each detector, too.")
@click.option(
    "--linking",
    is_flag=True,
    help="Who is who among people: with the gold's mentions, end to end, and by equal surnames; "
    "with --ablate also without each kind of evidence.",
)
@click.option("--stages", is_flag=True, help="What each stage found and dropped, and why.")
@click.option(
    "--fail-under",
    default="",
    metavar="LABEL.SCORE=X,...",
    help="Exit 1 if a score is below; the label may be `overall`.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Tables in Markdown.")
@show_values_option
@trust_option
@rules_option
@color_option
def command(
    gold: tuple[str, ...],
    notation: str,
    mapped: tuple[str, ...],
    most: int | None,
    only: tuple[str, ...],
    excepted: tuple[str, ...],
    case: str | None,
    asr: bool,
    seed: int,
    fail_under: str,
    as_json: bool,
    as_markdown: bool,
    show_values: bool,
    trust_local_plugins: bool,
    rules: str | None,
    color: str,
    **wanted: bool,
) -> int:
    """Score the rules against annotated text: what they find, leak, and mask for nothing.

    GOLD is JSONL (a text and its entities a line), the Text Anonymization Benchmark's JSON,
    CoNLL columns, or anonymised text with reviewers' marks, (text)[MISSED_PERSON]; each may be
    compressed (.gz).

    masked: the share of mentions all of whose name tokens are replaced, whatever the label.
    """
    if as_json and as_markdown:
        raise click.UsageError("--json goes not with --markdown")
    if asr and case:
        raise click.UsageError("--asr goes not with --case: it has no capitals anyway")
    from anonfilter.evaluating import gate
    from anonfilter.evaluating.evaluation import Evaluation
    from anonfilter.evaluating.labels import Labels, stated_risks

    floors = gate.parse(fail_under)
    engine = open_session(
        rules, trust_local_plugins, only, excepted, assume_language=True, seeking=False
    ).engine
    labels = Labels(engine.labels, _mapping(mapped), stated_risks(engine.ruleset))
    documents = [
        _changed(one, case, seed if asr else None) for one in _read(gold, labels, notation, most)
    ]
    evaluation = Evaluation(engine, documents, labels, watched)
    sections = list(evaluation.sections(wanted, show_values))
    _print(evaluation, sections, as_json, as_markdown, color)
    _warn(labels)
    failed = list(gate.below(evaluation.tally, floors))
    for what in failed:
        click.echo(what, err=True)
    return Exit.FOUND if failed else Exit.OK


def _mapping(pairs: Sequence[str]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise click.UsageError(f"--map {one_line(pair)}: GOLD=LABEL is expected")
    return {name: label for name, _, label in (pair.partition("=") for pair in pairs)}


def _read(
    files: Sequence[str], labels: Labels, notation: str, most: int | None
) -> Iterator[GoldDocument]:
    from anonfilter.evaluating import readers

    for name in files:
        yield from islice(readers.read(name, labels, notation), most)


def _changed(gold: GoldDocument, case: str | None, heard_with: int | None) -> GoldDocument:
    """The document as it is to be scored; ``heard_with`` is the seed of its mistakes."""
    if heard_with is not None:
        from anonfilter.evaluating.recogniser import recognised

        return recognised(gold, heard_with)
    if case:
        from anonfilter.evaluating.lettercase import cased

        return cased(gold, case)
    return gold


def _print(
    evaluation: Evaluation,
    sections: Sequence[Section],
    as_json: bool,
    as_markdown: bool,
    color: str,
) -> None:
    from anonfilter.reports import tables
    from anonfilter.reports.versions import versions

    if as_json:
        found = versions(evaluation.engine)
        whole = {
            "anonfilter": found.anonfilter,
            "ruleset": found.ruleset,
            "digest": found.digest,
            "documents": evaluation.tally.documents,
            "words": evaluation.tally.words,
            **{section.key: section.data for section in sections},
        }
        click.echo(json.dumps(whole, indent=2))
    elif as_markdown:
        for line in tables.markdown(section.sheet for section in sections):
            click.echo(line)
    else:
        tables.show((section.sheet for section in sections), color=use_color(color))


def _warn(labels: Labels) -> None:
    if labels.unknown:
        names = ", ".join(map(one_line, sorted(labels.unknown)))
        click.echo(
            f"nobody knows these labels of the gold: {names}; --map GOLD=LABEL says what they are",
            err=True,
        )
