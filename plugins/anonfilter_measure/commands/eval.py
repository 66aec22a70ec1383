"""``anonfilter eval``: score the rules against annotated text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import notify, use_color
from anonfilter.commands.options import (
    color_option,
    exclusive,
    jobs_option,
    json_option,
    label_options,
    markdown_option,
    open_session,
    ruleset_options,
    show_values_option,
)
from anonfilter.commands.path_checks import require_readable
from anonfilter.commands.progress import Progress
from anonfilter.errors import Exit
from anonfilter.text.terminal import one_line
from anonfilter_measure.commands.eval_kinds import EvalCommand, kind_options

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction
    from anonfilter.run.loop import Numbered
    from anonfilter_measure.evaluation.filtered_gold import NumberedRedactions
    from anonfilter_measure.evaluation.gold import GoldDocument
    from anonfilter_measure.evaluation.gold_labels import Labels


@click.command(
    "eval",
    cls=EvalCommand,
    epilog="\b\nExamples:\n"
    "  anonfilter eval gold.jsonl.gz\n"
    "  anonfilter eval --rules fast --case lower --markdown gold/*.jsonl\n"
    "  anonfilter eval --by-detector --ablate --stages gold.conll\n"
    "  anonfilter eval --calibration --case lower gold.jsonl\n"
    "  anonfilter eval --linking clusters.jsonl\n"
    "  anonfilter eval --leaks --show-values reviewed.txt\n"
    "  anonfilter eval --utility --help\n"
    "  anonfilter eval --audio --help\n"
    "  anonfilter eval --fail-under PERSON.masked=0.97,overall.precision=0.9 gold.jsonl\n\n"
    "Exit codes: 0 done, 1 below --fail-under, 2 wrong usage or rules, or no label of the gold is "
    "known, 3 gold could not be read, or nothing in it is annotated.",
)
@click.argument("gold", nargs=-1, required=True, type=click.Path(), metavar="GOLD...")
@click.option(
    "--format",
    "notation",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "jsonl", "json", "conll", "marks"]),
    help="The format of the gold; auto: by its suffix.",
)
@click.option(
    "--map",
    "mapped",
    multiple=True,
    metavar="GOLD=LABEL",
    help="The label for a label of the gold; without LABEL, it is ignored.",
)
@click.option(
    "--context-by",
    default="",
    metavar="file|folder|FIELD",
    help="Group documents in this way for the criterion of residual risk; FIELD is a field of "
    "JSON. Default: the gold's `context`, else the folder of a reviewed text, else the file.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    metavar="N",
    help="Score only the first N documents of each file.",
)
@label_options
@click.option(
    "--case",
    type=click.Choice(["lower", "upper", "title"]),
    help="Score the text in this letter case.",
)
@click.option("--asr", is_flag=True, help="Score the text with the errors of a speech recogniser.")
@click.option("--seed", type=int, default=0, show_default=True, help="The random seed of --asr.")
@click.option("--leaks", is_flag=True, help="List the places of mentions that are not masked.")
@click.option("--confusions", is_flag=True, help="Show which labels were found as which others.")
@click.option(
    "--calibration",
    is_flag=True,
    help="Show how often found mentions are right, by label, detector and score.",
)
@click.option("--by-detector", is_flag=True, help="Also score each detector alone.")
@click.option("--ablate", is_flag=True, help="Also score the rules without each detector.")
@click.option(
    "--without",
    multiple=True,
    metavar="DETECTOR",
    help="Also score the rules without this detector; may be repeated.",
)
@click.option(
    "--linking",
    is_flag=True,
    help="Score which mentions are linked as one person: with the gold's mentions, end to "
    "end, and by equal surnames; with --ablate also without each kind of evidence.",
)
@click.option(
    "--folds",
    type=click.IntRange(min=2),
    metavar="N",
    help="Also show the accuracy of roles in each of N folds of the documents.",
)
@click.option("--stages", is_flag=True, help="Show what each stage found and dropped, and why.")
@kind_options
@click.option(
    "--fail-under",
    default="",
    metavar="LABEL.SCORE=X,...",
    help="Exit 1 if a score is below X; LABEL may be `overall`.",
)
@jobs_option(default="1")
@json_option
@markdown_option
@show_values_option
@ruleset_options
@color_option
def command(
    gold: tuple[str, ...],
    notation: str,
    mapped: tuple[str, ...],
    context_by: str,
    most: int | None,
    folds: int | None,
    without: tuple[str, ...],
    only: tuple[str, ...],
    excepted: tuple[str, ...],
    case: str | None,
    asr: bool,
    seed: int,
    fail_under: str,
    jobs: int,
    as_json: bool,
    as_markdown: bool,
    show_values: bool,
    trust_local_plugins: bool,
    rules: str | None,
    color: str,
    **wanted: bool,
) -> int:
    """Score the rules against annotated text: what they find, miss, and mask needlessly.

    GOLD is JSONL (a text and its entities per line), the Text Anonymization Benchmark's JSON,
    CoNLL columns, or anonymised text with reviewers' marks, (text)[MISSED_PERSON]. Each may be
    compressed (.gz).

    A text with reviewers' marks is scored unchanged: a marked value counts as missed, and a tag as
    found. Brackets can be of any kind: (text)(MISSED_PERSON).

    The score `masked` is the share of mentions whose name tokens are all replaced, under any label.
    """
    exclusive({"--json": as_json, "--markdown": as_markdown})
    exclusive({"--asr": asr, "--case": case})
    require_readable(*gold)
    from anonfilter.reports import tables
    from anonfilter.reports.versions import ruleset_of
    from anonfilter_measure.evaluation import score_floors
    from anonfilter_measure.evaluation.evaluation import Evaluation
    from anonfilter_measure.evaluation.gold_labels import Labels, stated_risks

    floors = score_floors.parse(fail_under)
    engine = open_session(
        rules,
        trust_local_plugins,
        only,
        excepted,
        assume_language=True,
        no_cache=True,
        seeking=False,
    ).engine
    labels = Labels(
        engine.labels, _mapping(mapped), stated_risks(engine.ruleset), engine.grammar.stems
    )
    documents = [
        _changed(gold_document, case, seed if asr else None)
        for gold_document in _read(gold, labels, notation, context_by, most)
    ]
    _refuse_to_filter(
        documents, wanted | {"case": bool(case), "asr": asr, "without": bool(without)}
    )
    evaluation = Evaluation(engine, documents, labels, jobs, _watched)
    sections = list(evaluation.sections(wanted, show_values, folds=folds or 0, without=without))
    tables.print_sections(
        sections,
        {
            **ruleset_of(engine),
            "documents": evaluation.tally.documents,
            "words": evaluation.tally.words,
        },
        as_json=as_json,
        as_markdown=as_markdown,
        color=use_color(color),
    )
    _warn(labels)
    failed = list(score_floors.below(evaluation.tally, floors))
    for score in failed:
        click.echo(score, err=True)
    return Exit.FOUND if failed else Exit.OK


def _watched(name: str, done: NumberedRedactions, sizes: Sequence[int]) -> NumberedRedactions:
    """Yield the results unchanged, and show the progress."""
    with Progress(f"scoring {name}", len(sizes), sum(sizes)) as shown:
        yield from shown.watch(done, _measured)


def _measured(done: Numbered[Redaction]) -> tuple[int, int, int]:
    """Return the numbers of characters, words and replaced mentions of a result."""
    _, redaction = done
    if isinstance(redaction, Exception):
        return 0, 0, 0
    text = redaction.analysis.document.source.text
    return len(text), len(text.split()), len(redaction.tagged)


def _mapping(pairs: Sequence[str]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise click.UsageError(f"--map {one_line(pair)} is not GOLD=LABEL")
    return {name: label for name, _, label in (pair.partition("=") for pair in pairs)}


def _refuse_to_filter(documents: Sequence[GoldDocument], wanted: Mapping[str, bool]) -> None:
    """Refuse options that filter if all texts are reviewed texts, which are not filtered."""
    if all(one.reviewed for one in documents):
        for name in sorted(name for name, on in wanted.items() if on and name != "leaks"):
            raise click.UsageError(
                f"--{name.replace('_', '-')} cannot be used with reviewers' marks, because "
                "that text is not filtered again"
            )


def _read(
    files: Sequence[str], labels: Labels, notation: str, context_by: str, most: int | None
) -> list[GoldDocument]:
    from anonfilter_measure.evaluation import readers

    read = (islice(readers.read(name, labels, notation, context_by), most) for name in files)
    documents = list(chain.from_iterable(read))
    readers.require_gold(documents, labels)
    return documents


def _changed(gold: GoldDocument, case: str | None, asr_seed: int | None) -> GoldDocument:
    """Return the document with --case or --asr applied; ``asr_seed`` is the seed of --asr."""
    if asr_seed is not None:
        from anonfilter_measure.evaluation.simulated_recogniser import recognised

        return recognised(gold, asr_seed)
    if case:
        from anonfilter_measure.evaluation.letter_case import cased

        return cased(gold, case)
    return gold


def _warn(labels: Labels) -> None:
    if labels.unknown:
        names = ", ".join(map(one_line, sorted(labels.unknown)))
        notify(f"unknown labels of the gold: {names}; map them with --map GOLD=LABEL")
