"""``anonfilter restore``: the original of a filtered text, for those who have the key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.commands.common import complain, rules_option, stop_on_signals, trust_option
from anonfilter.commands.destinations import destinations
from anonfilter.errors import AnonfilterError, Exit, Incomplete, one_file
from anonfilter.files.read import STANDARD_INPUT, STDIN, read_input
from anonfilter.session import load_rules
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.files.read import Input
    from anonfilter.pseudonyms.sidecars import store
    from anonfilter.pseudonyms.sidecars.policy import SidecarPolicy


@click.command(
    "restore",
    epilog="\b\nExamples:\n"
    "  anonfilter restore hearing.txt | less\n"
    "  anonfilter restore -o private/hearing.txt hearing.txt\n"
    "  anonfilter restore -o private/ interviews/*.txt\n"
    "  anonfilter restore --map talk.pseudonyms.yaml < redacted.txt\n\n"
    "Exit codes: 0 done, 2 there is no key that opens the sidecar, or usage is wrong, 3 a file or "
    "its sidecar cannot be read, or was edited since.",
)
@click.argument("files", nargs=-1, type=click.Path(readable=False), metavar="[FILE]...")
@click.option(
    "-o", "--output", "destination", metavar="FILE|DIR", type=click.Path(),
    help="Write the original there; of several files, or if it ends in /, below that folder.",
)  # fmt: skip
@click.option(
    "--map", "map_file", metavar="FILE", type=click.Path(),
    help="The sidecar of standard input.",
)  # fmt: skip
@rules_option
@trust_option
def command(
    files: tuple[str, ...],
    destination: str | None,
    map_file: str | None,
    rules: str | None,
    trust_local_plugins: bool,
) -> int:
    """Give back the original of FILEs, or of standard input, byte for byte.

    Each file's sidecar says what its tags stand for; a sealed one takes the corpus's full key.
    Where somebody has edited the text since, so that a tag's original is in doubt, nothing is
    written, and the place is told.
    """
    from anonfilter.files import write as output
    from anonfilter.pseudonyms.sidecars.policy import SidecarPolicy

    _refuse_nonsense(files, map_file)
    stop_on_signals()
    keeping = SidecarPolicy.by(load_rules(rules, trust_local_plugins).model)
    names = list(dict.fromkeys(files)) or [STANDARD_INPUT]
    places = _places(names, destination)
    _warn_of_commits(places)
    originals: list[bytes] = []
    failed = False
    for name in names:
        try:
            if map_file is not None:
                source, original = _from_standard_input(keeping, Path(map_file))
            else:
                source, original = from_file(keeping, name)
            if places:
                output.new_file(places[name], original, source.status)
            else:
                originals.append(original)
        except Incomplete as error:
            complain(error)
            failed = True
    if failed:
        if not places:
            click.echo("nothing was written to standard output", err=True)
        return Exit.INCOMPLETE
    if not places:
        output.standard_output(originals)
    return Exit.OK


def _refuse_nonsense(files: tuple[str, ...], map_file: str | None) -> None:
    if STDIN in files and len(files) > 1:
        raise click.UsageError("standard input is restored alone")
    piped = files in ((), (STDIN,))
    if piped and map_file is None:
        raise click.UsageError("name files, or the sidecar of standard input with --map")
    if map_file is not None and not piped:
        raise click.UsageError("--map is for standard input; a file's own sidecar is found")


def _places(names: list[str], destination: str | None) -> dict[str, Path]:
    """Where each original goes; nowhere, if that is standard output."""
    if destination is None:
        return {}
    folder = Path(destination)
    if len(names) > 1 or folder.is_dir() or destination.endswith(os.sep):
        if names == [STANDARD_INPUT]:
            raise click.UsageError("standard input has no name for a file in a folder; name one")
        return destinations(folder, names)
    if os.path.realpath(folder) == os.path.realpath(names[0]):
        raise AnonfilterError(
            "the original would overwrite the filtered text", where=destination,
            hint="Restore it to another place.",
        )  # fmt: skip
    return {names[0]: folder}


def _warn_of_commits(places: dict[str, Path]) -> None:
    from anonfilter.pseudonyms.sidecars.policy import committable

    for place in committable(places.values()):
        click.echo(
            one_line(f"warning: {place} is an original, and git does not ignore it: "
                     "write it elsewhere, or add it to .gitignore"), err=True,
        )  # fmt: skip


def from_file(keeping: SidecarPolicy, name: str) -> tuple[Input, bytes]:
    """A filtered file, and its original."""
    from anonfilter.files.paths import real
    from anonfilter.pseudonyms.sidecars import store

    document = real(name)
    place = keeping.place(document)
    with store.opened(keeping, document, place, keeping.title(document), name) as record:
        source = read_input(name)
        return source, _original(record, source)


def _from_standard_input(keeping: SidecarPolicy, place: Path) -> tuple[Input, bytes]:
    from anonfilter.files.paths import SIDECAR, real
    from anonfilter.pseudonyms.sidecars import store

    source = read_input(STDIN)  # first: the filter may be at the other end, writing both
    document = real(place.with_name(place.name.removesuffix(SIDECAR)))
    record = store.read(keeping, place, keeping.title(document), STANDARD_INPUT)
    if record.found is None:
        raise Incomplete("there is no such file", where=str(place))
    return source, _original(record, source)


def _original(record: store.Record, source: Input) -> bytes:
    from anonfilter.pseudonyms.sidecars import mapping

    with one_file(source.name):
        known = record.open(source.data)
        if known is None and mapping.has_tags(source.data, source.name):
            raise Incomplete(
                f"has tags, and no sidecar that knows them ({record.shown})",
                where=source.name,
                hint="Take the sidecar from git again; `map_dir` in the rules says where it is.",
            )
        return source.data if known is None else mapping.original(source.data, source.name, known)
