"""``anonfilter check``: is there personal data left, and where?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.check_accepted import BASELINE, baseline_options
from anonfilter.commands.check_what import WHAT, What, told_rules, what_options
from anonfilter.commands.common import (
    color_option,
    documents_only_option,
    engine_options,
    open_session,
    show_values_option,
    stdin_filename_option,
    stop_on_signals,
    use_color,
    watched,
)
from anonfilter.errors import Incomplete, ModelMissing, one_file
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.checking.collect import Collector
    from anonfilter.checking.selection import Name
    from anonfilter.checking.verdicts import Verdicts
    from anonfilter.contract.report import Checked
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.source_tree import Tree
    from anonfilter.reports.paths import Paths


def _reports(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
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
    "Exit codes: 0 clean, 1 personal data found, 2 usage or rules are wrong, 3 something could "
    "not be scanned. A finding outranks what could not be scanned.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@what_options
@stdin_filename_option
@documents_only_option
@click.option(
    "--output",
    "asked",
    metavar="NAME[=FILE]",
    multiple=True,
    shell_complete=_reports,
    default=("text",),
    show_default=True,
    help="How to report: text, json, jsonl, sarif, github, or what plugins bring. May be "
    "repeated: one is printed, others are written to files.",
)
@baseline_options
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
    help="How many files at a time; each process has models of its own in memory.",
)  # fmt: skip
@click.option(
    "--no-cache", "cached", is_flag=True, flag_value=False, default=True,
    help="Look again at what was clean in an earlier check and has not changed.",
)  # fmt: skip
@show_values_option
@engine_options
@click.option("-v", "--verbose", is_flag=True, help="List the files outside, too.")
@color_option
def command(
    paths: tuple[str, ...],
    documents_only: bool,
    asked: tuple[str, ...],
    jobs: int,
    cached: bool,
    show_values: bool,
    verbose: bool,
    color: str,
    **options: Any,
) -> int:
    """Report personal data in files, in what is staged, or in standard input.

    In folders, the rules' `documents:` say which files count, and what git ignores does not;
    files that are named count always. --staged looks at the index: at all that is staged, or
    at the PATHs named, changed or not; --diff and --history look at commits. With --staged and
    --rules-from, rules and all else that a check goes by come from there, too. Values are not
    shown.
    """
    stop_on_signals()
    chosen_by = {name: options.pop(name) for name in WHAT}
    baseline = {name: options.pop(name) for name in BASELINE}
    what = What.asked(paths, documents_only=documents_only, **chosen_by)
    with what.going_by() as tree:
        return _check(
            what, tree, baseline, asked, jobs, cached, show_values, verbose, color, options
        )


def _check(
    what: What,
    tree: Tree,
    baseline: dict[str, Any],
    asked: tuple[str, ...],
    jobs: int,
    cached: bool,
    show_values: bool,
    verbose: bool,
    color: str,
    rules: dict[str, Any],
) -> int:
    from anonfilter.checking.collect import Collector
    from anonfilter.checking.dispatch import Judge, scans
    from anonfilter.checking.verdicts import Verdicts
    from anonfilter.commands.check_accepted import Accepted
    from anonfilter.commands.check_sidecars import check_sidecars
    from anonfilter.contract.report import Checked
    from anonfilter.files.source_tree import DISK
    from anonfilter.pseudonyms.keys.corpus import foreign_corpora
    from anonfilter.reports import outputs
    from anonfilter.reports.paths import Paths
    from anonfilter.reports.places import below
    from anonfilter.reports.versions import versions

    since = time.time_ns()
    session = open_session(**rules, tree=tree)
    engine = session.engine
    if tree is not DISK:
        told = told_rules(engine.ruleset, rules["rules"], tree)
        if told:
            _tell_line(told)
    for root in foreign_corpora(what.paths, session.corpus, tree):
        _tell_line(f"what the corpus in {root} knows was not looked for: run the check there")
    reports = outputs.outputs(asked, engine.ruleset.registry)
    if show_values:
        outputs.require_unpublished(reports)
    shown = Paths(engine, verbatim=show_values)
    folder = below(shown) if outputs.published(reports) else ""
    checked = Checked(versions(engine), engine.labels, folder)
    accepted = Accepted(session, what, _tell_line, own_rules=not rules["rules"], **baseline)
    collector = Collector(
        engine, checked, shown, accepted.passing, _tell_line, show_values=show_values
    )
    verdicts = Verdicts.of(engine, since) if cached else Verdicts()
    with what.choice(session) as choice:
        keeping = session.keeping()
        judge = Judge(
            engine, keeping, one_file, verdicts, choice.beside, what.decided(choice, tree)
        )
        files = list(choice.chosen.values())
        with closing(scans(judge, verdicts, files, jobs)) as scanned:
            for chosen, scan in zip(watched(files, "scanning file"), scanned, strict=True):
                collector.take(scan, chosen.added, chosen.commits)
        check_sidecars(choice, collector, shown)
    collector.judge_corpus()
    _check_names(engine, list(choice.names()), collector, shown, verdicts)
    verdicts.save()
    for path, commits in sorted(choice.rosters.items()):
        _refuse_roster(shown.shown(path), commits, collector)
    checked.outside_count = len(choice.outside)
    if verbose:
        checked.outside += (shown.shown(path) for path in sorted(choice.outside))
    outputs.write(reports, checked, use_color(color))
    accepted.finish(complete=not checked.incomplete)
    _tell(checked)
    return checked.exit


def _check_names(
    engine: Engine, names: Sequence[Name], collector: Collector, shown: Paths, verdicts: Verdicts
) -> None:
    """What names of files tell; and of what could not be read, what it may know."""
    from anonfilter.checking.names import as_told, found_in_names
    from anonfilter.checking.scan import Trouble

    known = engine.options.known
    for error in known.unread if known is not None else ():
        name, line, column = error.named_place()
        collector.trouble(Trouble(name, error.message, line, column))
    key = verdicts.key("names", as_told(names))
    if verdicts.known(key) is not None:
        return
    try:
        with one_file("names of files"):
            told = list(found_in_names(engine, names, shown))
        for found, path in told:
            collector.in_name(found, path)
        if not told:
            verdicts.add(key, 0)
    except ModelMissing:
        raise
    except Incomplete as error:
        collector.trouble(Trouble.of(error, "names of files"))


def _refuse_roster(path: str, commits: tuple[str, ...], collector: Collector) -> None:
    """A list of people in clear is a finding, whatever the rules find in it."""
    from anonfilter.contract.document import Finding

    collector.about_file(Finding(path, 1, 1, "ROSTER", "roster", commits=commits))
    _tell_line(f"{path}: names people in clear, and is to be committed: "
               "`git rm --cached` takes it out")  # fmt: skip


def _tell_line(line: str) -> None:
    click.echo(one_line(line), err=True)


def _tell(checked: Checked) -> None:
    """What is no finding, on standard error; the count at the end."""
    for path in checked.outside:
        click.echo(f"outside: {one_line(path)}", err=True)
    for one in checked.incomplete:
        click.echo(f"incomplete: {one_line(one.where)}: {one_line(one.reason)}", err=True)
    click.echo(one_line(checked.versions.line()), err=True)
    click.echo(checked.summary(), err=True)
