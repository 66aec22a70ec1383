"""Kinds of evaluation with options of their own, which flags of ``anonfilter eval`` select."""

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
            help=f"{entry.summary}, with options of its own: {flag} --help.",
        )
        for flag, entry in KINDS.items()
    )
)


class EvalCommand(click.Command):
    """The command ``eval``, or the kind of evaluation that a flag names."""

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
                left = [one for one in args if one != flag]
                return command.make_context(f"{info_name} {flag}", left, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
