"""``anonfilter ci``: configurations that have others check, too."""

from __future__ import annotations

from pathlib import Path

import click

from anonfilter.commands.common import say
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.session import load_rules

_KINDS = ("github", "gitlab", "pre-commit", "pre-receive")


@click.group("ci", epilog="\b\nExamples:\n  anonfilter ci init github\n"
             "  anonfilter ci init gitlab --print")  # fmt: skip
def command() -> None:
    """Have builds, pre-commit or a server check what people push."""


@command.command(
    "init",
    epilog="\b\nExamples:\n  anonfilter ci init github\n  anonfilter ci init gitlab --print\n"
    "  cd /srv/git/data.git && anonfilter ci init pre-receive",
)
@click.argument("kind", type=click.Choice(_KINDS))
@click.option("--print", "printed", is_flag=True, help="Print it, and write nothing.")
@click.option(
    "--branch", metavar="NAME", help="The default branch, if it is not that of the remote origin."
)
def init(kind: str, printed: bool, branch: str | None) -> int:
    """Write a configuration that works: github, gitlab, pre-commit; or a server's pre-receive.

    It installs this version of anonfilter and the models that the rules here name. A file that
    is there stays as it is.
    """
    from anonfilter.git import ci
    from anonfilter.git import clone as clones

    if kind == ci.PRE_RECEIVE:
        return _pre_receive(printed)
    clone = clones.current()
    text = ci.render(load_rules(None, False), kind, branch or clone.main_branch())
    if printed:
        click.echo(text, nl=False)
        return Exit.OK
    target = ci.TARGETS[kind]
    _write(clone.top / target.path, text, target.path, target.instead)
    say(target.next_step)
    return Exit.OK


def _pre_receive(printed: bool) -> int:
    from anonfilter import git
    from anonfilter.git import ci
    from anonfilter.git import clone as clones

    if printed:
        click.echo(ci.pre_receive(), nl=False)
        return Exit.OK
    if not git.is_bare():
        raise AnonfilterError(
            "this is no bare repository, and nobody pushes to it",
            hint="Run it in the repository on the server, or add --print.",
        )
    path = clones.hooks_folder() / ci.PRE_RECEIVE
    _write(path, ci.pre_receive(), str(path), "Call ours from it, or the other way round; "
           "anonfilter ci init pre-receive --print shows it.")  # fmt: skip
    path.chmod(path.stat().st_mode | 0o111)
    say("Whoever pushes runs it: anonfilter must be on that user's PATH, or be named by "
         "git config anonfilter.command.")  # fmt: skip
    return Exit.OK


def _write(path: Path, text: str, shown: str, instead: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise AnonfilterError(
            "is there already, and stays as it is", where=shown, hint=instead
        ) from None
    say(f"wrote {shown}")
