"""``anonfilter map``: what sidecars hold, and whether they agree with their documents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from anonfilter.commands.common import (
    color_option,
    complain,
    rules_option,
    say,
    trust_option,
    use_color,
    watched,
)
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.session import load_rules
from anonfilter.text.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from anonfilter.pseudonyms.inspect.collisions import Numbering
    from anonfilter.pseudonyms.inspect.listing import Listing, Statistics
    from anonfilter.pseudonyms.inspect.pairs import Access
    from anonfilter.pseudonyms.inspect.verifying import Verified
    from anonfilter.pseudonyms.keys.key import Key
    from anonfilter.rules import Ruleset


@click.group(
    "map",
    epilog="\b\nExamples:\n"
    "  anonfilter map show hearing.txt\n"
    "  anonfilter map verify\n"
    "  anonfilter map stats --json interviews/",
)
def command() -> None:
    """Look at sidecars: what tags stand for, and whether all is in order. Changes nothing."""


@command.command(
    "show",
    epilog="\b\nExamples:\n"
    "  anonfilter map show hearing.txt\n"
    "  anonfilter map show --json interviews/*.txt\n"
    "  anonfilter map show --show-values hearing.txt     takes the full key\n\n"
    "Exit codes: 0 done, 2 the key is missing or usage is wrong, 3 a sidecar is not there, or does "
    "not open.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--textconv", is_flag=True,
    help="A plain line an entry, for git's diffs: `anonfilter git install --textconv`.",
)  # fmt: skip
@click.option("--show-values", is_flag=True, help="Show the originals themselves.")
@rules_option
@trust_option
@color_option
def show(
    files: tuple[str, ...],
    as_json: bool,
    textconv: bool,
    show_values: bool,
    rules: str | None,
    trust_local_plugins: bool,
    color: str,
) -> int:
    """List the tags of documents, their labels, and how many originals each stands for.

    A FILE is a document or its sidecar. Tags and labels are to be read without any key; the
    originals are counted where the full key is, and shown with --show-values.
    """
    if as_json and textconv:
        raise click.UsageError("--json goes not with --textconv")
    from anonfilter.pseudonyms.inspect.listing import Listing, for_diff
    from anonfilter.pseudonyms.inspect.pairs import Access, pair_of, require_sidecar

    access = Access.by(load_rules(rules, trust_local_plugins).model)
    listings: list[Listing] = []
    code = Exit.OK
    for name in files:
        try:
            pair = pair_of(name, access.policy)
            sidecar = require_sidecar(pair, pair.read())
            if textconv:
                click.echo("\n".join(for_diff(sidecar, access, show_values=show_values)))
                continue
            if show_values:
                access.require_originals(sidecar)
            listings.append(Listing.of(sidecar, access))
        except AnonfilterError as error:
            if error.exit_code is not Exit.INCOMPLETE:
                raise
            complain(error)
            code = Exit.INCOMPLETE
    if as_json:
        found = [one.as_data(show_values=show_values) for one in listings]
        click.echo(json.dumps({"sidecars": found}, indent=2))
    elif not textconv:
        _show_listings(listings, show_values=show_values, color=use_color(color))
    return code


def _show_listings(listings: Iterable[Listing], *, show_values: bool, color: bool | None) -> None:
    from anonfilter.pseudonyms.inspect.listing import COLUMNS
    from anonfilter.reports.tables import Sheet
    from anonfilter.reports.tables import show as show_tables

    for one in listings:
        for title, cells in one.tables(show_values=show_values):
            click.echo(title)  # a table would break it where its columns are narrow
            sheet = Sheet("", COLUMNS, tuple(cells), texts=4 if show_values else 3)
            show_tables([sheet], color=color)


@command.command(
    "verify",
    epilog="\b\nExamples:\n"
    "  anonfilter map verify                  every sidecar of this folder\n"
    "  anonfilter map verify interviews/      of another one\n"
    "  anonfilter map verify hearing.txt\n\n"
    "Exit codes: 0 all is in order, as far as the key shows; 1 something is not; 2 the key is "
    "wrong, or usage is; 3 a sidecar or a document could not be read or opened.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@rules_option
@trust_option
def verify(
    paths: tuple[str, ...], as_json: bool, rules: str | None, trust_local_plugins: bool
) -> int:
    """Hold sidecars against their documents.

    Does each open, and for its own document? Has every tag an entry, and every entry a tag? Would
    `restore` give the original back? Is a run unfinished, a document gone, a sidecar in clear
    where git would commit it? Does a tag of the whole corpus stand for two people? What it takes
    a key to see is told where there is none.
    """
    from anonfilter.pseudonyms.inspect.pairs import Access, pairs
    from anonfilter.pseudonyms.inspect.verifying import Verifier

    ruleset = load_rules(rules, trust_local_plugins)
    access = Access.by(ruleset.model)
    verifier = Verifier(access)
    for pair in watched(list(pairs(paths or (".",), access.policy)), "Verifying sidecar"):
        verifier.add(pair)
    verifier.finish(lambda key: _numbering(ruleset, key))
    verified = verifier.verified
    if as_json:
        click.echo(json.dumps(verified.as_data(), indent=2))
    else:
        for problem in verified.problems:
            click.echo(printable(str(problem)))
    _tell(verified, access)
    return verified.exit


def _numbering(ruleset: Ruleset, key: Key) -> Numbering:
    from anonfilter.contract.plugin import Classifying
    from anonfilter.engine.pipeline import Engine
    from anonfilter.pseudonyms.inspect.collisions import Numbering

    engine = Engine(ruleset)
    classifying = {one.name for one, made in engine.parts() if isinstance(made, Classifying)}
    as_written = {name for name, one in engine.labels.items() if one.tag not in classifying}
    return Numbering(engine.grammar, as_written, key.tags)


def _tell(verified: Verified, access: Access) -> None:
    """What was looked at, and what could not be, on standard error."""
    if verified.unopened and access.check is not None:
        say(
            "with a check key: that marks open for their documents was checked; not that originals "
            "do, that no two sidecars were swapped, that `restore` works, or that no corpus tag "
            "stands for two people"
        )
    elif verified.unopened:
        say(
            "without the key: not checked that anything opens, belongs to its document, or can be "
            "restored; `anonfilter key status` says where the key is looked for"
        )
    say(verified.summary())


@command.command(
    "stats",
    epilog="\b\nExamples:\n  anonfilter map stats\n  anonfilter map stats --json interviews/\n\n"
    "Exit codes: 0 done, 2 usage or the key is wrong, 3 a sidecar does not open: it is not in the "
    "figures.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@rules_option
@trust_option
@color_option
def stats(
    paths: tuple[str, ...],
    as_json: bool,
    rules: str | None,
    trust_local_plugins: bool,
    color: str,
) -> int:
    """Count what sidecars hold: entries by label, documents, bytes; with the key, originals too.

    Nothing of the originals is shown.
    """
    from anonfilter.pseudonyms.inspect.listing import Statistics
    from anonfilter.pseudonyms.inspect.pairs import Access, pairs

    access = Access.by(load_rules(rules, trust_local_plugins).model)
    statistics = Statistics()
    code = Exit.OK
    for pair in watched(list(pairs(paths or (".",), access.policy)), "Counting sidecar"):
        try:
            statistics.add(pair, access)
        except AnonfilterError as error:
            complain(error)
            code = Exit.INCOMPLETE
    if as_json:
        click.echo(json.dumps(statistics.as_data(), indent=2))
    else:
        _show_statistics(statistics, use_color(color))
    return code


def _show_statistics(statistics: Statistics, color: bool | None) -> None:
    from anonfilter.reports.tables import Sheet
    from anonfilter.reports.tables import show as show_tables

    figures = tuple(
        (name.replace("_", " "), "sealed" if value is None else f"{value:,}")
        for name, value in statistics.as_data().items()
        if value is None or isinstance(value, int)
    )
    labels = tuple((label, f"{count:,}") for label, count in sorted(statistics.entries.items()))
    sheets = [
        Sheet("sidecars", ("what", "count"), figures),
        Sheet("entries", ("label", "entries"), labels),
    ]
    show_tables(sheets, color=color)
