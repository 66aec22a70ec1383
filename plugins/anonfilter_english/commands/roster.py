"""``anonfilter roster``: a sealed list of known names in the corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import notify, show_error
from anonfilter.commands.options import rules_option, show_values_option
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.files.read import STANDARD_INPUT, STDIN, read_input
from anonfilter.run.session import load_rules
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.document import Label
    from anonfilter.keys.corpus import Corpus
    from anonfilter.known.roster import Roster


@click.group(
    "roster",
    epilog="\b\nExamples:\n  anonfilter roster add participants.txt\n  anonfilter roster list",
)
def command() -> None:
    """Keep a sealed list of known names in the corpus.

    Every check and filter run searches for them as for originals replaced in documents. They are in
    .anonfilter/roster.yaml, which may be committed.
    """


@command.command(
    "add",
    epilog="\b\nExamples:\n  anonfilter roster add participants.txt\n"
    "  anonfilter roster add people.roster.yaml\n"
    "  cut -d, -f3 badges.csv | anonfilter roster add --label GENERIC_ID -",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option(
    "--label", default="PERSON", show_default=True, metavar="LABEL", help="The label of the names."
)
@rules_option
def add(files: tuple[str, ...], label: str, rules: str | None) -> int:
    """Add the names in FILEs to the corpus's sealed roster.

    A file has one full name per line ("Jane Okonkwo"; `#` begins a comment), or is a roster as for
    `--roster`: YAML or JSON with `people:`. `-` is standard input. The files are not changed: keep
    them out of the repository.
    """
    from anonfilter.files.locks import locked
    from anonfilter.keys.corpus import replace_file, require_corpus
    from anonfilter.keys.keyring import require_key
    from anonfilter.known import roster as sealed

    _require_searched(label, load_rules(rules, False).labels)
    corpus = require_corpus(Path.cwd())
    sealing = sealed.RosterSeal(corpus.id, require_key(corpus))
    names = [placed for file in files for placed in names_in(file)]
    lines = {name: sealing.line(name, label) for _, name in names}
    with locked(corpus.roster):
        before = _roster(corpus)
        after = before.with_lines(line for line in lines.values() if line is not None)
        if after != before or not corpus.roster.exists():
            replace_file(corpus.roster, sealed.render(after))
    new = len(after.lines) - len(before.lines)
    shown = corpus.shown(corpus.roster)
    notify(f"wrote {shown} (commit it): {new:,} added, {len(after.lines):,} in all")
    _report_common_words([where for where, name in names if lines[name] is None])
    _warn_of_commits(files)
    return Exit.OK


@command.command("list", epilog="\b\nExamples:\n  anonfilter roster list --show-values")
@show_values_option
def list_names(show_values: bool) -> int:
    """Count the names in the roster; with --show-values, list them."""
    from anonfilter.keys.corpus import require_corpus
    from anonfilter.keys.keyring import require_key
    from anonfilter.known import roster as sealed

    corpus = require_corpus(Path.cwd())
    roster = _roster(corpus)
    if show_values:
        for label, name in sorted(sealed.open_names(roster, corpus.id, [require_key(corpus)])):
            click.echo(f"{label}\t{one_line(name)}")
    else:
        for label, number in sorted(Counter(line.label for line in roster.lines).items()):
            click.echo(f"{label}\t{number}")
    return Exit.OK


def _require_searched(name: str, labels: Mapping[str, Label]) -> None:
    from anonfilter.contract.document import Survives

    searched = sorted(label.name for label in labels.values() if label.survives is Survives.FAIL)
    if name not in searched:
        reason = (
            "may survive, so it is not searched for" if name in labels else "is not in the rules"
        )
        raise click.UsageError(f"the label {name} {reason}; use one of: {', '.join(searched)}")


def _roster(corpus: Corpus) -> Roster:
    from anonfilter.files.read import read_file
    from anonfilter.known import roster as sealed

    if not corpus.roster.exists():
        return sealed.Roster(corpus.id)
    shown = corpus.shown(corpus.roster)
    roster = sealed.parse(read_file(str(corpus.roster)).data, shown)
    sealed.require_corpus(roster, corpus.id)
    return roster


def names_in(file: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each name in a file."""
    from anonfilter.containers import decoding as sources
    from anonfilter.files.paths import may_be_roster

    data = read_input(file).data
    called = STANDARD_INPUT if file == STDIN else file
    if may_be_roster(file):
        from anonfilter_english.knowledge.people import roster_file

        for at, entry in enumerate(roster_file.read(Path(file)), 1):
            for name in (entry.name, *entry.aliases):
                yield f"{file}: entry {at}", name
        return
    text = sources.decode(data, called).text
    for number, line in enumerate(text.splitlines(), 1):
        name = " ".join(line.partition("#")[0].split())
        if name:
            yield f"{called}:{number}:1", name


def _report_common_words(places: Sequence[str]) -> None:
    """Report where the common words are, which are not searched for; the words are not shown.

    Only the first ten places are listed.
    """
    for place in places[:10]:
        show_error(
            AnonfilterError(
                "this is a common word, so it is not searched for on its own",
                where=place,
                hint="Give the name in full.",
            )
        )
    if len(places) > 10:
        notify(f"{len(places) - 10:,} more common words are not searched for either")


def _warn_of_commits(files: Sequence[str]) -> None:
    from anonfilter.sidecars.policy import not_ignored

    for file in files:
        if file != STDIN and not_ignored([Path(file)]):
            notify(
                f"{file} has names of people in clear, and git would commit it: add it to "
                ".gitignore, or keep it elsewhere"
            )
