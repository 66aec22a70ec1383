"""Which files a check looks at, and how to get at the bytes of each.

A file is *chosen* because somebody named it or because the rules' ``documents:`` globs match
it; it is then scanned, or told to be incomplete. Everything else is *outside*, and counted.
A symbolic link found in a folder or in the index is judged by what git stores for it: the
path that it points to. A submodule is outside: it has a repository of its own to check. A
sidecar is no document: it must be one that can be read, and may not be plain.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from anonfilter import git
from anonfilter.checking.globs import Globs
from anonfilter.errors import Incomplete
from anonfilter.files.paths import is_sidecar, real_place
from anonfilter.files.read import read_file
from anonfilter.files.source_tree import DISK, Tree, no_pointer
from anonfilter.rules import Ruleset


@dataclass(frozen=True, slots=True)
class Chosen:
    """A file to scan: its name as shown, and how to read it. ``read`` raises ``Incomplete``.

    ``added`` are the lines that count, if not all; ``commits`` brought it, where history is
    looked at; ``blob`` is what git calls its bytes, where git stores them.
    """

    name: str
    read: Callable[[], bytes]
    added: frozenset[int] | None = None
    commits: tuple[str, ...] = ()
    blob: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a file or of a reference, which is read as well.

    ``prose``: what the rules find in it counts, too; in other names only known originals do.
    """

    path: str
    prose: bool
    commits: tuple[str, ...] = ()
    reference: bool = False


@dataclass(slots=True)
class Choice:
    """The files to scan, and those that are outside.

    ``rosters`` are among them and lists of people in clear, which nobody may commit;
    ``sidecars`` are no documents, and are not scanned; ``beside`` has the files that stand
    beside documents. ``stored``: all of it is as git has it. ``named`` are the names that are
    read, if not those of all these files.
    """

    chosen: dict[str, Chosen] = field(default_factory=dict)
    outside: set[str] = field(default_factory=set)
    rosters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sidecars: dict[str, Chosen] = field(default_factory=dict)
    beside: Tree = DISK
    stored: bool = False
    named: list[Name] | None = None

    def names(self) -> Iterable[Name]:
        """All names to read."""
        if self.named is not None:
            return self.named
        return [
            *(Name(one.name, prose=True) for one in self.chosen.values()),
            *(Name(path, prose=False) for path in sorted(self.outside | self.sidecars.keys())),
        ]

    def take(self, name: str, read: Callable[[], bytes]) -> None:
        """Scan a file; a sidecar is only looked into."""
        self.add(Chosen(name, read))

    def add(self, one: Chosen, key: str = "") -> None:
        """The same; ``key`` tells files of one name apart."""
        chosen = self.sidecars if is_sidecar(one.name) else self.chosen
        chosen.setdefault(key or one.name, one)
        self.outside.discard(one.name)

    def leave(self, name: str) -> None:
        if name not in self.chosen:
            self.outside.add(name)


# the working tree


def among(paths: Sequence[str], ruleset: Ruleset) -> list[str]:
    """Those of the named files that the globs match."""
    wanted = Globs(ruleset)
    return [path for path in paths if from_top(path) in wanted]


def from_paths(paths: Sequence[str], wanted: Globs, *, documents_only: bool = False) -> Choice:
    """Files by their names, and what the globs match below folders."""
    choice = Choice()
    for path in paths:
        if os.path.isdir(path):
            _folder(path, wanted, choice)
        elif documents_only and not (is_sidecar(path) or from_top(path) in wanted):
            choice.leave(shown(path))
        else:
            choice.take(shown(path), partial(_bytes, path))
    return choice


def from_top(path: str) -> str:
    """A file's path from the top of its repository, or from here: what globs are about."""
    full = real_place(path)
    tops = (above for above in full.parents if (above / ".git").exists())
    return os.path.relpath(full, next(tops, Path.cwd()))


def _folder(folder: str, wanted: Globs, choice: Choice) -> None:
    top = git.toplevel(Path(folder))
    prefix = ""
    if top is None and _is_bare(Path(folder)):
        reason = "is a bare repository: `anonfilter check --history` looks at what it holds"
        choice.take(shown(folder), partial(closed_because, reason))
        return
    if top is None:
        names = _walked(folder, choice)
    else:
        listing = git.listed(Path(folder))
        names = iter(listing.paths)
        prefix = os.path.relpath(os.path.realpath(folder), top.resolve())
        if not listing.whole:
            choice.take(
                shown(folder), partial(closed_because, "git could not list all folders in it")
            )
    stored = _Sparse(Path(folder))
    for name in names:
        path = os.path.join(folder, name)
        try:
            mode = os.lstat(path).st_mode
        except FileNotFoundError:
            # deleted, and the index does not know it yet; or left out by a sparse checkout
            if top is not None and name in stored.blobs:
                _take(path, os.path.join(prefix, name), partial(stored.read, name), wanted, choice)
            continue
        except OSError as error:
            choice.take(shown(path), partial(closed_because, f"cannot be read: {error.strerror}"))
            continue
        if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
            choice.leave(shown(path))
            continue
        read = partial(_target if stat.S_ISLNK(mode) else _bytes, path)
        _take(path, os.path.join(prefix, name), read, wanted, choice)


def _take(path: str, inside: str, read: Callable[[], bytes], wanted: Globs, choice: Choice) -> None:
    if is_sidecar(path) or os.path.normpath(inside) in wanted:
        choice.take(shown(path), read)
    else:
        choice.leave(shown(path))


class _Sparse:
    """Files of a folder that are in git's index, and by a sparse checkout not in the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def blobs(self) -> dict[str, str]:
        return git.sparse(self._folder)

    def read(self, name: str) -> bytes:
        return no_pointer(git.blob(self.blobs[name], self._folder))


def _is_bare(folder: Path) -> bool:
    """Git's own files are no documents, and what is in them cannot be read as such."""
    return (folder / "HEAD").is_file() and all(
        (folder / name).is_dir() for name in ("objects", "refs")
    )


def _walked(folder: str, choice: Choice) -> Iterator[str]:
    """All files below a folder that is in no repository, seen from it, but git's own."""

    def closed(error: OSError) -> None:
        reason = f"cannot be listed: {error.strerror}"
        choice.take(shown(str(error.filename)), partial(closed_because, reason))

    for place, folders, files in os.walk(folder, onerror=closed):
        folders[:] = sorted(name for name in folders if name != ".git")
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        for name in sorted([*files, *links]):
            yield os.path.relpath(os.path.join(place, name), folder)


def shown(path: str) -> str:
    """A path as it is told."""
    return os.path.normpath(path)


def _bytes(path: str) -> bytes:
    return no_pointer(read_file(path).data)


def _target(path: str) -> bytes:
    try:
        return os.fsencode(os.readlink(path))
    except OSError as error:
        raise Incomplete(f"cannot be read: {error.strerror}", where=path) from None


def closed_because(reason: str) -> bytes:
    """In place of reading a file that cannot be read."""
    raise Incomplete(reason)
