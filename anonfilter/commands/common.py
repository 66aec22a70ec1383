"""Options and habits that all commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from anonfilter.errors import AnonfilterError
from anonfilter.text.terminal import one_line, printable

if TYPE_CHECKING:
    from anonfilter.contract.document import Analysis
    from anonfilter.files.source_tree import Tree
    from anonfilter.session import Session

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def rules_option(command: F) -> F:
    return click.option(
        "--rules", metavar="NAME|FILE",
        help="A shipped ruleset or a file; else the nearest rules.yaml counts.",
    )(command)  # fmt: skip


def trust_option(command: F) -> F:
    return click.option(
        "--trust-local-plugins", is_flag=True,
        help="Load plugin code and models that lie in this repository.",
    )(command)  # fmt: skip


def engine_options(command: F) -> F:
    """--rules, --trust-local-plugins, --only, --except, --assume-language, --roster: see
    `open_session`."""
    for option in (
        click.option("--roster", multiple=True, metavar="FILE", type=click.Path(),
                     help="Who is known to be in the documents: names, aliases, roles (YAML)."),
        click.option("--assume-language", is_flag=True,
                     help="Do not ask whether documents are in the rules' language."),
        click.option("--except", "excepted", multiple=True, metavar="LABEL",
                     help="Leave this label alone; may be repeated."),
        click.option("--only", multiple=True, metavar="LABEL",
                     help="This label, and no other; may be repeated."),
        trust_option,
        rules_option,
    ):  # fmt: skip
        command = option(command)
    return command


def stdin_filename_option(command: F) -> F:
    return click.option(
        "--stdin-filename", metavar="NAME",
        help="What to call standard input; its suffix says how to read it.",
    )(command)  # fmt: skip


def color_option(command: F) -> F:
    return click.option(
        "--color", type=click.Choice(["auto", "always", "never"]), default="auto",
        help="Colours in messages; NO_COLOR is honoured.",
    )(command)  # fmt: skip


def documents_only_option(command: F) -> F:
    """For hooks: they name every text that changed, and code is text."""
    return click.option(
        "--documents-only", is_flag=True,
        help="Leave out named files too, if the rules' `documents:` do not match them.",
    )(command)  # fmt: skip


def show_values_option(command: F) -> F:
    return click.option(
        "--show-values", is_flag=True, help="Show the personal data itself, and paths as they are."
    )(command)


def open_session(
    rules: str | None,
    trust_local_plugins: bool,
    only: tuple[str, ...] = (),
    excepted: tuple[str, ...] = (),
    assume_language: bool = False,
    roster: tuple[str, ...] = (),
    *,
    tree: Tree | None = None,
    minting: bool = False,
    seeking: bool = True,
) -> Session:
    """The session that the shared options describe; see `Session.open`."""
    from anonfilter.files.source_tree import DISK
    from anonfilter.session import Session, load_rules

    tree = tree or DISK
    ruleset = load_rules(rules, trust_local_plugins, tree)
    for label in (*only, *excepted):
        if label not in ruleset.labels:
            known = ", ".join(sorted(ruleset.labels))
            raise click.UsageError(f"the rules have no label {label!r}; they have: {known}")
    return Session.open(
        ruleset, only=only, excepted=excepted, assume_language=assume_language, roster=roster,
        tree=tree, minting=minting, seeking=seeking,
    )  # fmt: skip


def use_color(choice: str) -> bool | None:
    """What click is to do about colours: None leaves it to whether a terminal is there."""
    if choice == "auto":
        return False if os.environ.get("NO_COLOR") else None
    return choice == "always"


def complain(error: AnonfilterError) -> None:
    """Say what went wrong, on standard error."""
    click.echo(f"anonfilter: {printable(str(error))}", err=True)


def say(message: str) -> None:
    """Tell something on standard error, in one line."""
    click.echo(one_line(message), err=True)


def tell_remarks(analysis: Analysis, shown: str) -> None:
    """What resolvers have to say of a file, on standard error."""
    for remark in analysis.remarks:
        where = f"{shown}: " if shown else ""
        click.echo(one_line(f"{where}{remark.resolver}: {remark.reason}"), err=True)


def stop_on_signals() -> None:
    """SIGTERM and SIGHUP end a run as Ctrl-C does: what was begun is cleaned up first."""
    import signal

    def stop(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)


def progress(message: str) -> None:
    """A word for somebody who is watching; nothing where nobody is."""
    if sys.stderr.isatty():
        click.echo(message, err=True)


def watched(items: Sequence[T], what: str) -> Iterator[T]:
    """The same, with a count for somebody who is watching."""
    shown = len(items) > 1 and sys.stderr is not None and sys.stderr.isatty()
    for number, item in enumerate(items, 1):
        if shown:
            click.echo(f"\r{what} {number:,} of {len(items):,} \x1b[K", nl=False, err=True)
        yield item
    if shown:
        click.echo("\r\x1b[K", nl=False, err=True)
