"""``anonfilter sync``: keep redacted copies of git-ignored originals up to date."""

from __future__ import annotations

from functools import partial

import click

from anonfilter.commands.console import stop_on_signals
from anonfilter.commands.options import (
    cache_option,
    document_options,
    exclusive,
    jobs_option,
    quiet_option,
    ruleset_options,
)
from anonfilter.commands.progress import Progress


@click.command(
    "sync",
    epilog="\b\nExamples:\n"
    "  anonfilter sync --init      set up a corpus, step by step\n"
    "  anonfilter sync             update all copies\n"
    "  anonfilter sync -n          show what that would do\n"
    "  anonfilter sync --check     in a hook: fail on outdated copies and staged originals\n"
    "  anonfilter sync --watch     repeat after each change\n\n"
    "Exit codes: 0 all up to date; 1 a copy is out of date, an original would be committed, or "
    "personal data remains in a text or name; 2 wrong usage, rules or git settings; 3 a file could "
    "not be read, scanned or written.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--check", "checking", is_flag=True, help="Write nothing; fail on any problem.")
@click.option("-n", "--dry-run", is_flag=True, help="Write nothing; show what would be done.")
@click.option(
    "--prune", is_flag=True, help="Remove copies and sidecars that have no original any more."
)
@click.option("--watch", is_flag=True, help="Repeat after each change; Ctrl-C ends.")
@click.option("--init", "setting_up", is_flag=True, help="Set up rules, .gitignore, folders, key.")
@click.option("--source", metavar="DIR", help="With --init: the folder of originals. Default: raw.")
@click.option(
    "--output", metavar="DIR", help="With --init: the folder of copies. Default: transcripts."
)
@jobs_option(default="auto")
@document_options
@ruleset_options
@cache_option
@quiet_option
@click.option(
    "-v", "--verbose", is_flag=True, help="Print what was done with each document, and the reason."
)
def command(
    paths: tuple[str, ...],
    checking: bool,
    dry_run: bool,
    prune: bool,
    watch: bool,
    setting_up: bool,
    source: str | None,
    output: str | None,
    jobs: int,
    assume_language: bool,
    roster: tuple[str, ...],
    trust_local_plugins: bool,
    rules: str | None,
    no_cache: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Keep redacted copies of originals up to date, as make does.

    The originals are in a folder that git ignores, and their copies in the repository. The rules
    name both folders: `corpus: {source: raw/, output: transcripts/}`. A copy is out of date if its
    original, the rules, models, decisions, the key, or known originals of the corpus have changed.
    PATHs, which name originals or copies, limit the run.
    """
    if setting_up:
        if paths or checking or dry_run or prune or watch:
            raise click.UsageError("--init takes --source, --output and --rules only")
        from anonfilter_repository.commands.sync_report import say
        from anonfilter_repository.sync.set_up_corpus import set_up

        return set_up(source, output, rules, say, trusted=trust_local_plugins)
    if source is not None or output is not None:
        raise click.UsageError(
            "--source and --output need --init; otherwise the rules name the folders"
        )
    exclusive({"--check": checking, "--dry-run": dry_run, "--prune": prune, "--watch": watch})
    stop_on_signals()
    from anonfilter_repository.sync.rules_signature import RunOptions

    options = RunOptions(rules, trust_local_plugins, assume_language, roster, no_cache)
    if watch:
        from anonfilter_repository.commands.sync_report import say
        from anonfilter_repository.sync.watch_files import watch as repeat

        given = {"--quiet": quiet, "--verbose": verbose}
        flags = [flag for flag, is_set in given.items() if is_set]
        return repeat(options, [*flags, f"--jobs={jobs}", "--", *paths], say)
    from anonfilter_repository.commands.sync_report import SyncReport
    from anonfilter_repository.sync.sync_run import Run

    with Run(options, paths) as run:
        report = SyncReport(run, quiet=quiet, verbose=verbose)
        if checking or dry_run:
            return report.as_it_is(failing=checking)
        pruned = list(run.prune()) if prune else []
        work = run.carry_out(jobs, partial(Progress, "filtering", quiet=quiet))
        report.pruned(pruned)
        return report.done(work)
