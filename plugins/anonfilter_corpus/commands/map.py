"""``anonfilter map``: list, verify, count and adopt sidecars."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import notify, show_error, use_color, with_progress
from anonfilter.commands.options import color_option, exclusive, json_option, ruleset_options
from anonfilter.errors import AnonfilterError, Exit, Incomplete
from anonfilter.run.session import load_rules
from anonfilter.text.plural import counted
from anonfilter.text.terminal import escape_for_log

if TYPE_CHECKING:
    from collections.abc import Iterable

    from anonfilter.keys.key import Key
    from anonfilter.rules import Ruleset
    from anonfilter.sidecars.sidecar_pairs import Access
    from anonfilter_corpus.inspect.sidecar_listing import Listing, Statistics
    from anonfilter_corpus.inspect.tag_collisions import Numbering
    from anonfilter_corpus.inspect.verify_sidecars import Verified


@click.group(
    "map",
    epilog="\b\nExamples:\n"
    "  anonfilter map show hearing.txt\n"
    "  anonfilter map verify\n"
    "  anonfilter map stats --json interviews/",
)
def command() -> None:
    """List, verify and count sidecars, and keep them with renamed documents."""


@command.command(
    "show",
    epilog="\b\nExamples:\n"
    "  anonfilter map show hearing.txt\n"
    "  anonfilter map show --json interviews/*.txt\n"
    "  anonfilter map show --show-values hearing.txt     needs the full key\n\n"
    "Exit codes: 0 done, 2 no key or wrong usage, 3 a sidecar is missing, or does not open.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@json_option
@click.option(
    "--textconv",
    is_flag=True,
    help="Print a line per entry, for git diffs: see `anonfilter git install`.",
)
@click.option("--show-values", is_flag=True, help="Show the originals.")
@ruleset_options
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
    """List tags, their labels, and how many originals each tag has.

    A FILE is a document or its sidecar. Tags and labels need no key. The full key is needed to
    count the originals, and to show them with --show-values.
    """
    exclusive({"--json": as_json, "--textconv": textconv})
    from anonfilter.sidecars.sidecar_pairs import Access, pair_of, require_sidecar
    from anonfilter_corpus.inspect.sidecar_listing import Listing, for_diff

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
            show_error(error)
            code = Exit.INCOMPLETE
    if as_json:
        data = [listing.as_data(show_values=show_values) for listing in listings]
        click.echo(json.dumps({"sidecars": data}, indent=2))
    elif not textconv:
        _show_listings(listings, show_values=show_values, color=use_color(color))
    return code


def _show_listings(listings: Iterable[Listing], *, show_values: bool, color: bool | None) -> None:
    from anonfilter.reports.tables import Sheet
    from anonfilter.reports.tables import show as show_tables
    from anonfilter_corpus.inspect.sidecar_listing import COLUMNS

    for listing in listings:
        for title, cells in listing.tables(show_values=show_values):
            click.echo(title)  # a narrow table would wrap it
            sheet = Sheet("", COLUMNS, tuple(cells), texts=4 if show_values else 3)
            show_tables([sheet], color=color)


@command.command(
    "verify",
    epilog="\b\nExamples:\n"
    "  anonfilter map verify                  all sidecars below this folder\n"
    "  anonfilter map verify interviews/\n"
    "  anonfilter map verify hearing.txt\n\n"
    "Exit codes: 0 no problem found with the available key; 1 problems; 2 wrong key or usage; 3 a "
    "sidecar or a document could not be read or opened.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@json_option
@ruleset_options
def verify(
    paths: tuple[str, ...], as_json: bool, rules: str | None, trust_local_plugins: bool
) -> int:
    """Compare sidecars with their documents.

    The command verifies that each sidecar opens for its document, that every tag has an entry and
    every entry a tag, and that `restore` works. It reports unfinished runs, missing documents,
    plain sidecars that git would commit, and corpus-wide tags that stand for two people. Without
    the key, it prints what could not be verified.
    """
    from anonfilter.sidecars.sidecar_pairs import Access, pairs
    from anonfilter_corpus.inspect.verify_sidecars import Verifier

    ruleset = load_rules(rules, trust_local_plugins)
    access = Access.by(ruleset.model)
    verifier = Verifier(access)
    for pair in with_progress(list(pairs(paths or (".",), access.policy)), "Verifying sidecar"):
        verifier.add(pair)
    verifier.finish(lambda key: _numbering(ruleset, key))
    verified = verifier.verified
    if as_json:
        click.echo(json.dumps(verified.as_data(), indent=2))
    else:
        for problem in verified.problems:
            click.echo(escape_for_log(str(problem)))
    _notify(verified, access)
    return verified.exit


def _numbering(ruleset: Ruleset, key: Key) -> Numbering:
    from anonfilter.contract.plugin import MentionClassifier
    from anonfilter.engine.pipeline import Engine
    from anonfilter_corpus.inspect.tag_collisions import Numbering

    engine = Engine(ruleset)
    classifying = {one.name for one, made in engine.parts() if isinstance(made, MentionClassifier)}
    as_written = {name for name, one in engine.labels.items() if one.tag not in classifying}
    return Numbering(engine.grammar, as_written, key.tags)


def _notify(verified: Verified, access: Access) -> None:
    """Print the summary on standard error, and what could not be verified."""
    if verified.unopened and access.check is not None:
        notify(
            "with a check key only: verified that marks open for their documents. Not verified: "
            "that originals open, that no sidecars were swapped, that `restore` works, and that no "
            "corpus tag stands for two people"
        )
    elif verified.unopened:
        notify(
            "without the key: not verified that sidecars open, belong to their documents and can "
            "be restored; `anonfilter key status` lists where the key is searched"
        )
    if verified.outdated:
        number = counted(verified.outdated, "sidecar has", "sidecars have")
        notify(
            f"{number} fingerprints of an earlier version, from which a holder of the check key "
            "can guess a number in seconds: `anonfilter key rotate` makes new fingerprints"
        )
    notify(verified.summary())


@command.command(
    "stats",
    epilog="\b\nExamples:\n  anonfilter map stats\n  anonfilter map stats --json interviews/\n\n"
    "Exit codes: 0 done, 2 wrong usage or key, 3 a sidecar does not open and is not counted.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@json_option
@ruleset_options
@color_option
def stats(
    paths: tuple[str, ...], as_json: bool, rules: str | None, trust_local_plugins: bool, color: str
) -> int:
    """Count documents, bytes and entries; with the key, originals."""
    from anonfilter.sidecars.sidecar_pairs import Access, pairs
    from anonfilter_corpus.inspect.sidecar_listing import Statistics

    access = Access.by(load_rules(rules, trust_local_plugins).model)
    statistics = Statistics()
    code = Exit.OK
    for pair in with_progress(list(pairs(paths or (".",), access.policy)), "Counting sidecar"):
        try:
            statistics.add(pair, access)
        except AnonfilterError as error:
            show_error(error)
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


@command.command(
    "adopt",
    epilog="\b\nExamples:\n  git mv talk.txt p07.txt\n"
    "  git mv talk.txt.pseudonyms.yaml p07.txt.pseudonyms.yaml\n"
    "  anonfilter map adopt p07.txt\n\n"
    "Exit codes: 0 done, 2 no key or wrong usage, 3 a sidecar is missing, or does not restore the "
    "document.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@ruleset_options
def adopt(files: tuple[str, ...], rules: str | None, trust_local_plugins: bool) -> int:
    """Confirm that the sidecar beside a renamed document belongs to it.

    This is needed only if the document was edited as well, or if another document has the same
    text. Compare it with `map show --show-values` first.
    """
    from anonfilter.files.paths import real
    from anonfilter.files.read import read_file
    from anonfilter.sidecars import store
    from anonfilter.sidecars.policy import SidecarPolicy
    from anonfilter.sidecars.sidecar_pairs import Pair, require_sidecar

    policy = SidecarPolicy.by(load_rules(rules, trust_local_plugins).model)
    code = Exit.OK
    for name in files:
        document = real(name)
        place, title = policy.place(document), policy.title(document)
        try:
            with store.opened(policy, document, place, title, name) as record:
                require_sidecar(Pair(place, document), record.sidecar)
                done = record.adopt(read_file(name).data)
        except Incomplete as error:
            show_error(error)
            code = Exit.INCOMPLETE
        else:
            notify(f"{name}: {'has its sidecar now' if done else 'has its own sidecar already'}")
    return code


@command.command(
    "merge",
    epilog="\b\nExample, as a merge driver of git:\n  anonfilter map merge %O %A %B %P\n\n"
    "Exit codes: 0 merged into OURS, 2 or 3 not merged.",
)
@click.argument("base", type=click.Path())
@click.argument("ours", type=click.Path())
@click.argument("theirs", type=click.Path())
@click.argument("path", type=click.Path())
def merge(base: str, ours: str, theirs: str, path: str) -> int:
    """Merge the sidecars of one document from two branches.

    Git calls this command after `git install`. PATH is the place of the sidecar in the repository.
    The merged sidecar is written to OURS. If both branches changed an entry, the full key is
    needed.
    """
    from pathlib import Path

    from anonfilter.files.read import read_file
    from anonfilter.sidecars.policy import SidecarPolicy
    from anonfilter.sidecars.sidecar import render
    from anonfilter.sidecars.sidecar_parser import parse
    from anonfilter_corpus.merge_sidecars import merge_sidecars

    model = load_rules(None, False).model
    key = SidecarPolicy.by(model, Path(path).absolute().parent).full_key()
    before, mine, other = (parse(read_file(name).data, path) for name in (base, ours, theirs))
    Path(ours).write_bytes(render(merge_sidecars(before, mine, other, key)))
    return Exit.OK
