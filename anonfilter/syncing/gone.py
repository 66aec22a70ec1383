"""Twins whose original went away."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.paths import SIDECAR, is_sidecar, real_place
from anonfilter.files.staging import unwritten
from anonfilter.pseudonyms.locks import locked
from anonfilter.syncing.layout import Layout, Limit, relative
from anonfilter.syncing.stamps import Stamp, Stamping
from anonfilter.syncing.state import Entry
from anonfilter.syncing.tree import Tree


def strays(layout: Layout, tree: Tree, entries: dict[str, Entry]) -> Iterator[str]:
    """Twins with a sidecar beside them that no run here has made, and without an original: a
    colleague's, or what the last run knew was lost."""
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
    """What there is to know of a stray: what is there now."""
    stamping, twin = Stamping(layout.here.algorithm), layout.twin(rel)
    place = twin.with_name(twin.name + SIDECAR)
    return Entry(
        "", "", Stamp(("",)), {}, stamping.take(str(twin)),
        os.path.relpath(place, layout.here.root), stamping.take(str(place)), {},
    )  # fmt: skip


def remove(layout: Layout, rel: str, entry: Entry) -> None:
    """Remove a twin, what stands beside it and, last, its sidecar. One that somebody has changed
    since it was made stays."""
    twin = layout.twin(rel)
    stamping = Stamping(layout.here.algorithm)
    with locked(real_place(twin)):
        if os.path.lexists(twin):
            if twin.is_symlink() or stamping.take(str(twin)).ids != entry.twin.ids:
                raise Incomplete(
                    "was changed since it was made, and stays", where=relative(twin),
                    hint="Remove it yourself, if it is no longer wanted.",
                )  # fmt: skip
            _unlink(twin)
        for suffix in entry.follow:
            _unlink(twin.with_name(twin.name + suffix))
        if entry.sidecar is not None:
            _unlink(layout.here.root / entry.sidecar_at)
    _leave_no_empty(twin.parent, layout.output_folder)


def require_some(tree: Tree, layout: Layout, limit: Limit) -> None:
    """An empty folder of originals is rather a volume that is not mounted: nothing is removed."""
    if not tree.files and not limit.names:
        raise Incomplete(
            "holds nothing, so all twins would be removed: is a volume not mounted?",
            where=relative(layout.source_folder),
            hint="Name the twins to remove, if it is right.",
        )


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritten(error, relative(path)) from None


def _leave_no_empty(folder: Path, top: Path) -> None:
    with suppress(OSError):
        while folder != top and folder.is_relative_to(top):
            folder.rmdir()
            folder = folder.parent
