"""``anonfilter ci``: check in CI, and write configurations for CI, pre-commit and servers."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from anonfilter import git
from anonfilter.commands.console import notify, show_error, write_new
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.run.session import load_rules

_KINDS = ("github", "gitlab", "pre-commit", "pre-receive")


@click.group(
    "ci",
    epilog="\b\nExamples:\n  anonfilter ci run\n  anonfilter ci init github\n"
    "  anonfilter ci init gitlab --print",
)
def command() -> None:
    """Check in CI, in pre-commit or on a server."""


@command.command(
    "init",
    epilog="\b\nExamples:\n  anonfilter ci init github\n  anonfilter ci init gitlab --print\n"
    "  cd /srv/git/data.git && anonfilter ci init pre-receive",
)
@click.argument("kind", type=click.Choice(_KINDS))
@click.option(
    "--print", "printed", is_flag=True, help="Print the configuration instead of writing it."
)
@click.option(
    "--branch",
    metavar="NAME",
    help="The default branch. If not given, that of the remote origin is used.",
)
def init(kind: str, printed: bool, branch: str | None) -> int:
    """Write a configuration: github, gitlab, pre-commit, or pre-receive.

    The configuration installs this version of anonfilter, the models that the rules here name, and
    the libraries for files that git tracks here, such as Parquet.
    An existing file is not replaced.
    """
    from anonfilter_repository import ci_configurations
    from anonfilter_repository import clone as clones

    if kind == ci_configurations.PRE_RECEIVE:
        return _pre_receive(printed)
    clone = clones.current()
    files = git.tracked(clone.top, clone.top)
    rules = load_rules(None, False)
    text = ci_configurations.render(rules, kind, branch or clone.main_branch(), files)
    if printed:
        click.echo(text, nl=False)
        return Exit.OK
    chosen = ci_configurations.TARGETS[kind]
    write_new(clone.top / chosen.path, text, chosen.path, chosen.instead)
    notify(chosen.next_step)
    return Exit.OK


@command.command(
    "run",
    epilog="\b\nExamples:\n  anonfilter ci run --sarif anonfilter.sarif\n"
    "  anonfilter ci run --base main",
)
@click.option(
    "--base",
    metavar="COMMIT",
    default="",
    help="The commit to compare with. Default: the target branch of a pull or merge request.",
)
@click.option("--rules", metavar="RULES", default="", help="A shipped ruleset, or a file.")
@click.option(
    "--sarif", metavar="FILE", default="", help="Write findings to this file, without values."
)
@click.option(
    "--paths",
    metavar="LINES",
    default="",
    help="Check these files and folders completely (one per line), instead of the changes of the "
    "build.",
)
def run(base: str, rules: str, sarif: str, paths: str) -> int:
    """Check the changes of a GitHub or GitLab build.

    For a pull or merge request: the added lines, the commits and their messages, the title, the
    description and the name of the branch, by the rules of the target branch. For a push: all
    files, and the pushed commits. For an issue or a comment: its text. In other builds: all files,
    or the changes since --base.
    """
    from anonfilter.commands.check import command as check
    from anonfilter_repository.ci_builds import checks, read_build

    on_github = "GITHUB_EVENT_NAME" in os.environ
    try:
        build = read_build(os.environ, base)
    except AnonfilterError as error:
        if on_github:
            click.echo(f"::error::{error.message}. {error.hint}".replace("\n", " "))
        raise
    codes: list[int] = [Exit.OK]
    for one in checks(build, list(filter(None, paths.splitlines())), rules, sarif):
        notify(f"checking {one.subject}")
        try:
            with _standard_input(one.text):
                code = check.main(list(one.arguments), "anonfilter check", standalone_mode=False)
            codes.append(code or 0)
        except AnonfilterError as error:
            show_error(error)
            codes.append(error.exit_code)
    return max(codes)


@contextmanager
def _standard_input(text: str | None) -> Iterator[None]:
    """Let commands of this process read this text from standard input, if there is one."""
    before = sys.stdin
    if text is not None:
        sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogateescape")))
    try:
        yield
    finally:
        sys.stdin = before


def _pre_receive(printed: bool) -> int:
    from anonfilter_repository import ci_configurations
    from anonfilter_repository import clone as clones

    if printed:
        click.echo(ci_configurations.pre_receive(), nl=False)
        return Exit.OK
    if not git.is_bare():
        raise AnonfilterError(
            "this is not a bare repository",
            hint="Run the command in the repository on the server, or add --print.",
        )
    path = clones.hooks_folder() / ci_configurations.PRE_RECEIVE
    write_new(
        path,
        ci_configurations.pre_receive(),
        str(path),
        "Call our hook from the existing hook; anonfilter ci init pre-receive --print prints ours.",
    )
    path.chmod(path.stat().st_mode | 0o111)
    notify(
        "Users who push run this hook: anonfilter must be on their PATH, or be set in "
        "git config anonfilter.command."
    )
    return Exit.OK
