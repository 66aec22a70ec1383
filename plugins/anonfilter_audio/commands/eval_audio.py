"""``anonfilter eval --audio``: score the silenced intervals of recordings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import use_color
from anonfilter.commands.options import (
    color_option,
    exclusive,
    json_option,
    markdown_option,
    open_session,
    ruleset_options,
)
from anonfilter.commands.path_checks import require_readable, require_writable_folder
from anonfilter.commands.progress import Progress
from anonfilter.errors import Exit

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine
    from anonfilter_audio.evaluation.evaluation import Scored
    from anonfilter_audio.evaluation.gold import Recording


@click.command(
    "audio",
    epilog="\b\nExamples:\n"
    "  anonfilter eval --audio gold.jsonl\n"
    "  anonfilter eval --audio --given --rules fast gold.jsonl\n"
    "  anonfilter eval --audio --plots plots gold.jsonl\n\n"
    "Exit codes: 0 done, 2 wrong usage or rules, 3 gold or a recording could not be read.",
)
@click.argument("gold", nargs=-1, required=True, type=click.Path(), metavar="GOLD...")
@click.option(
    "--given",
    is_flag=True,
    help="Let the rules read the words and times of the gold instead of those of a recogniser.",
)
@click.option(
    "--rho",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="SHARE",
    help="The share of a word that must be silenced, for the tables by label and by cause of "
    "misses. Default: the share with the best F1.",
)
@click.option(
    "--plots", type=click.Path(), metavar="FOLDER", help="Write plots there, as PNG and as SVG."
)
@json_option
@markdown_option
@ruleset_options
@color_option
def command(
    gold: tuple[str, ...],
    given: bool,
    rho: float | None,
    plots: str | None,
    as_json: bool,
    as_markdown: bool,
    rules: str | None,
    trust_local_plugins: bool,
    color: str,
) -> int:
    """Score the silenced parts of recordings against their words, with times and labels.

    GOLD is JSON lines with one recording each: {"audio": "a.wav", "words": [{"text", "start",
    "end", "label", "channel"}, ...]}. A word without a label is not an identifier. The silenced
    intervals come from the rules, or from the file in "intervals" or "redacted". A "transcript" has
    the recognised words.

    A word counts as silenced if at least a share rho of it is silenced. Recall, precision and F1
    are shown for each rho.
    """
    exclusive({"--json": as_json, "--markdown": as_markdown})
    require_readable(*gold)
    from anonfilter.reports import tables
    from anonfilter.reports.versions import ruleset_of
    from anonfilter_audio.evaluation import gold as read
    from anonfilter_audio.evaluation import plots as drawn
    from anonfilter_audio.evaluation.evaluation import Evaluation
    from anonfilter_audio.evaluation.sections import sections

    if plots:
        require_writable_folder(Path(plots))
        drawn.require_plots()
    recordings = [one for name in gold for one in read.read(name)]
    read.require_identifiers(recordings)
    engine = open_session(
        rules, trust_local_plugins, assume_language=True, no_cache=True, seeking=False
    ).engine
    evaluation = Evaluation(list(_scored(engine, recordings, given)), rho)
    tables.print_sections(
        list(sections(evaluation)),
        {**ruleset_of(engine), "recordings": len(recordings)},
        as_json=as_json,
        as_markdown=as_markdown,
        color=use_color(color),
    )
    if plots:
        for path in drawn.draw(evaluation, Path(plots)):
            click.echo(f"written: {path}", err=True)
    return Exit.OK


def _scored(engine: Engine, recordings: Sequence[Recording], given: bool) -> Iterator[Scored]:
    from anonfilter_audio.evaluation.redacted_recordings import scored

    with Progress("scoring", len(recordings)) as shown:
        yield from shown.watch((scored(engine, one, given=given) for one in recordings), _weighed)


def _weighed(done: Scored) -> tuple[int, int, int]:
    return 0, len(done.recording.words), 0
