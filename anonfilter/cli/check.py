"""``anonfilter check``: is there personal data left, and where?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from anonfilter.cli.check_accepted import BASELINE, baseline_options
from anonfilter.cli.check_what import WHAT, What, told_rules, what_options
from anonfilter.cli.common import (
    color_option,
    documents_only_option,
    engine_options,
    make_engine,
    one_file,
    show_values_option,
    stdin_filename_option,
    use_color,
    watched,
)
from anonfilter.errors import Incomplete, ModelMissing
from anonfilter.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.checking.collecting import Collector
    from anonfilter.choice import Name
    from anonfilter.engine import Engine
    from anonfilter.report import Checked
    from anonfilter.report.paths import Paths
    from anonfilter.trees import Stored


def _reports(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from anonfilter import plugins

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
@show_values_option
@engine_options
@click.option("-v", "--verbose", is_flag=True, help="List the files outside, too.")
@color_option
def command(
    paths: tuple[str, ...],
    documents_only: bool,
    asked: tuple[str, ...],
    show_values: bool,
    verbose: bool,
    color: str,
    **options: Any,
) -> int:
    """Report personal data in files, in what is staged, or in standard input.

    In folders, the rules' `documents:` say which files count, and what git ignores does not;
    files that are named count always. --staged looks at the index: at all that is staged, or
    at the PATHs named, changed or not. Values are not shown.
    """
    chosen_by = {name: options.pop(name) for name in WHAT}
    baseline = {name: options.pop(name) for name in BASELINE}
    what = What.asked(paths, documents_only=documents_only, **chosen_by)
    with what.going_by() as tree:
        return _check(what, tree, baseline, asked, show_values, verbose, color, options)


def _check(
    what: What,
    tree: Stored | None,
    baseline: dict[str, Any],
    asked: tuple[str, ...],
    show_values: bool,
    verbose: bool,
    color: str,
    rules: dict[str, Any],
) -> int:
    from anonfilter import beside
    from anonfilter.checking.collecting import Collector
    from anonfilter.checking.scanning import Scanner
    from anonfilter.cli.check_accepted import Accepted
    from anonfilter.cli.check_sidecars import check_sidecars
    from anonfilter.pseudonyms.corpus import elsewhere
    from anonfilter.report import Checked, outputs
    from anonfilter.report.paths import Paths
    from anonfilter.report.places import below
    from anonfilter.report.versions import versions

    engine = make_engine(**rules, stored=tree)
    if tree is not None:
        told = told_rules(engine.ruleset, rules["rules"], tree)
        if told:
            _tell_line(told)
    for root in elsewhere(what.paths):
        _tell_line(f"what the corpus in {root} knows was not looked for: run the check there")
    reports = outputs.outputs(asked, engine.ruleset.registry)
    if show_values:
        outputs.require_unpublished(reports)
    shown = Paths(engine, verbatim=show_values)
    folder = below(shown) if outputs.published(reports) else ""
    checked = Checked(versions(engine), engine.labels, folder)
    accepted = Accepted(engine, what, _tell_line, own_rules=not rules["rules"], **baseline)
    collector = Collector(
        engine, checked, shown, accepted.passing, _tell_line, show_values=show_values
    )
    with (
        what.choice(engine) as choice,
        beside.read_by(choice.beside, what.decided(choice)),
    ):
        scanner = Scanner(engine, one_file)
        for chosen in watched(list(choice.chosen.values()), "scanning file"):
            collector.take(scanner.scan(chosen), chosen.added, chosen.commits)
        check_sidecars(choice, collector, shown)
    collector.judge_corpus()
    _check_names(engine, choice.names(), collector, shown)
    for path, commits in sorted(choice.rosters.items()):
        _refuse_roster(shown.shown(path), commits, collector)
    checked.outside_count = len(choice.outside)
    if verbose:
        checked.outside += (shown.shown(path) for path in sorted(choice.outside))
    outputs.write(reports, checked, use_color(color))
    accepted.finish(complete=not checked.incomplete)
    _tell(checked)
    return checked.exit


def _check_names(engine: Engine, names: Iterable[Name], collector: Collector, shown: Paths) -> None:
    """What names of files tell; and of what could not be read, what it may know."""
    from anonfilter.checking.scanning import Trouble
    from anonfilter.report.names import found_in_names

    known = engine.options.known
    for error in known.unread if known is not None else ():
        name, line, column = error.named_place()
        collector.trouble(Trouble(name, error.message, line, column))
    try:
        with one_file("names of files"):
            for found, hit in found_in_names(engine, names, shown):
                collector.in_name(found, hit)
    except ModelMissing:
        raise
    except Incomplete as error:
        collector.trouble(Trouble.of(error, "names of files"))


def _refuse_roster(path: str, commits: tuple[str, ...], collector: Collector) -> None:
    """A list of people in clear is a finding, whatever the rules find in it."""
    from anonfilter.report import Hit

    collector.hit(Hit(path, 1, 1, "ROSTER", "roster", 1.0, commits=commits))
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
