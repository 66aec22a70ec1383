"""Kinds of evaluation that have their own options: a flag of ``anonfilter eval`` selects them."""

from __future__ import annotations

from typing import Any

import click

from anonfilter.commands.options import block
from anonfilter.contract.registry import installed

KINDS = {
    entry.name.removeprefix("eval "): entry
    for entry in reversed(list(installed()))
    if entry.kind == "extensions" and entry.name.startswith("eval --")
}
"""The registered commands, by their flag."""

kind_options = block(
    *(
        click.option(
            flag,
            is_flag=True,
            expose_value=False,
            help=f"{entry.summary}; for its options: {flag} --help.",
        )
        for flag, entry in KINDS.items()
    )
)


class EvalCommand(click.Command):
    """The command ``eval``, which passes control to the kind of evaluation that a flag names."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        for flag, entry in KINDS.items():
            if flag in args:
                command: click.Command = entry.load()
                others = [argument for argument in args if argument != flag]
                return command.make_context(f"{info_name} {flag}", others, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
