"""``anonfilter git``: hooks in this clone, for people without pre-commit, and what guards it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from anonfilter.commands.common import color_option, say, use_color
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from anonfilter.checking.clone_guard import Fact


@click.group(
    "git",
    epilog="\b\nExamples:\n  anonfilter git install\n  anonfilter git status\n"
    "  anonfilter git uninstall",
)
def command() -> None:
    """Install hooks in this clone, take them out, and say what guards it."""


@command.command(
    "install",
    epilog="\b\nExamples:\n  anonfilter git install\n"
    "  anonfilter git install --command 'uv run anonfilter'\n"
    "  anonfilter git install --textconv",
)
@click.option(
    "--command", "called", metavar="COMMAND",
    help="How the hooks call anonfilter, if not by that name from the PATH; as a shell reads it.",
)  # fmt: skip
@click.option(
    "--shared", is_flag=True,
    help="Install even where core.hooksPath leads to a folder that serves other repositories.",
)  # fmt: skip
@click.option(
    "--textconv", is_flag=True,
    help="Also make diffs of sidecars readable: tags and labels, without the originals.",
)  # fmt: skip
@click.option(
    "--show-values", is_flag=True,
    help="With --textconv: with the originals, for who has the key. `git diff` and `git log -p` "
    "then print them.",
)  # fmt: skip
def install(called: str | None, shared: bool, textconv: bool, show_values: bool) -> int:
    """Install hooks that check what is committed, what is said of it, and what is pushed.

    They look for anonfilter when they run, and stop git where they do not find it. A hook that
    is there already is kept, and runs first; pre-commit's runs ours. Says what is set, and what
    is still missing.
    """
    from anonfilter.checking import clone_guard as guard
    from anonfilter.git import clone as clones
    from anonfilter.git import hooks
    from anonfilter.git import textconv as driver

    if show_values and not textconv:
        raise click.UsageError("--show-values goes with --textconv")
    clone = clones.current()
    hooks.require_folder(clone, shared=shared)
    if textconv:
        driver.refuse_cache(clone)
    if called is not None:
        clone.set(guard.SETTING, called)
        say(f"{guard.SETTING}: {called}")
    say(f"hooks in {clone.shown(clone.hooks)}:")
    for name, done in _each(hooks.install, clone.hooks):
        say(f"  {name:<16} {done}")
    if textconv:
        driver.install(clone, show_values=show_values)
        say(f"diffs of sidecars: driver {driver.DRIVER} set, in {clone.shown(clone.attributes)}")
    missing = [fact for fact in guard.survey(clone) if not fact.well]
    for fact in missing:
        say(f"missing: {fact.name}: {fact.says}")
        if fact.hint:
            say(f"  {fact.hint}")
    return Exit.FOUND if any(fact.needed for fact in missing) else Exit.OK


@command.command("uninstall", epilog="\b\nExample:\n  anonfilter git uninstall")
def uninstall() -> int:
    """Take our hooks and the diff driver out; hooks that were there before are put back."""
    from anonfilter.checking import clone_guard as guard
    from anonfilter.git import clone as clones
    from anonfilter.git import hooks
    from anonfilter.git import textconv as driver

    clone = clones.current()
    told = [f"  {name:<16} {done}" for name, done in _each(hooks.uninstall, clone.hooks) if done]
    if told:
        say(f"hooks in {clone.shown(clone.hooks)}:")
    for line in told:
        say(line)
    if driver.uninstall(clone):
        told.append(driver.DRIVER)
        say(f"diffs of sidecars: driver {driver.DRIVER} taken out")
    if clone.unset(guard.SETTING.partition(".")[0]):
        told.append(guard.SETTING)
        say(f"{guard.SETTING}: taken out")
    if not told:
        say("nothing of ours is installed in this clone")
    return Exit.OK


def _each(do: Callable[[Path, str], str], folder: Path) -> Iterator[tuple[str, str]]:
    """Do it with each hook, also where it cannot be done with one; the first error at the end."""
    from anonfilter.git import hooks

    errors = []
    for name in hooks.KINDS:
        try:
            yield name, do(folder, name)
        except AnonfilterError as error:
            errors.append(error)
    if errors:
        raise errors[0]


@command.command(
    "status",
    epilog="\b\nExamples:\n  anonfilter git status\n"
    "  anonfilter git status --json | jq .guarded\n\n"
    "Exit codes: 0 guarded; 1 something is let through.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@color_option
def status(as_json: bool, color: str) -> int:
    """Say what guards this clone, and what does not.

    A clone is guarded if commits, merges, messages and pushes are checked, by hooks of ours or
    of pre-commit's; if git runs those; if they find anonfilter; and if the rules are right.
    """
    from anonfilter.checking import clone_guard as guard
    from anonfilter.git import clone as clones

    facts = list(guard.survey(clones.current()))
    guarded = guard.is_guarded(facts)
    if as_json:
        told = {"guarded": guarded, "facts": [asdict(fact) for fact in facts]}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        for line in _lines(facts, guarded):
            click.echo(line, color=use_color(color))
    return Exit.OK if guarded else Exit.FOUND


def _lines(facts: Iterable[Fact], guarded: bool) -> Iterator[str]:
    for fact in facts:
        sign, paint = ("+", None) if fact.well else ("!", "red") if fact.needed else ("-", "yellow")
        yield click.style(f"{sign} {fact.name:<16} {one_line(fact.says)}", fg=paint)
        if fact.hint and not fact.well:
            yield f"  {'':<16} {one_line(fact.hint)}"
    if guarded:
        yield "guarded, as far as hooks go: --no-verify passes them by; CI and a server stay"
    else:
        yield click.style("not guarded: see the lines that begin with !", bold=True)


@command.command("pushed", epilog='\b\nIn a hook pre-push:\n  anonfilter git pushed "$@"')
@click.argument("remote", default="")
@click.argument("address", default="")
def pushed(remote: str, address: str) -> int:
    """Check the commits that a push sends; what the hook pre-push runs.

    Reads from standard input what git tells that hook. Without arguments it goes by what
    pre-commit tells its hooks, which is about one branch or tag only.
    """
    from anonfilter.git import clone as clones
    from anonfilter.git import push

    if remote:
        updates = push.read(line for line in sys.stdin if line.strip())
    else:
        told = push.from_pre_commit(os.environ)
        if told is None:
            raise click.UsageError("this is for git's hook pre-push, or pre-commit's")
        updates, remote = told, os.environ.get("PRE_COMMIT_REMOTE_NAME", "")
        address = os.environ.get("PRE_COMMIT_REMOTE_URL", "")
    clone = clones.current()
    known = remote if clone.fetches(remote, address) else ""
    commits = push.range_of(updates, known, clone)
    if not commits:
        return Exit.OK
    from anonfilter.commands.check import command as check

    names = [word for name in push.names_of(updates) for word in ("--ref", name)]
    code: int = check.main(["--history", commits, *names], standalone_mode=False)
    return code
