"""Reads Git repositories: the index, and the files below a folder.

Git separates its output by NUL, so file names may have any characters. Functions that read the
index honour GIT_DIR and GIT_INDEX_FILE, since ``git commit -a`` and ``git commit PATH`` commit a
temporary index, which Git names there. Functions that read folders ignore both variables, since a
folder may belong to another repository. The modules ``revisions`` and ``history`` read commits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.git.objects import BlobReader as BlobReader
from anonfilter.git.objects import blobs as blobs
from anonfilter.git.running import UNCONFIGURED, output_line, records, run
from anonfilter.git.running import GitError as GitError
from anonfilter.git.running import environment as environment

SYMLINK = "120000"
GITLINK = "160000"
_UNIGNORED = ("--cached", "--others", "--exclude-standard")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that Git stores: its path from the top of the repository, its mode and its blob."""

    path: str
    mode: str
    blob: str
    unmerged: bool = False


def toplevel(folder: Path) -> Path | None:
    """Return the top of the working tree around a folder; None outside of a repository.

    Git runs, and must be installed, only if this folder or one above it has a ``.git``.
    """
    above = (folder.absolute(), *folder.resolve().parents)
    if not any((parent / ".git").exists() for parent in above):
        return None
    return Path(output_line("rev-parse", "--show-toplevel", folder=folder, of_repository=False))


def identity(folder: Path) -> tuple[Path, str]:
    """Return the top of the working tree around a folder, and the name of its hash algorithm."""
    command = ("rev-parse", "--show-toplevel", "--show-object-format")
    output = run(*command, folder=folder, of_repository=False).stdout
    path, _, algorithm = output.removesuffix(b"\n").rpartition(b"\n")
    return Path(os.fsdecode(path)).resolve(), algorithm.decode()


def work_tree() -> Path:
    """Return the top of the working tree that the index belongs to."""
    return Path(output_line("rev-parse", "--show-toplevel"))


def is_bare() -> bool:
    """Return True if the repository of the current folder has no working tree."""
    return run("rev-parse", "--is-bare-repository").stdout.strip() == b"true"


def top() -> Path:
    """Return the top of the working tree; in a bare repository, the folder of the repository."""
    return Path(output_line("rev-parse", "--absolute-git-dir")) if is_bare() else work_tree()


def index() -> list[StoredFile]:
    """Return all files of the index; a file in conflict is returned once, as unmerged."""
    entries: dict[str, StoredFile] = {}
    for record in records(run("ls-files", "--stage", "-z", "--full-name", ":/").stdout):
        about, path = record.split("\t", 1)
        mode, blob, stage = about.split()
        entries[path] = StoredFile(path, mode, blob, unmerged=stage != "0")
    return list(entries.values())


def staged(entries: Iterable[StoredFile] | None = None) -> list[StoredFile]:
    """Return the files that the next commit adds or changes; ``entries`` is the index, if known."""
    # Read the index first, since `diff` also works outside of a repository.
    stored = list(index() if entries is None else entries)
    options = ("--cached", "--name-only", "-z", "--no-renames", "--diff-filter=d", *UNCONFIGURED)
    names = set(records(run("diff", *options).stdout))
    return [entry for entry in stored if entry.path in names]


@dataclass(frozen=True, slots=True)
class Listing:
    """The paths of files below a folder; ``whole`` is False if Git could not read all folders."""

    paths: tuple[str, ...]
    whole: bool


def listed(folder: Path) -> Listing:
    """Return the files below a folder that Git tracks or does not ignore."""
    result = run("ls-files", *_UNIGNORED, "-z", folder=folder, of_repository=False)
    closed = b"could not open directory" in result.stderr
    return Listing(tuple(sorted(set(records(result.stdout)))), not closed)


def unignored(top: Path, folder: Path) -> list[str]:
    """Return the files below a folder that Git tracks or does not ignore, relative to ``top``.

    Git runs in ``top``, so if the folder is in a nested repository, no file is listed.
    """
    return _below(top, folder, *_UNIGNORED)


def tracked(top: Path, folder: Path) -> list[str]:
    """Return the files below a folder that are in the index, relative to ``top``."""
    return _below(top, folder, "--cached")


def _below(top: Path, folder: Path, *which: str) -> list[str]:
    """Return the files below a folder that ``git ls-files`` lists with these options."""
    inside = os.path.relpath(folder, top)
    pathspec = f":(top,literal){'' if inside == os.curdir else inside}"
    return records(
        run("ls-files", *which, "-z", "--", pathspec, folder=top, of_repository=False).stdout
    )


def submodules(top: Path) -> list[str]:
    """Return the paths of the submodules of a working tree, also of those that are not cloned."""
    listed = records(run("ls-files", "--stage", "-z", folder=top, of_repository=False).stdout)
    return [one.split("\t", 1)[1] for one in listed if one.startswith(GITLINK)]


def sparse(folder: Path) -> dict[str, str]:
    """Return the tracked files in a folder that a sparse checkout omits: their blobs, by path."""
    output = run("ls-files", "-t", "--stage", "-z", folder=folder, of_repository=False).stdout
    found = {}
    for record in records(output):
        about, path = record.split("\t", 1)
        status, mode, blob, _ = about.split()
        if status == "S" and mode != GITLINK:
            found[path] = blob
    return found


def blob(name: str, folder: Path) -> bytes:
    """Return the bytes of a blob of the repository around a folder."""
    try:
        return run("cat-file", "blob", name, folder=folder, of_repository=False).stdout
    except GitError:
        raise Incomplete("Git does not have this blob here; this may be a partial clone") from None


def ignored(top: Path, paths: Iterable[Path]) -> set[Path]:
    """Return those of the given paths in a working tree that Git ignores.

    The files need not exist. A tracked file is not ignored, whatever the patterns are.
    """
    data = b"".join(os.fsencode(path) + b"\0" for path in paths)
    try:
        result = run("check-ignore", "-z", "--stdin", folder=top, of_repository=False, data=data)
    except GitError as error:
        if error.code == 1:
            return set()
        raise
    return set(map(Path, records(result.stdout)))
