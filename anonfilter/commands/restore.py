"""``anonfilter restore``: restores the originals of filtered files, with the key of the corpus."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify, show_error, stop_on_signals
from anonfilter.commands.options import ruleset_options
from anonfilter.commands.path_checks import select_readable
from anonfilter.commands.result_paths import paths_for_results, relative_result_path
from anonfilter.errors import AnonfilterError, Exit, Incomplete, one_file
from anonfilter.files.read import STANDARD_INPUT, STDIN, read_input
from anonfilter.run.session import load_rules

if TYPE_CHECKING:
    from anonfilter.files.read import LoadedFile
    from anonfilter.sidecars import store
    from anonfilter.sidecars.policy import SidecarPolicy


@click.command(
    "restore",
    epilog="\b\nExamples:\n"
    "  anonfilter restore hearing.txt | less\n"
    "  anonfilter restore -o private/hearing.txt hearing.txt\n"
    "  anonfilter restore -o private/ interviews/*.txt\n"
    "  anonfilter restore --map talk.pseudonyms.yaml < redacted.txt\n\n"
    "Exit codes: 0 done, 2 no key opens the sidecar, or wrong usage, 3 a file or its sidecar "
    "cannot be read, or was edited since.",
)
@click.argument("files", nargs=-1, type=click.Path(readable=False), metavar="[FILE]...")
@click.option(
    "-o",
    "--output",
    "destination",
    metavar="FILE|DIR",
    type=click.Path(),
    help="Write the original to FILE, or write originals below DIR, with their names from before "
    "--rename. A name is a DIR if there are several files, if it is a folder, or if it has no "
    "suffix although the input has one.",
)
@click.option(
    "--map", "map_file", metavar="FILE", type=click.Path(), help="The sidecar of standard input."
)
@ruleset_options
def command(
    files: tuple[str, ...], destination: str | None, map_file: str | None, **rules: Any
) -> int:
    """Restore the original of FILEs, or of standard input, byte for byte.

    The originals come from the sidecar of each file; a sealed sidecar needs the full key of the
    corpus. If an edit of the text made it unclear what a tag stands for, nothing is written, and
    the place is reported.
    """
    _require_consistent(files, map_file)
    left, code = select_readable(files) if files else ([STANDARD_INPUT], Exit.OK)
    if not left:
        return code
    from anonfilter.files import write as output
    from anonfilter.sidecars.policy import SidecarPolicy

    stop_on_signals()
    keeping = SidecarPolicy.by(load_rules(**rules).model)
    places = _places(keeping, list(dict.fromkeys(files)) or left, destination)
    _warn_of_commits(places)
    originals: list[bytes] = []
    for name in left:
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
            show_error(error)
            code = Exit.INCOMPLETE
    if not places and code:
        notify("nothing was written to standard output")
    elif not places:
        output.standard_output(originals)
    return code


def _require_consistent(files: tuple[str, ...], map_file: str | None) -> None:
    if STDIN in files and len(files) > 1:
        raise click.UsageError("standard input cannot be restored together with files")
    piped = files in ((), (STDIN,))
    if piped and map_file is None:
        raise click.UsageError(
            "give the files to restore, or, for standard input, its sidecar with --map"
        )
    if map_file is not None and not piped:
        raise click.UsageError(
            "--map is for standard input; the sidecar of a file is found by its name"
        )


def _places(keeping: SidecarPolicy, names: list[str], destination: str | None) -> dict[str, Path]:
    """Return the path for each original; an empty mapping if originals go to standard output."""
    if destination is None:
        return {}
    folder = Path(destination)
    is_folder = folder.is_dir() or destination.endswith(os.sep)
    if len(names) > 1 or is_folder or _looks_like_folder(folder, names[0]):
        if names == [STANDARD_INPUT]:
            raise click.UsageError(
                "standard input has no file name, so -o must name a FILE, not a folder"
            )
        from anonfilter.sidecars.original_names import place_of_original

        own = {name: place_of_original(keeping, name, relative_result_path(name)) for name in names}
        return paths_for_results(folder, names, own)
    if os.path.realpath(folder) == os.path.realpath(names[0]):
        raise AnonfilterError(
            "the original would overwrite the filtered text",
            where=destination,
            hint="Name another file with -o.",
        )
    return {names[0]: folder}


def _looks_like_folder(path: Path, name: str) -> bool:
    """Return True if a path does not exist and has no suffix, but the restored file has one."""
    return not path.suffix and Path(name).suffix != "" and not os.path.lexists(path)


def _warn_of_commits(places: dict[str, Path]) -> None:
    """Print a warning about paths of originals that git does not ignore."""
    from anonfilter.reports.summary import first_few
    from anonfilter.sidecars.policy import not_ignored

    seen = list(map(str, not_ignored(places.values())))
    if seen:
        are = "is an original" if len(seen) == 1 else "are originals"
        notify(
            f"warning: {first_few(seen)} {are} that git does not ignore: write elsewhere, or "
            "add to .gitignore"
        )


def from_file(keeping: SidecarPolicy, name: str) -> tuple[LoadedFile, bytes]:
    """Read a filtered file and restore its original."""
    from anonfilter.files.paths import real
    from anonfilter.sidecars import store

    document = real(name)
    place = keeping.place(document)
    with store.opened(keeping, document, place, keeping.title(document), name) as record:
        source = read_input(name)
        return source, _original(record, source)


def _from_standard_input(keeping: SidecarPolicy, place: Path) -> tuple[LoadedFile, bytes]:
    from anonfilter.files.paths import SIDECAR, real
    from anonfilter.sidecars import store

    source = read_input(STDIN)  # first: a piped filter may still be writing both
    document = real(place.with_name(place.name.removesuffix(SIDECAR)))
    record = store.read(keeping, place, keeping.title(document), STANDARD_INPUT)
    if record.found is None:
        raise Incomplete("there is no such file", where=str(place))
    return source, _original(record, source)


def _original(record: store.Record, source: LoadedFile) -> bytes:
    """Return the original of a filtered text; the text itself if nothing was replaced in it."""
    from anonfilter.sidecars import mapping

    with one_file(source.name):
        known = record.open(source.data)
        if known is None and mapping.has_tags(source.data, source.name):
            raise Incomplete(
                f"has tags that no sidecar explains ({record.shown})",
                where=source.name,
                hint="Restore the sidecar from git; `map_dir` in the rules is its folder. "
                "A text that was filtered without a corpus has none.",
            )
        if known is None and _has_surrogates(record, source):
            raise Incomplete(
                "has surrogates, but the sidecar that explains them is missing",
                where=source.name,
                hint="Move the sidecar beside it, or restore it where it was filtered.",
            )
        return (
            source.data
            if known is None
            else mapping.restore_original(source.data, source.name, known)
        )


def _has_surrogates(record: store.Record, source: LoadedFile) -> bool:
    """Return True if a text is known to be a filtered document with surrogates."""
    from anonfilter.containers.decoding import decode
    from anonfilter.contract.extensions import SURROGATES, Surrogates
    from anonfilter.contract.registry import extension

    surrogates: Surrogates | None = extension(SURROGATES)
    text = decode(source.data, source.name).text
    return surrogates is not None and surrogates.known(record.policy, text, source.name)
