"""Select the files that a check scans, and how the bytes of each are read.

A file is *chosen* if it is named or the rules' ``documents:`` globs match it. It is then scanned,
or reported as incomplete. All other files are *outside*, and counted. For a symbolic link in a
folder or in the index, the stored target path is scanned, as git stores it. A submodule is outside,
and named, unless its files are asked for: it is a repository of its own. A sidecar is not a
document: it must be readable, and must not be plain.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from anonfilter import git
from anonfilter.errors import Incomplete
from anonfilter.files.paths import is_sidecar
from anonfilter.files.read import LoadedFile, read_file, unread
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.files.top_paths import path_from_top
from anonfilter.git import lfs
from anonfilter.rules import Ruleset
from anonfilter.run.inputs import InputFile
from anonfilter.selection.globs import Globs
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class CheckedName:
    """The name of a file, branch or tag that is checked.

    ``prose``: evidence of any kind counts; in other names only known originals count.
    """

    path: str
    prose: bool
    commits: tuple[str, ...] = ()
    reference: bool = False


@hide_values
@dataclass(slots=True)
class FileChoice:
    """The files that a check scans (``chosen``), and the files ``outside``.

    - ``others``: the blobs of git that are outside.
    - ``submodules``: the submodules and nested repositories, which are outside.
    - ``unreached``: the files that were not checked before the deadline, with their commits.
    - ``left``: the files outside with their paths from the top, which globs match.
    - ``rosters``: files that list people in clear, and must not be committed, with their commits.
    - ``sidecars``: they are not documents, and not scanned.
    - ``sidecar_tree``: the tree from which files beside documents are read. ``stored``: True if git
      stores that tree.
    - ``named``: the names to check; None for the names of all these files.
    """

    chosen: dict[str, InputFile] = field(default_factory=dict)
    outside: set[str] = field(default_factory=set)
    others: dict[str, InputFile] = field(default_factory=dict)
    submodules: set[str] = field(default_factory=set)
    unreached: dict[str, tuple[str, ...]] = field(default_factory=dict)
    left: list[tuple[str, InputFile]] = field(default_factory=list)
    rosters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sidecars: dict[str, InputFile] = field(default_factory=dict)
    sidecar_tree: Tree = DISK
    stored: bool = False
    named: list[CheckedName] | None = None

    def names(self) -> Iterable[CheckedName]:
        """Return all names to check."""
        if self.named is not None:
            return self.named
        return [
            *(CheckedName(one.name, prose=True) for one in self.chosen.values()),
            *(
                CheckedName(path, prose=False)
                for path in sorted(self.outside | self.sidecars.keys())
            ),
        ]

    def refuse(self, path: str, reason: str) -> None:
        """Add a file that cannot be read, so that it is reported as incomplete."""
        self.add(InputFile(shown(path), partial(unreadable, reason)))

    def add(self, file: InputFile, key: str = "") -> None:
        """Add a file to scan; ``key`` distinguishes files with the same name."""
        chosen = self.sidecars if is_sidecar(file.name) else self.chosen
        chosen.setdefault(key or file.name, file)
        self.outside.discard(file.name)

    def leave(self, name: str, *, submodule: bool = False) -> None:
        if name not in self.chosen:
            self.outside.add(name)
        if submodule:
            self.submodules.add(name)


# the working tree


def named_documents(paths: Sequence[str], ruleset: Ruleset) -> list[str]:
    """Return the named files that match the rules' ``documents:``."""
    wanted = Globs(ruleset)
    return [path for path in paths if path_from_top(path) in wanted]


def from_paths(
    paths: Sequence[str],
    wanted: Globs,
    *,
    documents_only: bool = False,
    submodules: bool = False,
) -> FileChoice:
    """Choose named files, and the files below folders that the globs match.

    ``submodules``: also choose files in the submodules below these folders.
    """
    choice = FileChoice()
    for path in paths:
        if os.path.isdir(path):
            _folder(path, wanted, choice, submodules=submodules)
        elif documents_only and not (is_sidecar(path) or path_from_top(path) in wanted):
            choice.leave(shown(path))
            choice.left.append((path_from_top(path), _on_disk(path)))
        else:
            choice.add(_on_disk(path))
    return choice


def _folder(folder: str, wanted: Globs, choice: FileChoice, *, submodules: bool) -> None:
    top = git.toplevel(Path(folder))
    prefix = ""
    if top is None and _is_bare(Path(folder)):
        reason = "is a bare repository; `anonfilter check --history` checks it"
        choice.refuse(folder, reason)
        return
    if top is None:
        names = _walked(folder, choice)
    else:
        listing = git.listed(Path(folder))
        names = iter(listing.paths)
        prefix = os.path.relpath(os.path.realpath(folder), top.resolve())
        if not listing.whole:
            choice.refuse(folder, "git could not list all of its folders")
    stored = _Sparse(Path(folder))
    for name in names:
        path = os.path.join(folder, name)
        try:
            mode = os.lstat(path).st_mode
        except FileNotFoundError:
            # deleted but still in the index, or excluded by a sparse checkout
            if top is not None and name in stored.blobs:
                file = InputFile(shown(path), partial(stored.read, name))
                _add(file, path, os.path.join(prefix, name), wanted, choice)
                choice.others[path] = InputFile(shown(path), partial(stored.blob, name))
            continue
        except OSError as error:
            choice.refuse(path, unread(error, path).message)
            continue
        if stat.S_ISDIR(mode) and submodules:
            _submodule(path, wanted, choice)
            continue
        if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
            choice.leave(shown(path), submodule=stat.S_ISDIR(mode))
            continue
        link = stat.S_ISLNK(mode)
        file = InputFile(shown(path), partial(_target, path)) if link else _on_disk(path)
        _add(file, path, os.path.join(prefix, name), wanted, choice)


def _add(file: InputFile, path: str, inside: str, wanted: Globs, choice: FileChoice) -> None:
    if is_sidecar(path) or os.path.normpath(inside) in wanted:
        choice.add(file)
    else:
        choice.leave(file.name)
        choice.left.append((os.path.normpath(inside), file))


def _submodule(folder: str, wanted: Globs, choice: FileChoice) -> None:
    """Choose the files of a submodule, by its own paths, and those of its submodules."""
    if os.path.lexists(os.path.join(folder, ".git")):
        _folder(folder, wanted, choice, submodules=True)
    else:
        choice.refuse(folder, "is a submodule without its files (git submodule update --init)")


class _Sparse:
    """The files of git's index that a sparse checkout leaves out of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def blobs(self) -> dict[str, str]:
        return git.sparse(self._folder)

    def read(self, name: str) -> bytes:
        return lfs.content(self.blob(name), self._folder)

    def blob(self, name: str) -> bytes:
        return git.blob(self.blobs[name], self._folder)


def _is_bare(folder: Path) -> bool:
    """Return True if a folder has git's own files, which cannot be scanned as documents."""
    return (folder / "HEAD").is_file() and all(
        (folder / name).is_dir() for name in ("objects", "refs")
    )


def _walked(folder: str, choice: FileChoice) -> Iterator[str]:
    """Yield all files below a folder outside of repositories, without git's files."""

    def closed(error: OSError) -> None:
        reason = f"cannot be listed: {error.strerror}"
        choice.refuse(str(error.filename), reason)

    for place, folders, files in os.walk(folder, onerror=closed):
        folders[:] = sorted(name for name in folders if name != ".git")
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        for name in sorted([*files, *links]):
            yield os.path.relpath(os.path.join(place, name), folder)


def shown(path: str) -> str:
    """Return a path as messages show it."""
    return os.path.normpath(path)


def _on_disk(path: str) -> InputFile:
    """Return the file of this path; in place of a Git LFS pointer, its object is read.

    A pipe is read at once, because it can be read only once and has several readers here.
    """
    if os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode):
        data = read_file(path).data
        return InputFile(shown(path), lambda: lfs.content(data, Path.cwd()))
    return InputFile(shown(path), partial(_document, path), on_disk=True)


def _document(path: str) -> LoadedFile:
    source = read_file(path)
    data = lfs.content(source.data, Path(os.path.realpath(path)).parent)
    return LoadedFile(shown(path), data, source.status)


def _target(path: str) -> bytes:
    try:
        return os.fsencode(os.readlink(path))
    except OSError as error:
        raise unread(error, path) from None


def unreadable(reason: str) -> bytes:
    """Raise ``Incomplete`` instead of reading a file."""
    raise Incomplete(reason)
