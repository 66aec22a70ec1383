"""``anonfilter check``: fails if files or commits contain personal data."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter import limits
from anonfilter.commands.console import (
    LimitedPrinter,
    notify,
    show_error,
    stop_on_signals,
    use_color,
)
from anonfilter.commands.options import (
    accept_recogniser_option,
    block,
    color_option,
    documents_only_option,
    engine_options,
    exclusive,
    jobs_option,
    open_session,
    reading_options,
    show_values_option,
    stdin_filename_option,
)
from anonfilter.commands.path_checks import (
    announce_terminal,
    find_unreadable,
    require_readable,
    require_writable_folder,
)
from anonfilter.commands.progress import Progress
from anonfilter.errors import Exit
from anonfilter.files.read import STANDARD_INPUT, STDIN
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.report import CheckResult
    from anonfilter.run.session import Session
    from anonfilter.selection.target import CheckTarget

_WHOLE_HISTORY = "--all"
_SUBMODULE = "is a submodule; `anonfilter check --recurse-submodules` checks the files in it"


def _seconds(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """Return the number of seconds in ``4s`` or ``4``."""
    if value is None:
        return None
    if not re.fullmatch(r"\d+(?:\.\d+)?s?", value):
        raise click.BadParameter("not a number of seconds, such as 4s")
    return float(value.removesuffix("s"))


_target_options = block(
    click.option("--staged", is_flag=True, help="Check git's index, not the files on disk."),
    click.option(
        "--diff", metavar="BASE..HEAD", help="Check the lines and names added between two commits."
    ),
    click.option(
        "--history",
        is_flag=False,
        flag_value=_WHOLE_HISTORY,
        metavar="[RANGE]",
        help="Check all that the commits added, even if it was deleted later: contents and names "
        "of files, commit messages, branch and tag names.",
    ),
    click.option(
        "--commit-msg",
        metavar="FILE",
        type=click.Path(),
        help="Check a commit message, as git will keep it.",
    ),
    click.option(
        "--ref",
        "refs",
        metavar="NAME",
        multiple=True,
        help="Also check the name of a branch or tag; may be repeated.",
    ),
    click.option(
        "--rules-from",
        metavar="REV",
        help="Read rules, allow list, baseline, decisions and corpus from this commit, "
        "not from what is checked.",
    ),
    click.option("--stdin", is_flag=True, help="Check standard input."),
    stdin_filename_option,
    documents_only_option,
    click.option(
        "--recurse-submodules",
        is_flag=True,
        help="Also check the files of the submodules in folders, by the same rules.",
    ),
    click.option(
        "--deadline",
        metavar="SECONDS",
        callback=_seconds,
        help="End after this time, such as 4s. Files that were not checked by then are incomplete.",
    ),
    click.option(
        "--pass-unreached",
        is_flag=True,
        help="With --deadline: list the files that were not checked, and accept them.",
    ),
    click.option(
        "--strict",
        is_flag=True,
        help="Report each text that the rules' `documents:` neither include nor exclude as "
        "incomplete. The same as `check: {strict: true}` in the rules.",
    ),
)
_baseline_options = block(
    click.option(
        "--baseline",
        metavar="FILE",
        type=click.Path(),
        help="Fail only on findings that are not in this file. Default: the nearest "
        ".anonfilter/baseline.yaml.",
    ),
    click.option("--no-baseline", is_flag=True, help="Also fail on findings in the baseline."),
    click.option(
        "--update-baseline",
        is_flag=True,
        help="Add new findings to the baseline, and remove those that are gone.",
    ),
)


def _complete_report(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of reports that begin with the characters typed so far."""
    from anonfilter.contract import registry as plugins

    return [name for name in plugins.installed().names("reports") if name.startswith(incomplete)]


@click.command(
    "check",
    epilog="\b\nExamples:\n"
    "  anonfilter check                        all documents below this folder\n"
    "  anonfilter check interviews notes.txt   a folder's documents, and one file\n"
    "  anonfilter check --staged               what the next commit adds or changes\n"
    "  anonfilter check --diff main...HEAD     what a branch adds\n"
    "  anonfilter check --history              all that was ever committed\n"
    "  anonfilter check --output json > report.json\n"
    "  anonfilter check --output github --output sarif=anonfilter.sarif\n\n"
    "Exit codes: 0 clean, 1 personal data found, 2 wrong usage or rules, 3 a file could not be "
    "scanned. With both findings and incomplete files, the code is 1.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@_target_options
@click.option(
    "--output",
    "formats",
    metavar="NAME[=FILE]",
    multiple=True,
    shell_complete=_complete_report,
    default=("text",),
    show_default=True,
    help="The report: text, json, jsonl, sarif, github, or one of a plugin. May be repeated: one "
    "is printed, the others are written to files.",
)
@_baseline_options
@jobs_option(default="1")
@show_values_option
@click.option(
    "--hide-paths",
    is_flag=True,
    help="Show a stable reference instead of each path, for reports that other people read.",
)
@engine_options
@accept_recogniser_option
@reading_options
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="List all findings and incomplete files, not only the first 50.",
)
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Also list files that the rules' `documents:` do not match.",
)
@color_option
def command(
    paths: tuple[str, ...],
    formats: tuple[str, ...],
    jobs: int,
    show_values: bool,
    hide_paths: bool,
    everything: bool,
    verbose: bool,
    strict: bool,
    deadline: float | None,
    pass_unreached: bool,
    color: str,
    **options: Any,
) -> int:
    """Report personal data in files, in what is staged, in commits, or in standard input.

    In folders, the rules' `documents:` select the files, and git-ignored files are left out;
    named files are always checked. --staged checks what is staged, or the PATHs as they are in the
    index; --diff and --history check commits. --staged and --rules-from also read the rules, the
    allow list and the other settings from there. Values are not shown. After the findings, the
    next commands are suggested.
    """
    stop_on_signals()
    if pass_unreached and deadline is None:
        raise click.UsageError("--pass-unreached needs --deadline")
    elsewhere = ("staged", "diff", "history", "commit_msg", "refs", "stdin", "stdin_filename")
    in_tree = paths and not any(options[name] for name in elsewhere)
    missing = [path for path in paths if path != STDIN and not os.path.lexists(path)]
    if in_tree and formats == ("text",) and len(missing) == len(paths):
        unread = find_unreadable(paths)  # needs neither rules nor models
        for name, error in unread.items():
            notify(f"incomplete: {one_line(name)}: {error.message}")
        click.echo(f"nothing was scanned: {counted(len(unread), 'file')} incomplete", err=True)
        return Exit.INCOMPLETE
    target = _target(paths, formats, options)
    baseline = _baseline(target, options)
    with limits.deadline(deadline), target.policy_tree() as tree:
        session = open_session(**options, tree=tree)
        from anonfilter.accepted.policy import AcceptancePolicy
        from anonfilter.checking.collect import ScanCollector
        from anonfilter.checking.scan import scan
        from anonfilter.commands import next_steps
        from anonfilter.contract.report import CheckResult, describe_commits
        from anonfilter.reports import outputs
        from anonfilter.reports.versions import versions
        from anonfilter.run.verdicts import Verdicts

        engine = session.engine
        _show_notes(session, target, options["rules"])
        reports = outputs.parse_outputs(formats, engine.ruleset.registry)
        if show_values:
            outputs.require_unpublished(reports)
        folder = (
            outputs.current_folder() if outputs.names_for_upload(reports) and not hide_paths else ""
        )
        most = None if everything else next_steps.MANY
        checked = CheckResult(versions(engine), engine.labels, folder, most=most)
        notes = LimitedPrinter(most)
        policy = AcceptancePolicy(
            session, target, notify, own_rules=not options["rules"], **baseline
        )
        collector = ScanCollector(
            engine,
            checked,
            policy.acceptance,
            notes,
            show_values=show_values,
            shown=policy.acceptance.path_reference if hide_paths else str,
        )
        verdicts = Verdicts.of(engine)
        choice = scan(
            session,
            target,
            collector,
            verdicts,
            jobs,
            progress=Progress,
            added_only=policy.is_closed,
            strict=strict,
            pass_unreached=pass_unreached,
        )
        for path, commits in sorted(choice.unreached.items()):
            where = f" ({describe_commits(commits)})" if commits else ""
            notes(f"{collector.shown(path)}: was not checked before the deadline{where}")
        for path in sorted(choice.submodules):
            notes(f"{collector.shown(path)}: {_SUBMODULE}")
        checked.outside_count = len(choice.outside)
        if verbose:
            checked.outside += (collector.shown(path) for path in sorted(choice.outside))
        notes.finish("note")
        situation = next_steps.Situation.of(
            session, options["rules"], has_baseline=policy.has_baseline
        )
        outputs.write(reports, checked, use_color(color))
        policy.finish(complete=not (checked.incomplete or choice.unreached))
    if hide_paths:
        target = replace(target, paths=())
    steps = next_steps.next_steps_for(checked, target, situation, collector.hints)
    _show_summary(checked, choice.outside, steps)
    return checked.exit


def _target(paths: tuple[str, ...], formats: Iterable[str], options: dict[str, Any]) -> CheckTarget:
    """Return the target of the check, and remove its options from ``options``.

    Raise an error for reports that cannot be written, commit messages that cannot be read, and
    unknown commits.
    """
    stdin, stdin_name = options.pop("stdin"), options.pop("stdin_filename")
    names = (
        "documents_only",
        "recurse_submodules",
        "staged",
        "diff",
        "history",
        "commit_msg",
        "refs",
        "rules_from",
    )
    chosen = {name: options.pop(name) for name in names}
    if paths == (STDIN,):
        stdin, paths = True, ()
    name = (stdin_name or STANDARD_INPUT) if stdin or stdin_name is not None else None
    not_on_disk = {
        "--staged": chosen["staged"],
        "--stdin": name,
        "--diff": chosen["diff"],
        "--history": chosen["history"],
        "--commit-msg": chosen["commit_msg"],
    }
    exclusive({**not_on_disk, "PATH": () if chosen["staged"] else paths})
    exclusive({**not_on_disk, "--recurse-submodules": chosen["recurse_submodules"]})
    for _, _, file in (report.partition("=") for report in formats):
        if file not in ("", "-"):
            require_writable_folder(Path(file).parent)
    if chosen["commit_msg"] is not None:
        require_readable(chosen["commit_msg"])
    if chosen["diff"] is not None:
        from anonfilter.git.revisions import endpoints

        endpoints(chosen["diff"])
    if chosen["history"] is not None:
        from anonfilter.git.history import parse_range, require

        require(parse_range(chosen["history"]))
    from anonfilter.selection.target import CheckTarget

    target = CheckTarget(paths=paths, stdin=name, **chosen)
    missing = target.missing()
    if stdin:
        announce_terminal()
    elif len(missing) < len(paths) and not target.staged:
        for error in find_unreadable(missing).values():  # reported now; the report will repeat it
            show_error(error)
    return target


def _baseline(target: CheckTarget, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that concern the baseline, and remove them from ``options``."""
    names = ("baseline", "no_baseline", "update_baseline")
    baseline = {name: options.pop(name) for name in names}
    for name in ("baseline", "update_baseline"):
        exclusive(
            {
                "--no-baseline": baseline["no_baseline"],
                f"--{name.replace('_', '-')}": baseline[name],
            }
        )
    if baseline["update_baseline"] and not (target.in_tree and target.rules_from is None):
        raise click.UsageError(
            "--update-baseline checks the files on disk, not the index, commits or --rules-from"
        )
    return baseline


def _show_notes(session: Session, target: CheckTarget, rules: str | None) -> None:
    """Report the rules, rosters and corpora that exist but that the check does not use."""
    from anonfilter.files.source_tree import DISK
    from anonfilter.keys.corpus import foreign_corpora
    from anonfilter.selection.target import roster_note, rules_note

    if session.tree is not DISK:
        for note in (rules_note(session.ruleset, rules, session.tree), roster_note(session.tree)):
            if note:
                notify(note)
    for root in foreign_corpora(target.paths, session.corpus, session.tree):
        notify(f"originals known to the corpus in {root} were not looked for: run the check there")


def _show_summary(checked: CheckResult, outside: Iterable[str], next_steps: Iterable[str]) -> None:
    """Print what was not scanned, the counts of findings, the next commands, and the result."""
    from anonfilter.reports import summary

    for path in checked.outside:
        notify(f"outside: {path}")
    incomplete = LimitedPrinter(checked.most)
    for unfinished in checked.incomplete:
        incomplete(f"incomplete: {unfinished.where}: {unfinished.reason}")
    incomplete.finish("incomplete file")
    found = summary.totals(checked.findings)
    for line in (*summary.outside(outside), *found, *next_steps, checked.versions.line()):
        notify(line)
    click.echo(checked.summary(), err=True)
