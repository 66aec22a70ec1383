"""``anonfilter eval --utility``: measure whether filtered text is still useful for training."""

from __future__ import annotations

import click

from anonfilter.commands.console import notify, use_color
from anonfilter.commands.options import (
    color_option,
    exclusive,
    jobs_option,
    json_option,
    markdown_option,
    open_session,
    trust_option,
)
from anonfilter.commands.path_checks import require_readable
from anonfilter.errors import Exit


@click.command(
    "utility",
    epilog="\b\nExamples:\n"
    "  anonfilter eval --utility dialogues.jsonl\n"
    "  anonfilter eval --utility --rules default --rules mine.yaml --label topic talks.jsonl\n\n"
    "Exit codes: 0 done, 2 wrong usage or rules, or too few records, 3 a record could not be read.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="RECORDS...")
@click.option(
    "--rules",
    multiple=True,
    metavar="NAME|FILE",
    help="A shipped ruleset or a file; may be repeated to compare rulesets. Default: the nearest "
    "rules.yaml.",
)
@trust_option
@click.option(
    "--text", default="text", show_default=True, metavar="FIELD", help="The field with the text."
)
@click.option(
    "--label",
    default="label",
    show_default=True,
    metavar="FIELD",
    help="The field with the label that a model learns to predict.",
)
@click.option(
    "--summary",
    default="summary",
    show_default=True,
    metavar="FIELD",
    help="The field with the summary for which a model learns to select sentences.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    metavar="N",
    help="Take only the first N records of each file.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    metavar="N",
    help="How many times to divide the records into training and test records, and to train.",
)
@jobs_option(default="1")
@json_option
@markdown_option
@color_option
def command(
    files: tuple[str, ...],
    rules: tuple[str, ...],
    trust_local_plugins: bool,
    text: str,
    label: str,
    summary: str,
    most: int | None,
    seeds: int,
    jobs: int,
    as_json: bool,
    as_markdown: bool,
    color: str,
) -> int:
    """Train small models on original and on filtered texts, and compare their scores.

    RECORDS are rows of JSON lines or CSV. Each has a text with a label, a summary, or both. Models
    learn from four fifths of the records to predict the label (macro F1) and to select sentences
    for the summary (ROUGE-1). They are tested with the other records, filtered and original.
    """
    exclusive({"--json": as_json, "--markdown": as_markdown})
    require_readable(*files)
    from anonfilter.reports import tables
    from anonfilter_measure.proof.utility import training_records, training_scores

    training_scores.require_scikit_learn()
    fields = training_records.Fields(text, label, summary)
    original = training_records.read_records(files, fields, most)
    if original[0].label:
        training_scores.require_labels(original)
    versions = {training_scores.ORIGINAL: original}
    for named in rules or (None,):
        session = open_session(named, trust_local_plugins, assume_language=True, seeking=False)
        name = session.ruleset.model.name or named or "rules"
        name = named if named and name in versions else name
        notify(f"filtering {len(original):,} records by the rules {name}")
        versions[name] = training_records.filtered(session.engine, original, jobs)
    found = list(training_scores.sections(versions, seeds))
    tables.print_sections(
        found, {}, as_json=as_json, as_markdown=as_markdown, color=use_color(color)
    )
    return Exit.OK
