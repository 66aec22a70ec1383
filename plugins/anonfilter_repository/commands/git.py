"""``anonfilter git``: install hooks in this clone, and show what guards it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify, show_error, use_color
from anonfilter.commands.options import color_option, json_option, open_session, ruleset_options
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from anonfilter_repository.clone_guard import Fact


@click.group(
    "git",
    epilog="\b\nExamples:\n  anonfilter git install\n  anonfilter git status\n"
    "  anonfilter git uninstall",
)
def command() -> None:
    """Install and remove hooks in this clone, and show what guards it."""


@command.command(
    "install",
    epilog="\b\nExamples:\n  anonfilter git install\n"
    "  anonfilter git install --command 'uv run anonfilter'\n"
    "  anonfilter git install --textconv",
)
@click.option(
    "--command",
    "called",
    metavar="COMMAND",
    help="The shell command by which hooks call anonfilter. Default: anonfilter, from the PATH.",
)
@click.option(
    "--shared",
    is_flag=True,
    help="Install even into a core.hooksPath that other repositories share.",
)
@click.option(
    "--textconv",
    is_flag=True,
    help="Also make diffs of sidecars readable: tags and labels, no originals.",
)
@click.option(
    "--show-values",
    is_flag=True,
    help="With --textconv: show originals in `git diff` and `git log -p`, if the key is present.",
)
def install(called: str | None, shared: bool, textconv: bool, show_values: bool) -> int:
    """Install hooks that check commits, messages and pushes.

    The hooks search for anonfilter when they run, and stop git if they do not find it. An existing
    hook is kept and runs before ours. A hook of pre-commit calls ours. The command also sets a
    merge driver for sidecars. It prints the installed hooks, and everything that is missing.
    """
    from anonfilter_repository import clone as clones
    from anonfilter_repository import clone_guard as guard
    from anonfilter_repository import diff_driver as driver
    from anonfilter_repository import git_hooks, merge_driver

    if show_values and not textconv:
        raise click.UsageError("--show-values needs --textconv")
    clone = clones.current()
    git_hooks.require_folder(clone, shared=shared)
    if textconv:
        driver.refuse_cache(clone)
    if called is not None:
        clone.set(guard.SETTING, called)
        notify(f"{guard.SETTING}: {called}")
    notify(f"hooks in {clone.shown(clone.hooks)}:")
    for name, result in _each(git_hooks.install, clone.hooks):
        notify(f"  {name:<16} {result}")
    merge_driver.install(clone)
    if textconv:
        driver.install(clone, show_values=show_values)
        notify(f"diffs of sidecars: driver {driver.DRIVER} set, in {clone.shown(clone.attributes)}")
    missing = [fact for fact in guard.survey(clone) if not fact.well]
    for fact in missing:
        notify(f"missing: {fact.name}: {fact.says}")
        if fact.hint:
            notify(f"  {fact.hint}")
    return Exit.FOUND if any(fact.needed for fact in missing) else Exit.OK


@command.command("uninstall", epilog="\b\nExample:\n  anonfilter git uninstall")
def uninstall() -> int:
    """Remove our hooks and drivers, and restore earlier hooks."""
    from anonfilter_repository import clone as clones
    from anonfilter_repository import clone_guard as guard
    from anonfilter_repository import diff_driver as driver
    from anonfilter_repository import git_hooks, merge_driver

    clone = clones.current()
    lines = [
        f"  {name:<16} {state}" for name, state in _each(git_hooks.uninstall, clone.hooks) if state
    ]
    if lines:
        lines.insert(0, f"hooks in {clone.shown(clone.hooks)}:")
    if driver.uninstall(clone):
        lines.append(f"diffs of sidecars: driver {driver.DRIVER} removed")
    if merge_driver.uninstall(clone):
        lines.append("merges of sidecars: driver anonfilter removed")
    if clone.unset(guard.SETTING.partition(".")[0]):
        lines.append(f"{guard.SETTING}: removed")
    for line in lines or ["no hook of anonfilter is installed in this clone"]:
        notify(line)
    return Exit.OK


def _each(do: Callable[[Path, str], str], folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the result of a function for each hook; raise the first error at the end."""
    from anonfilter_repository import git_hooks

    errors = []
    for name in git_hooks.KINDS:
        try:
            yield name, do(folder, name)
        except AnonfilterError as error:
            errors.append(error)
    if errors:
        raise errors[0]


@command.command(
    "status",
    epilog="\b\nExamples:\n  anonfilter git status\n"
    "  anonfilter git status --json | jq .guarded\n"
    "  anonfilter git status --recurse-submodules\n\n"
    "Exit codes: 0 guarded; 1 not guarded.",
)
@click.option(
    "--recurse-submodules", is_flag=True, help="Also show what guards the submodules cloned here."
)
@json_option
@color_option
def status(recurse_submodules: bool, as_json: bool, color: str) -> int:
    """Show what guards this clone, and what does not.

    A clone is guarded if commits, merges, messages and pushes are checked, by our hooks or by
    pre-commit's; if git runs them; if they find anonfilter; and if the rules are valid.
    """
    from anonfilter_repository import clone as clones
    from anonfilter_repository import clone_guard as guard

    clone = clones.current()
    surveyed = guard.with_submodules(clone) if recurse_submodules else [("", clone)]
    facts = {path: list(guard.survey(one, submodules=recurse_submodules)) for path, one in surveyed}
    guarded = all(map(guard.is_guarded, facts.values()))
    if as_json:
        data: dict[str, Any] = {"guarded": guarded, "facts": _data(facts.pop(""))}
        if recurse_submodules:
            data["submodules"] = {path: _data(found) for path, found in facts.items()}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        for path, found in facts.items():
            if path:
                click.echo(f"submodule {one_line(path)}:")
            for line in _lines(found, guard.is_guarded(found)):
                click.echo(line, color=use_color(color))
    return Exit.OK if guarded else Exit.FOUND


def _data(facts: Sequence[Fact]) -> list[dict[str, Any]]:
    return [asdict(fact) for fact in facts]


def _lines(facts: Sequence[Fact], guarded: bool) -> Iterator[str]:
    """Yield a line for each fact; a hint that several facts share follows the last of them."""
    hints = ["" if fact.well else fact.hint for fact in facts]
    for fact, hint, following in zip(facts, hints, [*hints[1:], ""], strict=True):
        sign, paint = ("+", None) if fact.well else ("!", "red") if fact.needed else ("-", "yellow")
        yield click.style(f"{sign} {fact.name:<16} {one_line(fact.says)}", fg=paint)
        if hint and hint != following:
            yield f"  {'':<16} {one_line(hint)}"
    if guarded:
        yield "guarded by hooks, which --no-verify bypasses; CI and server hooks cannot be bypassed"
    else:
        yield click.style("not guarded: see the lines that begin with !", bold=True)


@command.command("pushed", epilog='\b\nExample, in a hook pre-push:\n  anonfilter git pushed "$@"')
@click.argument("remote", default="")
@click.argument("address", default="")
def pushed(remote: str, address: str) -> int:
    """Check the commits that a push sends, as a hook pre-push.

    The command reads the standard input of the hook. Without arguments, it uses the variables that
    pre-commit sets for its hooks, which name only one branch or tag.
    """
    from anonfilter_repository import clone as clones
    from anonfilter_repository import pushed_commits

    if remote:
        updates = pushed_commits.read(line for line in sys.stdin if line.strip())
    else:
        update = pushed_commits.from_pre_commit(os.environ)
        if update is None:
            raise click.UsageError("only the hook pre-push of git or pre-commit runs this command")
        updates, remote = update, os.environ.get("PRE_COMMIT_REMOTE_NAME", "")
        address = os.environ.get("PRE_COMMIT_REMOTE_URL", "")
    clone = clones.current()
    known = remote if clone.fetches(remote, address) else ""
    commits = pushed_commits.range_of(updates, known, clone)
    if not commits:
        return Exit.OK
    from anonfilter.commands.check import command as check

    names = [word for name in pushed_commits.names_of(updates) for word in ("--ref", name)]
    code: int = check.main(["--history", commits, *names], standalone_mode=False)
    return code


@command.command(
    "clean-history",
    epilog="\b\nExamples:\n  anonfilter git clean-history\n"
    "  anonfilter git clean-history --output plan\n"
    "  anonfilter git clean-history --into ../clean.git\n\n"
    "Exit codes: 0 nothing to clean, or the new clone is clean; 1 there is something to clean; "
    "3 a file could not be read or filtered.",
)
@click.argument("commits", metavar="[RANGE]", default="--all")
@click.option(
    "--output",
    metavar="FOLDER",
    type=click.Path(),
    help="Write the filtered files, and a script that runs git filter-repo with them.",
)
@click.option(
    "--into",
    metavar="FOLDER",
    type=click.Path(),
    help="Make a new clone there, clean it with git filter-repo, and check the result.",
)
@ruleset_options
def clean_history(
    commits: str, output: str | None, into: str | None, rules: str | None, trust_local_plugins: bool
) -> int:
    """Remove findings from a history, in a new clone.

    The command lists the files and messages with findings, and the work that remains for you. It
    never changes this repository: with --into, git filter-repo rewrites a new clone.
    """
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from anonfilter import git as repository
    from anonfilter_repository import history_cleaning

    for folder in filter(None, (output, into)):
        if os.path.lexists(folder):
            raise AnonfilterError("exists already", where=folder)
    session = open_session(rules, trust_local_plugins)
    cleaning = history_cleaning.plan(session, commits)
    for line in (*cleaning.lines, *cleaning.remaining):
        click.echo(one_line(line))
    for error in cleaning.incomplete:
        show_error(error)
    notify(
        f"{counted(len(cleaning.blobs), 'version', 'versions')} of files and "
        f"{counted(len(cleaning.messages), 'message')} to replace, in "
        f"{counted(len(cleaning.commits), 'commit')}; "
        f"{counted(len(cleaning.remaining), 'finding')} to remove by hand"
    )
    if cleaning.incomplete:
        return Exit.INCOMPLETE
    if output is not None:
        cleaning.write(Path(output))
        notify(f"{output}: in a fresh mirror clone, run: sh {output}/{history_cleaning.SCRIPT}")
    if into is None or not (cleaning.blobs or cleaning.messages):
        return Exit.FOUND if cleaning.lines or cleaning.remaining else Exit.OK
    with TemporaryDirectory() as own:
        plan = Path(output or f"{own}/plan")
        if output is None:
            cleaning.write(plan)
        checked_by = history_cleaning.rules_of_check(session, rules)
        code = history_cleaning.clean(repository.top(), Path(into), plan, cleaning, checked_by)
    notify(history_cleaning.AFTERWARDS)
    return code
