"""``anonfilter plugins``: lists installed plugins, and those that fail to import."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import use_color
from anonfilter.commands.options import color_option
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.registry import Registry


@click.command(
    "plugins",
    epilog="\b\nExamples:\n"
    "  anonfilter plugins\n"
    "  anonfilter plugins --output json | jq '.plugins[].name'\n"
    "  ANONFILTER_PLUGINS=builtin anonfilter plugins",
)
@click.option(
    "--output", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="The output format.",
)  # fmt: skip
@color_option
def command(output: str, color: str) -> int:
    """List detectors, resolvers, taggers, formats, reports and commands.

    ANONFILTER_PLUGINS lists the plugins that may be used, separated by commas. A plugin that fails
    to import is listed with the cause, and fails only the rules that use it.
    """
    from anonfilter.contract import registry as plugins

    registry = plugins.installed()
    if output == "json":
        click.echo(json.dumps(_data(registry), indent=2))
        return 0
    paint = use_color(color)
    rows = [
        (one.kind[:-1], one.name, one.plugin, f"{one.distribution} {one.version}")
        for one in registry
    ]
    for line in table(("KIND", "NAME", "PLUGIN", "FROM"), rows):
        click.echo(line, color=paint)
    for plugin, cause in sorted(registry.broken.items()):
        broken = click.style("does not import:", fg="red")
        click.echo(f"{one_line(plugin)} {broken} {one_line(cause)}", color=paint)
    return 0


def _data(registry: Registry) -> dict[str, object]:
    return {
        "plugins": [
            {
                "kind": one.kind[:-1],
                "name": one.name,
                "plugin": one.plugin,
                "distribution": one.distribution,
                "version": one.version,
            }
            for one in registry
        ],
        "broken": [
            {"plugin": plugin, "cause": cause} for plugin, cause in sorted(registry.broken.items())
        ],
    }


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Align columns; lines do not wrap."""
    escaped = [tuple(one_line(cell) for cell in row) for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *escaped, strict=True)]
    lines = []
    for row in (head, *escaped):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        line = "  ".join(cells).rstrip()
        lines.append(click.style(line, bold=True) if row is head else line)
    return lines
