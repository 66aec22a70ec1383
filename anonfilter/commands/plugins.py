"""``anonfilter plugins``: lists the installed plugins, and writes a package for a new one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter import kit
from anonfilter.commands.console import notify, use_color, write_new
from anonfilter.commands.options import color_option, output_option
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.registry import Registry

_SHOWN = ("name", "plugin", "distribution", "version")


@click.group(
    "plugins",
    invoke_without_command=True,
    epilog="\b\nExamples:\n"
    "  anonfilter plugins\n"
    "  anonfilter plugins --output json | jq '.plugins[].name'\n"
    "  ANONFILTER_PLUGINS=builtin anonfilter plugins\n"
    "  anonfilter plugins new detector badges",
)
@output_option
@color_option
@click.pass_context
def command(ctx: click.Context, output: str, color: str) -> int:
    """List detectors, resolvers, taggers, formats, reports and commands, or write a new plugin.

    The variable ANONFILTER_PLUGINS names the plugins that may be used, separated by commas. A
    plugin that cannot be imported is listed with the cause; only rules that use it fail.
    """
    if ctx.invoked_subcommand is not None:
        return Exit.OK
    from anonfilter.contract import registry as plugins

    registry = plugins.installed()
    if output == "json":
        click.echo(json.dumps(_data(registry), indent=2))
        return Exit.OK
    paint = use_color(color)
    rows = [
        (entry.kind[:-1], entry.name, entry.plugin, f"{entry.distribution} {entry.version}")
        for entry in registry
    ]
    for line in table(("KIND", "NAME", "PLUGIN", "FROM"), rows):
        click.echo(line, color=paint)
    for plugin, cause in sorted(registry.broken.items()):
        problem = click.style("does not import:", fg="red")
        click.echo(f"{one_line(plugin)} {problem} {one_line(cause)}", color=paint)
    return Exit.OK


@command.command(
    "new",
    epilog="\b\nExamples:\n"
    "  anonfilter plugins new detector badges\n"
    "  anonfilter plugins new format court-log --folder plugins/court-log",
)
@click.argument("kind", type=click.Choice(kit.KINDS))
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where to write it. Default: anonfilter-NAME, here.",
)
def new(kind: str, name: str, folder: Path | None) -> int:
    """Write a package with a plugin: the plugin, its rules, its tests and how to install it.

    NAME is its name in rules: lower-case letters and digits, with hyphens between words. The plugin
    is a small working example, and its tests pass. No file is replaced.
    """
    kit.require_free(kind, name)
    folder = folder or Path(kit.distribution(name))
    files = kit.files(kind, name)
    for path in files:
        if (folder / path).exists():
            raise AnonfilterError(
                "exists, so nothing was written",
                where=str(folder / path),
                hint="Choose another --folder.",
            )
    for path, text in files.items():
        write_new(folder / path, text, str(folder / path))
    notify(f"next: python -m pip install --editable '{folder}[test]', and pytest in {folder}")
    return Exit.OK


def _data(registry: Registry) -> dict[str, object]:
    return {
        "plugins": [
            {"kind": entry.kind[:-1], **{name: getattr(entry, name) for name in _SHOWN}}
            for entry in registry
        ],
        "broken": [
            {"plugin": plugin, "cause": cause} for plugin, cause in sorted(registry.broken.items())
        ],
    }


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the lines of a table with aligned columns; long lines are not wrapped."""
    escaped = [tuple(one_line(cell) for cell in row) for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *escaped, strict=True)]
    lines = []
    for row in (head, *escaped):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        line = "  ".join(cells).rstrip()
        lines.append(click.style(line, bold=True) if row is head else line)
    return lines
