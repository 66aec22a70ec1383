"""``anonfilter sync``: originals that git ignores, and their redacted twins, kept in step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from anonfilter.commands.common import (
    rules_option,
    show_values_option,
    stop_on_signals,
    trust_option,
)


@click.command(
    "sync",
    epilog="\b\nExamples:\n"
    "  anonfilter sync --init      set all up, step by step\n"
    "  anonfilter sync             bring all twins up to date\n"
    "  anonfilter sync -n          say what that would do\n"
    "  anonfilter sync --check     in a hook: is anything out of date, or an original staged?\n"
    "  anonfilter sync --watch     again whenever something changes\n\n"
    "Exit codes: 0 all is up to date; 1 something is not, or an original would be committed, or "
    "text or a name holds what must not stay; 2 usage, rules or git's setting are wrong; 3 a file "
    "could not be read, scanned or written.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--check", "checking", is_flag=True, help="Write nothing; fail if anything is amiss.")
@click.option("-n", "--dry-run", is_flag=True, help="Write nothing; say what would be done.")
@click.option("--prune", is_flag=True, help="Remove twins, and sidecars, whose original is gone.")
@click.option("--watch", is_flag=True, help="Go on, and do it again on each change; Ctrl-C ends.")
@click.option("--init", "setting_up", is_flag=True, help="Set up rules, .gitignore, folders, key.")
@click.option("--source", metavar="DIR", help="With --init: the folder of originals; raw.")
@click.option(
    "--output", metavar="DIR", help="With --init: the folder of their twins; transcripts."
)
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N",
    help="How many documents at a time; each process has models of its own in memory. As many "
    "as there are processors.",
)  # fmt: skip
@click.option("--assume-language", is_flag=True, help="Do not ask whether documents are in the "
              "rules' language.")  # fmt: skip
@click.option("--roster", multiple=True, metavar="FILE", type=click.Path(),
              help="Who is known to be in the documents (YAML).")  # fmt: skip
@trust_option
@rules_option
@show_values_option
@click.option("-q", "--quiet", is_flag=True, help="No summary.")
@click.option("-v", "--verbose", is_flag=True, help="Say of each document what was done, and why.")
def command(
    paths: tuple[str, ...],
    checking: bool,
    dry_run: bool,
    prune: bool,
    watch: bool,
    setting_up: bool,
    source: str | None,
    output: str | None,
    jobs: int | None,
    assume_language: bool,
    roster: tuple[str, ...],
    trust_local_plugins: bool,
    rules: str | None,
    show_values: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Keep redacted twins of originals up to date, as make would.

    Originals lie in a folder that git ignores, their twins in the repository; the rules say
    where: `corpus: {source: raw/, output: transcripts/}`. Only what is out of date is done:
    because the original has changed, or the rules, models, decisions, the key, or what the corpus
    knows. PATHs, originals or twins, limit it to some.
    """
    if setting_up:
        if paths or checking or dry_run or prune or watch:
            raise click.UsageError("--init goes with --source, --output and --rules only")
        from anonfilter.commands.sync_told import say
        from anonfilter.syncing.init import set_up

        return set_up(source, output, rules, say, trusted=trust_local_plugins)
    if source is not None or output is not None:
        raise click.UsageError("--source and --output go with --init; else the rules say it")
    if checking + dry_run + prune > 1 or (watch and (checking or dry_run or prune)):
        raise click.UsageError("--check, --dry-run, --prune and --watch exclude each other")
    stop_on_signals()
    from anonfilter.syncing.signature import RunOptions

    options = RunOptions(rules, trust_local_plugins, assume_language, roster)
    if watch:
        from anonfilter.commands.sync_told import say
        from anonfilter.syncing.watch import watch as run_on_changes

        said = {"--quiet": quiet, "--verbose": verbose, "--show-values": show_values}
        flags = [flag for flag, is_set in said.items() if is_set]
        flags += [f"--jobs={jobs}"] if jobs else []
        return run_on_changes(options, [*flags, "--", *paths], say)
    from anonfilter.commands.sync_told import Telling
    from anonfilter.syncing.run import Run

    with Run(options, paths) as run:
        told = Telling(run, show_values=show_values, quiet=quiet, verbose=verbose)
        if checking or dry_run:
            return told.as_it_is(failing=checking)
        pruned = list(run.prune()) if prune else []
        work = run.carry_out(jobs, _progress, verbatim=show_values)
        told.pruned(pruned)
        return told.done(work)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """How far we are, for somebody who is watching. It draws when told to, in no thread: others
    are forked from this process."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("filtering", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=Console(stderr=True), transient=True, auto_refresh=False
    ) as progress:
        task = progress.add_task("filtering", total=total)
        progress.refresh()

        def advance() -> None:
            progress.advance(task)
            progress.refresh()

        yield advance
