"""Options and habits that all commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.text.terminal import one_line, printable

if TYPE_CHECKING:
    from anonfilter.contract.document import Analysis, Redaction
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.read import Input
    from anonfilter.files.source_tree import Stored
    from anonfilter.pseudonyms.known.finding import Known
    from anonfilter.pseudonyms.memory import Memory
    from anonfilter.rules import Ruleset

STDIN = "-"
STANDARD_INPUT = "standard input"

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
    `make_engine`."""
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
    roster: tuple[str, ...] = (),
    *,
    minting: bool = False,
    seeking: bool = True,
    stored: Stored | None = None,
) -> Engine:
    """The engine that the shared options describe; the network is shut from here on.

    ``minting``: its tags are written, so a corpus that has tags of its own must have its key.
    ``seeking``: known originals of the corpus are found; those that git has ``stored``, if given.
    """
    from anonfilter.engine import offline, optional
    from anonfilter.engine.pipeline import Engine, Options
    from anonfilter.files import source_tree as trees

    with trees.rules_named(rules or os.environ.get("ANONFILTER_RULES")):
        ruleset = load_rules(rules, trust_local_plugins)
    for label in (*only, *excepted):
        if label not in ruleset.labels:
            known = ", ".join(sorted(ruleset.labels))
            raise click.UsageError(f"the rules have no label {label!r}; they have: {known}")
    rosters = tuple(map(Path, roster))
    numbering = None
    if ruleset.model.scope == "corpus":
        from anonfilter.pseudonyms.sidecars.keeping import corpus_numbers

        numbering = corpus_numbers(ruleset.model, required=minting)
    originals = _known_originals(stored) if seeking else None
    options = Options(
        frozenset(only), frozenset(excepted), assume_language, rosters, numbering, originals
    )
    with trees.rules_named(rules or os.environ.get("ANONFILTER_RULES")):
        engine = Engine(ruleset, options)
    if not engine.uses_network:
        offline.whole_process()
    optional.whole_process()
    return engine


def _known_originals(stored: Stored | None) -> Known | None:
    """What the corpus here knows. Where nobody can tell, that is said on standard error."""
    from anonfilter.pseudonyms.keys.corpus import find_corpus

    corpus = find_corpus(Path.cwd())
    if corpus is None:
        return None
    from anonfilter.pseudonyms.known.seeking import seek

    known = seek(corpus, stored)
    if known is None:
        click.echo("known originals of this corpus were not looked for: its key is not on this "
                   "machine (`anonfilter key status`)", err=True)  # fmt: skip
    return known


def read_input(name: str, called: str = STANDARD_INPUT) -> Input:
    """The file of this name; `-` is standard input."""
    from anonfilter.files import read as inputs

    return inputs.read_standard_input(called) if name == STDIN else inputs.read_file(name)


def redact(engine: Engine, source: Input, memory: Memory | None = None) -> Redaction:
    """What the filter makes of one file; ``memory`` is what the last run knew of it."""
    with one_file(source.name):
        return engine.redact(engine.decode(source.data, source.name), memory)


@contextmanager
def one_file(name: str) -> Iterator[None]:
    """An error of ours in one file makes that one incomplete: the others are done all the same."""
    try:
        yield
    except AnonfilterError:
        raise
    except Exception as error:
        if os.environ.get("ANONFILTER_DEBUG"):
            raise
        raise unexpected(error, name) from None


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


def unexpected(error: Exception, where: str = "") -> Incomplete:
    """An error of ours. Its text may hold a value, so only its kind and place are told."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = ""
    if trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "?")
        place = f" in {module}, line {trace.tb_lineno}"
    return Incomplete(
        f"unexpected {type(error).__name__}{place}",
        where=where,
        hint="Please report it. ANONFILTER_DEBUG=1 shows the traceback, which may hold values.",
    )


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
