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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path, PurePosixPath

from anonfilter import git, rosters
from anonfilter.beside import Reader, from_disk
from anonfilter.errors import Incomplete
from anonfilter.globs import Globs
from anonfilter.inputs import read_file
from anonfilter.pseudonyms.sidecar import is_sidecar
from anonfilter.rules import Ruleset

_LFS = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A file to scan: its name as shown, and how to read it. ``read`` raises ``Incomplete``."""

    name: str
    read: Callable[[], bytes]


@dataclass(slots=True)
class Choice:
    """The files to scan, and those that are outside.

    ``rosters`` are among them and lists of people in clear, which nobody may commit;
    ``sidecars`` are no documents, and are not scanned; ``beside`` reads a file that stands
    beside a document.
    """

    chosen: dict[str, Chosen] = field(default_factory=dict)
    outside: set[str] = field(default_factory=set)
    rosters: list[str] = field(default_factory=list)
    sidecars: dict[str, Chosen] = field(default_factory=dict)
    beside: Reader = from_disk

    def take(self, name: str, read: Callable[[], bytes]) -> None:
        """Scan a file; a sidecar is only looked into."""
        chosen = self.sidecars if is_sidecar(name) else self.chosen
        chosen.setdefault(name, Chosen(name, read))
        self.outside.discard(name)

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
            choice.leave(_shown(path))
        else:
            choice.take(_shown(path), partial(_bytes, path))
    return choice


def from_top(path: str) -> str:
    """A file's path from the top of its repository, or from here: what globs are about."""
    full = _real(path)
    tops = (above for above in full.parents if (above / ".git").exists())
    return os.path.relpath(full, next(tops, Path.cwd()))


def _folder(folder: str, wanted: Globs, choice: Choice) -> None:
    top = git.toplevel(Path(folder))
    prefix = ""
    if top is None:
        names = _walked(folder, choice)
    else:
        listing = git.listed(Path(folder))
        names = iter(listing.paths)
        prefix = os.path.relpath(os.path.realpath(folder), top.resolve())
        if not listing.whole:
            choice.take(_shown(folder), partial(_closed, "git could not list all folders in it"))
    for name in names:
        path = os.path.join(folder, name)
        try:
            mode = os.lstat(path).st_mode
        except FileNotFoundError:
            continue  # deleted, and the index does not know it yet
        except OSError as error:
            choice.take(_shown(path), partial(_closed, f"cannot be read: {error.strerror}"))
            continue
        readable = stat.S_ISREG(mode) or stat.S_ISLNK(mode)
        matches = is_sidecar(name) or os.path.normpath(os.path.join(prefix, name)) in wanted
        if not (readable and matches):
            choice.leave(_shown(path))
        elif stat.S_ISLNK(mode):
            choice.take(_shown(path), partial(_target, path))
        else:
            choice.take(_shown(path), partial(_bytes, path))


def _walked(folder: str, choice: Choice) -> Iterator[str]:
    """All files below a folder that is in no repository, seen from it, but git's own."""

    def closed(error: OSError) -> None:
        reason = f"cannot be listed: {error.strerror}"
        choice.take(_shown(str(error.filename)), partial(_closed, reason))

    for place, folders, files in os.walk(folder, onerror=closed):
        folders[:] = sorted(name for name in folders if name != ".git")
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        for name in sorted([*files, *links]):
            yield os.path.relpath(os.path.join(place, name), folder)


def _shown(path: str) -> str:
    return os.path.normpath(path)


def _real(path: str) -> Path:
    """The path with the links of its folders followed, but not its own."""
    full = os.path.abspath(path)
    return Path(os.path.realpath(os.path.dirname(full)), os.path.basename(full))


def _bytes(path: str) -> bytes:
    return _no_pointer(read_file(path).data)


def _target(path: str) -> bytes:
    try:
        return os.fsencode(os.readlink(path))
    except OSError as error:
        raise Incomplete(f"cannot be read: {error.strerror}", where=path) from None


def _closed(reason: str) -> bytes:
    raise Incomplete(reason)


def _no_pointer(data: bytes) -> bytes:
    """A Git LFS pointer is no text of the author's: the text is somewhere else, unread."""
    if data.startswith(_LFS):
        raise Incomplete("is a Git LFS pointer: the text itself is not here")
    return data


# the index


@contextmanager
def from_index(
    paths: Sequence[str], wanted: Globs, *, documents_only: bool = False
) -> Iterator[Choice]:
    """The index's blobs: of all that is staged, or of the paths named, changed or not."""
    top = git.work_tree()
    with git.blobs() as reader:
        choice = Choice(beside=_Index(reader, top.resolve()).read)
        if paths:
            asked = {_in_index(path, top.resolve()): path for path in paths}
            entries = [entry for entry in git.index() if not asked.keys().isdisjoint(_above(entry))]
            found = {place for entry in entries for place in _above(entry)}
            for place in sorted(asked.keys() - found):
                choice.take(_shown(asked[place]), partial(_closed, "is not in git's index"))
        else:
            asked, entries = {}, git.staged()
        for entry in entries:
            named = entry.path in asked and not documents_only
            shown = os.path.relpath(top / entry.path)
            listed = reader.read(entry.blob) if _may_be_roster(entry) else b""
            if rosters.is_broken(entry.path, listed):
                choice.take(shown, partial(_closed, "is called a roster, and is no valid YAML"))
            elif entry.mode == git.GITLINK or not (
                named or is_sidecar(entry.path) or entry.path in wanted
            ):
                choice.leave(shown)
            else:
                choice.take(shown, partial(_blob, reader, entry))
            if rosters.is_roster(listed):
                choice.rosters.append(shown)
        yield choice


class _Index:
    """The files of the index by the names that documents have here."""

    def __init__(self, reader: git.BlobReader, top: Path) -> None:
        self._reader = reader
        self._top = top

    @cached_property
    def _entries(self) -> dict[str, git.Entry]:
        return {entry.path: entry for entry in git.index()}

    def read(self, name: str) -> bytes | None:
        entry = self._entries.get(_in_index(name, self._top))
        return None if entry is None else _blob(self._reader, entry)


def _may_be_roster(entry: git.Entry) -> bool:
    return entry.mode != git.GITLINK and not entry.unmerged and rosters.may_be(entry.path)


def _above(entry: git.Entry) -> list[str]:
    """The entry's own path and all folders above it, down from the top, which is "."."""
    return [entry.path, *(str(folder) for folder in PurePosixPath(entry.path).parents)]


def _in_index(path: str, top: Path) -> str:
    return os.path.relpath(_real(path), top)


def _blob(reader: git.BlobReader, entry: git.Entry) -> bytes:
    if entry.unmerged:
        raise Incomplete("is in conflict: the index holds no single version of it")
    return _no_pointer(reader.read(entry.blob))
