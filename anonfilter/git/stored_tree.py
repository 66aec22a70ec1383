"""Reads the files of the index or of a revision, as a ``Tree``."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from anonfilter import git
from anonfilter.errors import Incomplete
from anonfilter.files.paths import real, real_place
from anonfilter.files.source_tree import DISK
from anonfilter.git import lfs, revisions

_LINKS = 5
_INDEX = "the index"


class StoredTree:
    """The files that Git stores in the index or in a revision (a ``Tree``)."""

    def __init__(
        self, name: str, entries: list[git.StoredFile], reader: git.BlobReader, root: Path
    ) -> None:
        self.name = name
        self.entries: Mapping[str, git.StoredFile] = {entry.path: entry for entry in entries}
        self.reader = reader
        self.root = root.resolve()
        self.is_index = name == _INDEX

    def read(self, path: str | Path) -> bytes | None:
        inside = self.inside(path)
        if inside is None:
            return DISK.read(path)
        entry = self._entry(inside)
        return None if entry is None else self.blob(entry)

    def has(self, path: str | Path) -> bool:
        inside = self.inside(path)
        return DISK.has(path) if inside is None else self._entry(inside) is not None

    def top(self, folder: Path) -> Path | None:
        here = folder.resolve()
        return self.root if here.is_relative_to(self.root) else DISK.top(here)

    def inside(self, path: str | Path) -> str | None:
        """Return the path of a file from the top; None if the file is outside of the repository."""
        full = os.path.abspath(path)
        for above in () if self.is_index else reversed(Path(full).parents):
            if real(above) == self.root:
                return self._followed(os.path.relpath(full, above))
        return self._below(real_place(full))

    def _followed(self, below: str) -> str | None:
        """Return a path with its stored links followed; None if a link leads out of the repository.

        Links on the disk may differ from stored links.
        """
        parts = below.split(os.sep)
        for _ in range(_LINKS):
            link = next((end for end in range(1, len(parts)) if self._is_link(parts[:end])), None)
            if link is None:
                break
            target = os.fsdecode(self.reader.read(self.entries["/".join(parts[:link])].blob))
            whole = os.path.join(self.root, *parts[: link - 1], target, *parts[link:])
            inside = self._below(os.path.normpath(whole))
            if inside is None:
                return None
            parts = inside.split(os.sep)
        return os.sep.join(parts)

    def _is_link(self, parts: Sequence[str]) -> bool:
        entry = self.entries.get("/".join(parts))
        return entry is not None and entry.mode == git.SYMLINK

    def _below(self, full: str | Path) -> str | None:
        below = os.path.relpath(full, self.root)
        return None if below.split(os.sep)[0] == os.pardir else below

    def blob(self, entry: git.StoredFile) -> bytes:
        """Return the bytes of a stored file, from Git LFS for a pointer; refuse conflicts."""
        if entry.unmerged:
            raise Incomplete("has a merge conflict, so the index has no single version of it")
        return lfs.content(self.reader.read(entry.blob), self.root, of_repository=True)

    def _entry(self, inside: str) -> git.StoredFile | None:
        """Return the stored file at this path, or the file that a stored link names; else None."""
        entry = self.entries.get(inside)
        for _ in range(_LINKS):
            if entry is None or entry.mode != git.SYMLINK:
                break
            target = os.fsdecode(self.reader.read(entry.blob))
            entry = self.entries.get(os.path.normpath(os.path.join(entry.path, "..", target)))
        return entry if entry is None or entry.mode != git.GITLINK else None

    def names(self) -> frozenset[str]:
        return frozenset(map(os.path.basename, self.entries))


@contextmanager
def open_index() -> Iterator[StoredTree]:
    """Open the index, with the files of the next commit, as a tree."""
    with git.blobs() as reader:
        yield StoredTree(_INDEX, git.index(), reader, git.work_tree())


@contextmanager
def open_revision(name: str) -> Iterator[StoredTree]:
    """Open the commit that a revision names, as a tree."""
    commit = revisions.commit(name)
    with git.blobs() as reader:
        yield StoredTree(name, revisions.entries(commit), reader, git.top())
