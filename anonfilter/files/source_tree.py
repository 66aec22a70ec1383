"""Where files are read from: the disk, or what git stores (:mod:`anonfilter.git.stored_tree`).

What a check goes by (rules and what they extend, term files, the allow list, a baseline,
decisions, the corpus with its sidecars and sealed roster) is part of what is checked. So
``--staged`` takes all of it from the index, and ``--rules-from`` from a revision: what reads such
a file is given a tree, and asks it by the path that the file has on disk, whether or not it is
there.

What lies outside of the repository, such as a user's own rules, is read from the disk always.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from anonfilter.errors import Incomplete
from anonfilter.files.read import read_file

_LFS = b"version https://git-lfs.github.com/spec/"


class Tree(Protocol):
    """Files by their paths; ``name`` is how messages call the whole.

    ``is_index`` is set for what the next commit will hold. ``names`` are the last parts of all
    paths that are stored in it; of the disk, none are known.
    """

    name: str
    is_index: bool

    def read(self, path: str | Path) -> bytes | None:
        """The bytes of a file, None where there is none; ``Incomplete`` if it cannot be read."""

    def has(self, path: str | Path) -> bool:
        """Whether there is a file of this path."""

    def top(self, folder: Path) -> Path | None:
        """The top of the repository that a folder lies in; None where there is none."""

    def names(self) -> frozenset[str]:
        """The last parts of the paths that are stored here and may not be on the disk."""


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
        return next((one for one in (here, *here.parents) if (one / ".git").exists()), None)

    def names(self) -> frozenset[str]:
        return frozenset()


class Nothing:
    """No files at all: for a document of the history, whose neighbours are not asked for."""

    name = "nothing"
    is_index = False

    def read(self, path: str | Path) -> bytes | None:
        return None

    def has(self, path: str | Path) -> bool:
        return False

    def top(self, folder: Path) -> Path | None:
        return None

    def names(self) -> frozenset[str]:
        return frozenset()


DISK = Disk()
NOTHING = Nothing()


def no_pointer(data: bytes) -> bytes:
    """Refuse a Git LFS pointer: the text itself is somewhere else, unread."""
    if data.startswith(_LFS):
        raise Incomplete("is a Git LFS pointer: the text itself is not here")
    return data


def read_private(tree: Tree, path: str | Path) -> bytes | None:
    """A file that only says what else is to be found, such as a list of names.

    It holds people in clear and is best unknown to git: where the tree does not have it, it is
    read from the disk. A branch can thus make a check stricter, and never softer.
    """
    return tree.read(path) if tree.has(path) else DISK.read(path)


def upwards(tree: Tree, folder: Path) -> list[Path]:
    """A folder and those above it, up to the top of its repository; without one, itself."""
    here = folder.resolve()
    top = tree.top(here)
    above = [here, *here.parents]
    return above[: above.index(top) + 1] if top in above else above[:1]
