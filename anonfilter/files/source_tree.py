"""Reads files from the disk, or from what Git stores (:mod:`anonfilter.git.stored_tree`).

Rules, term files, allow list, baseline, decisions and sidecars are part of what is checked: with
``--staged`` they come from the index, with ``--rules-from`` from a revision. Code that reads one of
them is given a tree, and asks for the path of the file on the disk. Files outside of the
repository, such as a user's own rules, are always read from the disk.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from anonfilter.errors import Incomplete
from anonfilter.files.read import read_file


class Tree(Protocol):
    """A source of files. ``name`` is for messages; ``is_index`` is True for the index of Git."""

    name: str
    is_index: bool

    def read(self, path: str | Path) -> bytes | None:
        """Return the bytes of a file, None if it is missing; raise ``Incomplete`` on failure."""

    def has(self, path: str | Path) -> bool:
        """Return True if there is a file with this path."""

    def top(self, folder: Path) -> Path | None:
        """Return the top of the repository that contains a folder; None if there is none."""

    def names(self) -> frozenset[str]:
        """Return the names, without folders, of the files that Git stores; none for the disk."""


class Disk:
    """The files on the disk."""

    name = "the working tree"
    is_index = False

    def __reduce__(self) -> str | tuple[type[Disk], tuple[()]]:
        """Pickle the disk as ``DISK``, the one object of this class in every process."""
        return "DISK" if type(self) is Disk else (type(self), ())

    def read(self, path: str | Path) -> bytes | None:
        try:
            return read_file(str(path)).data
        except Incomplete as error:
            missing = isinstance(error.__context__, FileNotFoundError | NotADirectoryError)
            if missing and not os.path.lexists(path):  # A broken link is not a missing file.
                return None
            raise

    def has(self, path: str | Path) -> bool:
        return os.path.isfile(path)

    def top(self, folder: Path) -> Path | None:
        here = folder.absolute()
        return next((place for place in (here, *here.parents) if (place / ".git").exists()), None)

    def names(self) -> frozenset[str]:
        return frozenset()


class EmptyTree(Disk):
    """A tree without files, for documents of the history, which are scanned on their own."""

    name = "nothing"

    def read(self, path: str | Path) -> bytes | None:
        return None

    def has(self, path: str | Path) -> bool:
        return False

    def top(self, folder: Path) -> Path | None:
        return None


DISK = Disk()
EMPTY_TREE = EmptyTree()


def read_private(tree: Tree, path: str | Path) -> bytes | None:
    """Read a file that can only add findings, such as a list of names.

    Such files contain names in clear, and Git should not know them. A file that the tree does not
    have is therefore read from the disk. A branch can thus make a check stricter, never softer.
    """
    return tree.read(path) if tree.has(path) else DISK.read(path)


def upwards(tree: Tree, folder: Path) -> list[Path]:
    """Return a folder and the folders above it, up to the top of its repository.

    Outside of a repository, return the folder alone.
    """
    here = folder.resolve()
    top = tree.top(here)
    above = [here, *here.parents]
    return above[: above.index(top) + 1] if top in above else above[:1]


def folders_with(path: str, folder: Path, tree: Tree) -> list[Path]:
    """Return ``folder`` and the folders above it that contain this file, the nearest first.

    If the tree is Git's index and has no such file, look on the disk: it may not be staged yet.
    """
    found = [place for place in upwards(tree, folder) if tree.has(place / path)]
    return folders_with(path, folder, DISK) if tree.is_index and not found else found
