"""Runs the command that a command line names, and reports its errors.

The module of a command is imported when the command is called.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

import click

from anonfilter import __version__, limits, optional
from anonfilter.commands.console import keep_standard_streams, show_error
from anonfilter.errors import AnonfilterError, Exit, Incomplete, unexpected

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_INTERRUPTED, _CLOSED_PIPE = 130, 141  # as a shell reports SIGINT and SIGPIPE

# Modules and models stay until the end. Collecting garbage after every 700 new objects, Python's
# default, would take a tenth of the start.
_OBJECTS_BETWEEN_COLLECTIONS = 50_000

COMMANDS = {
    "filter": "Replace personal data in text (the default command).",
    "restore": "Restore the original of a filtered text, from its sidecar and the key.",
    "check": "Fail if personal data is left in files, staged changes or commits.",
    "allow": "Accept a finding from now on, with a reason.",
    "detect": "Show what would be replaced, and by which tags.",
    "explain": "Explain why text on a line is replaced or not.",
    "stats": "Count what the rules find in files, by label.",
    "cache": "Show and remove what earlier runs have left on this machine.",
    "plugins": "List detectors, resolvers, taggers, formats, reports and commands.",
    "rules": "Create, check, show or describe a ruleset.",
}


def all_commands() -> dict[str, str]:
    """Return the summary of each command of anonfilter and of its own features, by command name."""
    from anonfilter.contract import registry as plugins

    features = {
        command.name: command.summary
        for command in plugins.installed()
        if command.kind == "commands" and command.distribution == plugins.OWN_DISTRIBUTION
    }
    return COMMANDS | features


class LazyGroup(click.Group):
    """A command group that runs the command named by the first word, else ``filter``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(all_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            module = importlib.import_module(f"anonfilter.commands.{cmd_name}")
            command: click.Command = module.command
            return command
        from anonfilter.contract import registry as plugins

        registration = plugins.installed().get("commands", cmd_name)
        if registration is None:
            return None
        loaded: click.Command = registration.load()
        return loaded

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from anonfilter.contract import registry as plugins

        own = all_commands()
        of_plugins = [
            (plugin.name, plugin.summary or f"From {plugin.distribution} {plugin.version}.")
            for plugin in plugins.installed()
            if plugin.kind == "commands" and plugin.name not in own
        ]
        with formatter.section("Commands"):
            formatter.write_dl([*own.items(), *of_plugins])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = {name for param in self.params for name in param.opts} | {"--help", "-h"}
        is_named = bool(args) and (args[0] in options or self._is_command(args[0]))
        completing = ctx.resilient_parsing
        if not is_named and (args or not completing):
            if not completing:
                _refuse_mistyped(args)
            args = ["filter", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the completions of a word: commands, and the files and options of ``filter``."""
        from click.shell_completion import CompletionItem

        found = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return [CompletionItem(incomplete, type="file"), *found]
        default = self.get_command(ctx, "filter")
        assert default is not None
        inner = click.Context(default, info_name="filter", parent=ctx, resilient_parsing=True)
        known = {item.value for item in found}
        options = default.shell_complete(inner, incomplete)
        return [*found, *(item for item in options if item.value not in known)]

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _exit_on_closed_pipe():  # --help and --version print here
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _exit_on_closed_pipe():
            return super().invoke(ctx)

    @staticmethod
    def _is_command(word: str) -> bool:
        """Return True for a command of anonfilter, and for a plugin's that is not also a file."""
        if word in COMMANDS:
            return True
        if word.startswith("-") or os.path.exists(word):
            return False
        from anonfilter.contract import registry as plugins

        return plugins.installed().get("commands", word) is not None


@contextmanager
def _exit_on_closed_pipe() -> Iterator[None]:
    """Exit with 141 if the output pipe is closed; click would exit with 1, the code of findings."""
    try:
        yield
    except BrokenPipeError:
        _abandon_output()
        raise click.exceptions.Exit(_CLOSED_PIPE) from None


def _refuse_mistyped(args: list[str]) -> None:
    """Refuse command lines such as ``anonfilter chek`` and ``anonfilter --no-cache check``."""
    if all(word.startswith("-") or os.path.lexists(word) for word in args):
        return
    commands = all_commands()
    default: click.Command = importlib.import_module("anonfilter.commands.filter").command
    flags = {
        name for param in default.params if getattr(param, "is_flag", False) for name in param.opts
    }
    for before, word in pairwise(args):
        may_be_value = before.startswith("-") and before not in flags
        if word in commands and not (may_be_value or os.path.lexists(word)):
            raise click.UsageError(
                f"options must be written after the command: anonfilter {word} ..."
            )
    word = args[0] if args else ""
    if not word or word.startswith("-") or os.path.lexists(word):
        return
    from difflib import get_close_matches

    from anonfilter.contract.features import feature_of
    from anonfilter.contract.registry import installed

    if feature_of("commands", word):
        installed().require("commands", word)
    for close in get_close_matches(word, commands, n=1, cutoff=0.8):
        raise click.UsageError(f"{word!r} is neither a command nor a file; did you mean {close!r}?")


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExamples:\n  cat transcript.txt | anonfilter > redacted.txt\n"
    "  anonfilter -i interviews/*.txt\n  anonfilter check --staged\n\n"
    'Shell completion: eval "$(_ANONFILTER_COMPLETE=bash_source anonfilter)" in your shell\'s '
    "start-up file; or zsh_source, fish_source.\n\n"
    "Exit codes: 0 done or clean, 1 personal data found or left, 2 wrong usage or rules, "
    "3 incomplete.",
)
@click.version_option(__version__, "-V", "--version", message="anonfilter %(version)s")
def cli() -> None:
    """Replace personal data in text by tags; fail if any is left.

    Without a command, `anonfilter [FILE]...` filters files, or standard input, to standard
    output; `anonfilter filter --help` lists its options.
    """


def main(argv: list[str] | None = None) -> NoReturn:
    """Run a command and exit with its code; print errors as messages without a traceback."""
    limits.whole_process()
    optional.whole_process()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    keep_standard_streams()
    try:
        code = cli.main(args=argv, prog_name="anonfilter", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = _INTERRUPTED
    except Exception as error:
        code = _report(error)
    sys.exit(int(code) if isinstance(code, int) else 0)


def _report(error: Exception) -> int:
    """Print the message of an error, and return the exit code."""
    if isinstance(error, click.ClickException):
        with suppress(OSError):
            error.show()
        return Exit.USAGE
    if isinstance(error, OSError):
        _abandon_output()
        if isinstance(error, BrokenPipeError):
            return _CLOSED_PIPE
        where = "output" if error.filename is None else str(error.filename)
        error = Incomplete(error.strerror or type(error).__name__, where=where)
    if not isinstance(error, AnonfilterError):
        if os.environ.get("ANONFILTER_DEBUG"):
            raise error
        error = unexpected(error)
    with suppress(OSError):  # standard error may be what cannot be written
        show_error(error)
    return error.exit_code


def _abandon_output() -> None:
    from anonfilter.files.write import abandon_standard_output

    abandon_standard_output()
