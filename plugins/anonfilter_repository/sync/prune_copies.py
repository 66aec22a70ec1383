"""Find and remove copies without an original."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.locks import locked
from anonfilter.files.paths import SIDECAR, is_sidecar, real_place
from anonfilter.files.staging import unwritten
from anonfilter_repository.sync.file_stamps import Stamp, Stamping
from anonfilter_repository.sync.folders import Layout, Limit, relative
from anonfilter_repository.sync.source_files import SourceFiles
from anonfilter_repository.sync.sync_state import Entry


def strays(layout: Layout, tree: SourceFiles, entries: dict[str, Entry]) -> Iterator[str]:
    """Yield copies that have a sidecar, are in no entry of this machine, and have no original."""
    top = str(layout.output_folder)
    for folder, folders, files in os.walk(top):
        folders.sort()
        there, below = set(files), f"{folder}/"[len(top) + 1 :]
        for name in sorted(filter(is_sidecar, files)):
            document = name.removesuffix(SIDECAR)
            if document in there:
                rel = below + document
                if rel not in tree.files and rel not in entries:
                    yield rel


def stray_entry(layout: Layout, rel: str) -> Entry:
    """Return an entry with the present files of a copy that no run on this machine made."""
    stamping, copy = Stamping(layout.workspace.algorithm), layout.copy(rel)
    place = copy.with_name(copy.name + SIDECAR)
    return Entry(
        "",
        "",
        Stamp(("",)),
        {},
        stamping.take(str(copy)),
        os.path.relpath(place, layout.workspace.root),
        stamping.take(str(place)),
        {},
    )


def remove(layout: Layout, rel: str, entry: Entry) -> None:
    """Remove a copy, the files beside it, and last its sidecar.

    Raise an error if the copy was edited.
    """
    copy = layout.copy(rel)
    stamping = Stamping(layout.workspace.algorithm)
    with locked(real_place(copy)):
        if os.path.lexists(copy):
            if copy.is_symlink() or stamping.take(str(copy)).ids != entry.copy.ids:
                raise Incomplete(
                    "was changed since sync wrote it, so it is not removed",
                    where=relative(copy),
                    hint="Remove the copy by hand if it is no longer needed.",
                )
            _unlink(copy)
        for suffix in entry.follow:
            _unlink(copy.with_name(copy.name + suffix))
        if entry.sidecar is not None:
            _unlink(layout.workspace.root / entry.sidecar_at)
    _remove_empty(copy.parent, layout.output_folder)


def require_some(tree: SourceFiles, layout: Layout, limit: Limit) -> None:
    """Raise an error if the folder of originals is empty: its volume may not be mounted.

    With a limit, an empty folder is not an error.
    """
    if not tree.files and not limit.names:
        raise Incomplete(
            "is empty, so all copies would be removed: is a volume not mounted?",
            where=relative(layout.source_folder),
            hint="If the folder is really empty, name the copies to remove.",
        )


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritten(error, relative(path)) from None


def _remove_empty(folder: Path, top: Path) -> None:
    """Remove a folder and the folders above it, up to ``top``, while they are empty."""
    with suppress(OSError):
        while folder != top and folder.is_relative_to(top):
            folder.rmdir()
            folder = folder.parent
