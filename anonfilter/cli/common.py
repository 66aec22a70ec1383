"""Options and habits that all commands share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from anonfilter.engine import Engine
    from anonfilter.rules import Ruleset

F = TypeVar("F", bound=Callable[..., Any])

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]")


def printable(text: str) -> str:
    """Text that cannot play tricks on a terminal: control characters are escaped."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def rules_options(command: F) -> F:
    """--rules, --trust-local-plugins, --only, --except, --assume-language."""
    for option in (
        click.option("--assume-language", is_flag=True,
                     help="Do not ask whether documents are in the rules' language."),
        click.option("--except", "excepted", multiple=True, metavar="LABEL",
                     help="Leave this label alone; may be repeated."),
        click.option("--only", multiple=True, metavar="LABEL",
                     help="Replace this label only; may be repeated."),
        click.option("--trust-local-plugins", is_flag=True,
                     help="Load plugin code and models that lie in this repository."),
        click.option("--rules", metavar="NAME|FILE",
                     help="A shipped ruleset or a file; else the nearest rules.yaml counts."),
    ):  # fmt: skip
        command = option(command)
    return command


def color_option(command: F) -> F:
    return click.option(
        "--color", type=click.Choice(["auto", "always", "never"]), default="auto",
        help="Colours in messages; NO_COLOR is honoured.",
    )(command)  # fmt: skip


def load_rules(rules: str | None, trust_local_plugins: bool) -> Ruleset:
    from anonfilter.rules import load_ruleset
    from anonfilter.rules.find import user_config

    trusted = any(
        Path.cwd().is_relative_to(Path(folder).expanduser())
        for folder in user_config().trust_local_plugins
    )
    return load_ruleset(rules, trust_local=trust_local_plugins or trusted)


def make_engine(
    rules: str | None,
    trust_local_plugins: bool,
    only: tuple[str, ...],
    excepted: tuple[str, ...],
    assume_language: bool,
) -> Engine:
    """The engine that the shared options describe; the network is shut from here on."""
    from anonfilter import offline
    from anonfilter.engine import Engine, Options

    ruleset = load_rules(rules, trust_local_plugins)
    for label in (*only, *excepted):
        if label not in ruleset.labels:
            known = ", ".join(sorted(ruleset.labels))
            raise click.UsageError(f"the rules have no label {label!r}; they have: {known}")
    engine = Engine(ruleset, Options(frozenset(only), frozenset(excepted), assume_language))
    if not engine.uses_network:
        offline.whole_process()
    return engine


def progress(message: str) -> None:
    """A word for somebody who is watching; nothing where nobody is."""
    if sys.stderr.isatty():
        click.echo(message, err=True)
