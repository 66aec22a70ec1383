"""What a flag of ``anonfilter eval`` runs in its place: commands with options of their own."""

from __future__ import annotations

import importlib
from typing import Any

import click

from anonfilter.commands.options import block

KINDS = {
    "--utility": ("utility", "Score models trained on filtered text"),
    "--audio": ("eval_audio", "Score what is silenced in recordings"),
}
"""By flag the command's module, and what it does."""

kind_options = block(
    *(
        click.option(flag, is_flag=True, expose_value=False,
                     help=f"{what}, with options of its own: {flag} --help.")
        for flag, (_, what) in KINDS.items()
    )
)  # fmt: skip


class EvalCommand(click.Command):
    """``eval``, or the command that a flag names."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        for flag, (module, _) in KINDS.items():
            if flag in args:
                command: click.Command = importlib.import_module(
                    f"anonfilter.commands.{module}"
                ).command
                left = [one for one in args if one != flag]
                return command.make_context(f"{info_name} {flag}", left, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
