"""Where files are read from: the disk, git's index, or a revision.

What a check goes by (rules and what they extend, term files, the allow list, a baseline,
decisions, the corpus with its sidecars and sealed roster) is part of what is checked. So
``--staged`` takes all of it from the index, and ``--rules-from`` from a revision: whoever reads
such a file asks here, by the path that it has on disk, whether or not it is there.

What lies outside of the repository, such as a user's own rules, is read from the disk always.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Protocol

from anonfilter import git
from anonfilter.errors import Incomplete
from anonfilter.files.links import real, real_place
from anonfilter.files.read import read_file
from anonfilter.git import revisions

_LFS = b"version https://git-lfs.github.com/spec/"
_LINKS = 5
_INDEX = "the index"


class Tree(Protocol):
    """Files by their paths; ``name`` is how messages call the whole."""

    name: str

    def read(self, path: str | Path) -> bytes | None:
        """The bytes of a file, None where there is none; ``Incomplete`` if nobody can tell."""

    def has(self, path: str | Path) -> bool:
        """Whether there is a file of this path."""

    def top(self, folder: Path) -> Path | None:
        """The top of the repository that a folder lies in; None where there is none."""


class Disk:
    """The files as they are."""

    name = "the working tree"

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


class Stored:
    """What git stores of a state: the index, or a revision."""

    def __init__(
        self, name: str, entries: list[git.Entry], reader: git.BlobReader, root: Path
    ) -> None:
        self.name = name
        self.entries: Mapping[str, git.Entry] = {entry.path: entry for entry in entries}
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
        """A path as git stores it; None if it lies outside of the repository."""
        full = os.path.abspath(path)
        for above in () if self.is_index else reversed(Path(full).parents):
            if real(above) == self.root:
                return self._followed(os.path.relpath(full, above))
        return self._below(real_place(full))

    def _followed(self, below: str) -> str | None:
        """A path with the links of its folders followed as they are stored: on the disk, what is
        checked may have put others in their place."""
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

    def blob(self, entry: git.Entry) -> bytes:
        if entry.unmerged:
            raise Incomplete("is in conflict: the index holds no single version of it")
        return no_pointer(self.reader.read(entry.blob))

    def _entry(self, inside: str) -> git.Entry | None:
        """The file there, also behind a link that is stored."""
        entry = self.entries.get(inside)
        for _ in range(_LINKS):
            if entry is None or entry.mode != git.SYMLINK:
                break
            target = os.fsdecode(self.reader.read(entry.blob))
            entry = self.entries.get(os.path.normpath(os.path.join(entry.path, "..", target)))
        return entry if entry is None or entry.mode != git.GITLINK else None


class Nothing:
    """No files at all: what stood beside a document of long ago is not asked for."""

    name = "nothing"

    def read(self, path: str | Path) -> bytes | None:
        return None

    def has(self, path: str | Path) -> bool:
        return False

    def top(self, folder: Path) -> Path | None:
        return None


DISK = Disk()
NOTHING = Nothing()
_CURRENT: ContextVar[Tree] = ContextVar("tree", default=DISK)


def no_pointer(data: bytes) -> bytes:
    """A Git LFS pointer is no text of the author's: the text is somewhere else, unread."""
    if data.startswith(_LFS):
        raise Incomplete("is a Git LFS pointer: the text itself is not here")
    return data


@contextmanager
def index() -> Iterator[Stored]:
    """What the next commit will hold; the one that is being read from already, if it is."""
    tree = current()
    if isinstance(tree, Stored) and tree.is_index:
        yield tree
        return
    with git.blobs() as reader:
        yield Stored(_INDEX, git.index(), reader, git.work_tree())


@contextmanager
def revision(name: str) -> Iterator[Stored]:
    """What a commit holds; ``name`` may be anything that git understands."""
    commit = revisions.commit(name)
    with git.blobs() as reader:
        yield Stored(name, revisions.entries(commit), reader, git.top())


@contextmanager
def reading(tree: Tree) -> Iterator[None]:
    """In here, what a check goes by is read from this tree."""
    token = _CURRENT.set(tree)
    try:
        yield
    finally:
        _CURRENT.reset(token)


@contextmanager
def rules_named(name: str | None) -> Iterator[None]:
    """In here, rules that somebody names are read as they are, if the index does not have them:
    they are not part of the commit, and were not meant to be."""
    tree = current()
    named = is_index() and name and not tree.has(name)
    with reading(DISK if named else tree):
        yield


def current() -> Tree:
    return _CURRENT.get()


def is_index() -> bool:
    """Whether it is what the next commit will hold."""
    tree = current()
    return isinstance(tree, Stored) and tree.is_index


def read(path: str | Path) -> bytes | None:
    return current().read(path)


def has(path: str | Path) -> bool:
    return current().has(path)


def read_private(path: str | Path) -> bytes | None:
    """A file that only says what else is to be found, such as a list of names.

    It holds people in clear, so git had better not know it: where the tree does not have it, it is
    read from the disk. A branch can thus make a check stricter, and never softer.
    """
    return current().read(path) if has(path) else DISK.read(path)


def upwards(folder: Path) -> list[Path]:
    """A folder and those above it, up to the top of its repository; without one, itself."""
    here = folder.resolve()
    top = current().top(here)
    above = [here, *here.parents]
    return above[: above.index(top) + 1] if top in above else above[:1]
