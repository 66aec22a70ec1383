"""``anonfilter run``: filter a dataset in shards, on this machine or on a cluster."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import stop_on_signals, write_new
from anonfilter.commands.options import Jobs, engine_options, open_session, quiet_option
from anonfilter.commands.path_checks import require_readable, require_writable_folder
from anonfilter.commands.progress import Progress
from anonfilter.errors import AnonfilterError

if TYPE_CHECKING:
    from anonfilter.run.loop import Numbered
    from anonfilter_datasets.shards.shard_work import Shard, ShardResult


@click.command(
    "run",
    epilog="\b\nExamples:\n"
    "  anonfilter run raw redacted\n"
    "  anonfilter run -j 4 raw redacted\n"
    "  anonfilter run --engine ray --address 10.0.0.1:6379 raw redacted\n\n"
    "Exit codes: 0 done, 1 personal data is left in OUTPUT, 2 wrong usage or rules, 3 a shard or a "
    "row could not be filtered, and is not in OUTPUT.",
)
@click.argument("source", type=click.Path(), metavar="INPUT")
@click.argument("output", type=click.Path(), metavar="OUTPUT")
@click.option(
    "--engine",
    "runner",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="Work in processes of this machine, or on the workers of Ray (pip install "
    "'anonfilter[ray]').",
)
@click.option(
    "--address",
    metavar="HOST:PORT",
    help="The head of a Ray cluster. Default: start Ray on this machine.",
)
@click.option(
    "-j",
    "--jobs",
    "--workers",
    "workers",
    type=Jobs(),
    metavar="N|auto",
    help="Work on N shards at a time. Default: one per processor, of Ray one per free processor.",
)
@click.option(
    "--report",
    metavar="FILE",
    type=click.Path(),
    help="List the rows and files that were not filtered, without values, in a new file (JSON).",
)
@engine_options
@quiet_option
def command(
    source: str,
    output: str,
    runner: str,
    address: str | None,
    workers: int | None,
    report: str | None,
    quiet: bool,
    **rules: Any,
) -> int:
    """Filter the shards of INPUT, a folder or a file, into the folder OUTPUT.

    JSON lines and Parquet are read row by row; each other file is one document. A row that cannot
    be filtered, or in which an identifier would remain, is left out of OUTPUT; its place is printed
    and counted. A finished shard is skipped as long as the shard, its result, the rules and the key
    do not change.

    With `scope: corpus` in the rules and a key, equal names have equal tags in all shards, and a
    name that is found in one shard is looked for in all shards. No sidecars are written. At the
    end, all files in OUTPUT are checked as `anonfilter check` does.
    """
    if address and runner != "ray":
        raise click.UsageError("--address needs --engine ray")
    if report is not None and os.path.lexists(report):
        raise click.UsageError(f"--report: {report} exists, and anonfilter does not replace it")
    require_writable_folder(Path(output))
    if not os.path.isdir(source):
        require_readable(source)
    stop_on_signals()
    since = time.time_ns()

    from anonfilter.cache.sealed import Cache
    from anonfilter.run.loop import available
    from anonfilter.run.session import load_rules
    from anonfilter_datasets.commands.run_report import RunReport
    from anonfilter_datasets.shards.dataset_run import (
        DatasetRun,
        list_shards,
        lock_folder,
        remove_unfinished,
        shards_of,
    )
    from anonfilter_datasets.shards.shard_workers import (
        LocalWorkers,
        RayWorkers,
        Workers,
        connected,
    )

    ruleset = load_rules(rules["rules"], rules["trust_local_plugins"])
    if ruleset.model.numbers == "counted":
        raise AnonfilterError(
            "`numbers: counted` depends on the order of the documents, and shards have none",
            hint="Set `numbers: keyed` in the rules for `anonfilter run`.",
        )
    shards, others = shards_of(source, output, ruleset)
    printed = RunReport(ruleset, quiet=quiet)
    printed.outside(source, others)
    opening = partial(open_session, **rules, minting=True)
    with nullcontext() if runner == "local" else connected(address, workers):
        session = opening()
        printed.unread(session.engine.options.known)
        shard_workers: Workers = LocalWorkers(session, workers or available())
        if runner == "ray":
            shard_workers = RayWorkers(session, opening, workers)
        cache = None if rules["no_cache"] else Cache.of_user()
        run = DatasetRun(session, shards, shard_workers, cache, since, partial(_watch, quiet))
        placed = set[str]()
        with lock_folder(output):
            remove_unfinished(output)
            for shard, done in zip(shards, run.filter_shards(), strict=True):
                printed.shard(done)
                placed |= {shard.place} if done.output else set()
            remove_unfinished(output)  # of workers that were lost
            names, others = list_shards(output, ruleset)
            printed.outside(output, others)
            for done in run.check_output([os.path.join(output, name) for name in names], placed):
                printed.file(done)
    printed.summary(len(shards), run.before, session.engine)
    if report is not None:
        write_new(Path(report), printed.report(), report)
    return printed.exit


def _watch(
    quiet: bool, what: str, done: Iterator[Numbered[ShardResult]], shards: Sequence[Shard]
) -> Iterator[Numbered[ShardResult]]:
    """Yield results as they come, and show the progress."""
    from anonfilter.run import loop

    size = sum(loop.sizes_of(shard.name for shard in shards))
    with Progress(what, len(shards), size, quiet=quiet) as shown:
        yield from shown.watch(done, _figures)


def _figures(numbered: Numbered[ShardResult]) -> tuple[int, int, int]:
    """Return the bytes, words and mentions of a result, for the progress."""
    _, done = numbered
    if isinstance(done, Exception):
        return 0, 0, 0
    return done.size, done.tally.words, done.tally.mentions
