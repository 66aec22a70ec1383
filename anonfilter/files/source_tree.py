"""Where files are read from: the disk, or what git stores (:mod:`anonfilter.git.stored_tree`).

Rules, term files, allow list, baseline, decisions and sidecars are part of what is checked: with
``--staged`` they come from the index, with ``--rules-from`` from a revision. Code that reads one
is given a tree, and asks for the path that the file has on disk. Files outside of the repository,
such as a user's own rules, are always read from the disk.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from anonfilter.errors import Incomplete
from anonfilter.files.read import read_file


class Tree(Protocol):
    """Files by their paths. ``name`` is for messages; ``is_index`` marks git's index."""

    name: str
    is_index: bool

    def read(self, path: str | Path) -> bytes | None:
        """The bytes of a file, None where there is none; ``Incomplete`` if it cannot be read."""

    def has(self, path: str | Path) -> bool:
        """Whether there is a file of this path."""

    def top(self, folder: Path) -> Path | None:
        """The top of the repository that a folder lies in; None where there is none."""

    def names(self) -> frozenset[str]:
        """The last parts of all stored paths, which may not be on the disk; of a disk, none."""


class Disk:
    """The files as they are."""

    name = "the working tree"
    is_index = False

    def read(self, path: str | Path) -> bytes | None:
        try:
            return read_file(str(path)).data
        except Incomplete as error:
            missing = isinstance(error.__context__, FileNotFoundError | NotADirectoryError)
            if missing and not os.path.lexists(path):  # a link that leads nowhere was something
                return None
            raise

    def has(self, path: str | Path) -> bool:
        return os.path.isfile(path)

    def top(self, folder: Path) -> Path | None:
        here = folder.absolute()
        return next((place for place in (here, *here.parents) if (place / ".git").exists()), None)

    def names(self) -> frozenset[str]:
        return frozenset()


class Nothing(Disk):
    """No files: for a document of the history, which is scanned without its neighbours."""

    name = "nothing"

    def read(self, path: str | Path) -> bytes | None:
        return None

    def has(self, path: str | Path) -> bool:
        return False

    def top(self, folder: Path) -> Path | None:
        return None


DISK = Disk()
NOTHING = Nothing()


def read_private(tree: Tree, path: str | Path) -> bytes | None:
    """Read a file that only adds to what is found, such as a list of names.

    Such files hold names in clear and are best unknown to git: where the tree lacks one, it is
    read from the disk. A branch can thus make a check stricter, never softer.
    """
    return tree.read(path) if tree.has(path) else DISK.read(path)


def upwards(tree: Tree, folder: Path) -> list[Path]:
    """A folder and those above it, up to the top of its repository; without one, the folder."""
    here = folder.resolve()
    top = tree.top(here)
    above = [here, *here.parents]
    return above[: above.index(top) + 1] if top in above else above[:1]


def folders_with(path: str, folder: Path, tree: Tree) -> list[Path]:
    """Return the folders in and above ``folder`` that hold this file, the nearest first.

    If the index lacks it everywhere, the disk counts: a file that is not staged yet still does.
    """
    found = [one for one in upwards(tree, folder) if tree.has(one / path)]
    return folders_with(path, folder, DISK) if tree.is_index and not found else found
