"""``anonfilter formats``: list the kinds of files that the rules read, and that they refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from anonfilter.commands.console import use_color
from anonfilter.commands.options import color_option, output_option, ruleset_options
from anonfilter.commands.plugins import table
from anonfilter.run.session import load_rules


@click.command(
    "formats",
    epilog="\b\nExamples:\n"
    "  anonfilter formats\n"
    "  anonfilter formats --rules mine.yaml --output json | jq '.refused[].suffixes'",
)
@output_option
@ruleset_options
@color_option
def command(output: str, color: str, **rules: Any) -> int:
    """List the formats of the rules with their suffixes, and the kinds of files that are refused.
    A file with another suffix, or without a suffix, is read as text, unless its first bytes show
    one of these formats.
    """
    read = list(_read(**rules))
    suffixes = {suffix for row in read for suffix in row["suffixes"]}
    refused = list(_refused(suffixes))
    if output == "json":
        click.echo(json.dumps({"read": read, "refused": refused}, indent=2))
        return 0
    paint = use_color(color)
    rows = [
        (row["format"], row["plugin"], row["extra"], " ".join(row["suffixes"]) or "all others")
        for row in read
    ]
    for line in table(("READ AS", "PLUGIN", "EXTRA", "SUFFIXES"), rows):
        click.echo(line, color=paint)
    click.echo()
    others = [(row["what"], row["hint"], " ".join(row["suffixes"])) for row in refused]
    for line in table(("REFUSED", "INSTEAD", "SUFFIXES"), others):
        click.echo(line, color=paint)
    return 0


def _read(**rules: Any) -> Iterator[dict[str, Any]]:
    """Yield the formats of the rules, in their order."""
    from anonfilter.engine.toolbox import needs_of

    for instance in load_rules(**rules).instances["formats"]:
        made = instance.make()
        yield {
            "format": instance.name,
            "suffixes": list(made.suffixes),
            "plugin": instance.registration.plugin,
            "extra": needs_of(made).extra,
            "reads": (made.__doc__ or "").partition("\n")[0],
        }


def _refused(read: set[str]) -> Iterator[dict[str, Any]]:
    """Yield the kinds of files that are refused, without the suffixes that the rules read."""
    from anonfilter_documents.shared.file_kinds import KINDS, hint_for

    for kind in KINDS:
        suffixes = [suffix for suffix in kind.suffixes.split() if suffix not in read]
        if suffixes:
            yield {"what": kind.what, "suffixes": suffixes, "hint": hint_for(kind)}
