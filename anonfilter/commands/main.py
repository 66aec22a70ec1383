"""``anonfilter``: which command is meant, and how every command ends.

Nothing is imported here but click: a command's module is loaded when it is called.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

import click

from anonfilter import __version__
from anonfilter.errors import AnonfilterError, Exit

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_READER_GONE = 141  # as the shell counts a program that SIGPIPE ended

# What a start makes, modules and models, stays to the end. To look for garbage among it after
# every 700 objects, Python's default, takes a tenth of the start.
_OBJECTS_BETWEEN_COLLECTIONS = 50_000

COMMANDS = {
    "filter": "Replace personal data in text (what happens without a command).",
    "restore": "Give back the original of a filtered text, with its sidecar and the key.",
    "sync": "Keep redacted twins of originals, which git ignores, up to date.",
    "check": "Fail if personal data is left in files, or in what is staged.",
    "allow": "Let a finding stand from now on, and say why.",
    "review": "Go through findings one by one, and decide about each.",
    "detect": "Show what would be replaced, and by which tag.",
    "explain": "Say why something on a line is replaced, or is not.",
    "people": "Show who is who in a document, and decide it otherwise.",
    "roster": "Keep names that are known from elsewhere, sealed, for every check.",
    "map": "Look at sidecars: what they hold, and whether all is in order.",
    "key": "Make, share, change and show the key that sidecars are sealed with.",
    "git": "Install hooks in this clone, and say what guards it.",
    "ci": "Write configurations that have builds or a server check, too.",
    "eval": "Score the rules against annotated text.",
    "stats": "Count what the rules find in files, by label.",
    "models": "Are the models that the rules name installed and intact?",
    "plugins": "List detectors, resolvers, taggers, formats, reports and commands.",
    "rules": "Start, check, show or describe a ruleset.",
}


class LazyGroup(click.Group):
    """A group whose first word is a command, or else the first argument of ``filter``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

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

        others = [
            (one.name, f"From {one.distribution} {one.version}.")
            for one in plugins.installed()
            if one.kind == "commands" and one.name not in COMMANDS
        ]
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items(), *others])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for param in self.params for name in param.opts} | {"--help", "-h"}
        named = bool(args) and (args[0] in own or self._is_command(args[0]))
        completing = not args and ctx.resilient_parsing
        if not (named or completing):
            if not ctx.resilient_parsing:
                _refuse_mistyped(args)
            args = ["filter", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, and the files and options of ``filter``, which is meant without one."""
        from click.shell_completion import CompletionItem

        found = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return [CompletionItem(incomplete, type="file"), *found]
        unnamed = self.get_command(ctx, "filter")
        assert unnamed is not None
        inner = click.Context(unnamed, info_name="filter", parent=ctx, resilient_parsing=True)
        known = {item.value for item in found}
        others = unnamed.shell_complete(inner, incomplete)
        return [*found, *(item for item in others if item.value not in known)]

    def invoke(self, ctx: click.Context) -> Any:
        """A reader who leaves early is no error; click would say 1, which means a finding."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _close_pipe()
            raise click.exceptions.Exit(_READER_GONE) from None

    @staticmethod
    def _is_command(word: str) -> bool:
        """A word that is no command of ours and no file may be a plugin's command."""
        if word in COMMANDS:
            return True
        if word.startswith("-") or os.path.exists(word):
            return False
        from anonfilter.contract import registry as plugins

        return plugins.installed().get("commands", word) is not None


def _refuse_mistyped(args: list[str]) -> None:
    """``anonfilter chek`` is no file to filter, nor is ``anonfilter --rules fast check``."""
    for before, word in pairwise(args):
        if word in COMMANDS and not (before.startswith("-") or os.path.lexists(word)):
            raise click.UsageError(f"{word} is a command; its options stand behind it: "
                                   f"anonfilter {word} ...")  # fmt: skip
    word = args[0] if args else ""
    if word and not word.startswith("-") and not os.path.lexists(word):
        from difflib import get_close_matches

        for close in get_close_matches(word, COMMANDS, n=1, cutoff=0.8):
            raise click.UsageError(f"{word!r} is no command and no file; did you mean {close!r}?")


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExamples:\n  cat transcript.txt | anonfilter > redacted.txt\n"
    "  anonfilter -i interviews/*.txt\n  anonfilter check --staged\n\n"
    'Shell completion: eval "$(_ANONFILTER_COMPLETE=bash_source anonfilter)" in your shell\'s '
    "start-up file; zsh_source and fish_source do the same for those.\n\n"
    "Exit codes: 0 done or clean, 1 personal data found or left, 2 usage or rules are wrong, "
    "3 incomplete.",
)
@click.version_option(__version__, "-V", "--version", message="anonfilter %(version)s")
def cli() -> None:
    """Replace personal data in text by tags, and fail if any is left.

    Without a command, `anonfilter [FILE]...` filters files, or standard input, to standard
    output; `anonfilter filter --help` lists its options.
    """


def main(argv: list[str] | None = None) -> NoReturn:
    """Run a command and end with the right exit code: no traceback, no half-written word."""
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    try:
        code = cli.main(args=argv, prog_name="anonfilter", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except AnonfilterError as error:
        _say(error)
        code = error.exit_code
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.Abort:
        code = 130
    except click.ClickException as error:
        error.show()
        code = Exit.USAGE
    except BrokenPipeError:
        _close_pipe()
        code = _READER_GONE
    except KeyboardInterrupt:
        code = 130
    except OSError as error:
        _close_pipe()
        _say(AnonfilterError(error.strerror or type(error).__name__, where=_place(error)))
        code = Exit.INCOMPLETE
    except Exception as error:
        if os.environ.get("ANONFILTER_DEBUG"):
            raise
        _say(_unexpected(error))
        code = Exit.INCOMPLETE
    sys.exit(int(code) if isinstance(code, int) else 0)


def _say(error: AnonfilterError) -> None:
    from anonfilter.commands.common import complain

    complain(error)


def _place(error: OSError) -> str:
    return str(error.filename) if error.filename is not None else ""


def _unexpected(error: Exception) -> AnonfilterError:
    from anonfilter.errors import unexpected

    return unexpected(error)


def _close_pipe() -> None:
    from anonfilter.files.write import abandon_standard_output

    abandon_standard_output()
