"""Git plumbing behind a few functions: the index, and the files below a folder.

Output is separated by NUL, so any file name works. What reads the index honours GIT_DIR and
GIT_INDEX_FILE: during ``git commit -a`` and ``git commit PATH`` the index that will be committed
is a temporary one, which git names there. What reads folders does not: a folder may belong to
another repository than the one being committed to.

Other states than the index are in ``revisions``, ``differences`` and ``history``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.git.objects import BlobReader, blobs
from anonfilter.git.running import GitError, environment, output_line, records, run

__all__ = (
    "GITLINK",
    "SYMLINK",
    "BlobReader",
    "Entry",
    "GitError",
    "Listing",
    "blob",
    "blobs",
    "environment",
    "identity",
    "ignored",
    "index",
    "is_bare",
    "listed",
    "sparse",
    "staged",
    "top",
    "toplevel",
    "tracked",
    "unignored",
    "work_tree",
)

SYMLINK = "120000"
GITLINK = "160000"


@dataclass(frozen=True, slots=True)
class Entry:
    """A path of the index, relative to the top of the repository, and its blob."""

    path: str
    mode: str
    blob: str
    unmerged: bool = False


def toplevel(folder: Path) -> Path | None:
    """Return the top of the working tree around a folder, or None outside of one.

    Git need not be installed where no folder above has a ``.git``: it is not run there.
    """
    above = (folder.absolute(), *folder.resolve().parents)
    if not any((parent / ".git").exists() for parent in above):
        return None
    return Path(output_line("rev-parse", "--show-toplevel", folder=folder, of_repository=False))


def identity(folder: Path) -> tuple[Path, str]:
    """Return the top of the working tree around a folder, and the hash that names its objects."""
    command = ("rev-parse", "--show-toplevel", "--show-object-format")
    output = run(*command, folder=folder, of_repository=False).stdout
    path, _, algorithm = output.removesuffix(b"\n").rpartition(b"\n")
    return Path(os.fsdecode(path)).resolve(), algorithm.decode()


def work_tree() -> Path:
    """Return the top of the working tree that the index belongs to."""
    return Path(output_line("rev-parse", "--show-toplevel"))


def is_bare() -> bool:
    return run("rev-parse", "--is-bare-repository").stdout.strip() == b"true"


def top() -> Path:
    """Return the folder that stored paths are relative to; of a bare repository, its own."""
    return Path(output_line("rev-parse", "--absolute-git-dir")) if is_bare() else work_tree()


def index() -> list[Entry]:
    """List every path of the index. A path in conflict is one unmerged entry."""
    entries: dict[str, Entry] = {}
    for record in records(run("ls-files", "--stage", "-z", "--full-name", ":/").stdout):
        about, path = record.split("\t", 1)
        mode, blob, stage = about.split()
        entries[path] = Entry(path, mode, blob, unmerged=stage != "0")
    return list(entries.values())


def staged(entries: Iterable[Entry] | None = None) -> list[Entry]:
    """List what the next commit adds or changes; ``entries`` is the index, if already read.

    Each option overrides a setting of the user's that would hide something.
    """
    among = list(index() if entries is None else entries)  # first: `diff` works anywhere
    changed = run(
        "diff",
        "--cached",
        "--name-only",
        "-z",
        "--no-renames",
        "--no-relative",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=none",
        "--diff-filter=d",
    )
    names = set(records(changed.stdout))
    return [entry for entry in among if entry.path in names]


@dataclass(frozen=True, slots=True)
class Listing:
    """The files below a folder, relative to it; ``whole`` is false if a folder was unreadable."""

    paths: tuple[str, ...]
    whole: bool


def listed(folder: Path) -> Listing:
    """List the files below a folder that git tracks or does not ignore."""
    result = run(
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "-z",
        folder=folder,
        of_repository=False,
    )
    closed = b"could not open directory" in result.stderr
    return Listing(tuple(sorted(set(records(result.stdout)))), not closed)


def unignored(top: Path, folder: Path) -> list[str]:
    """List the files below a folder that git tracks or does not ignore, relative to ``top``.

    Asked from the top, git does not look into a repository of its own in that folder.
    """
    return _below(top, folder, "--cached", "--others", "--exclude-standard")


def tracked(top: Path, folder: Path) -> list[str]:
    """List the files below a folder that are in the index, relative to ``top``."""
    return _below(top, folder, "--cached")


def _below(top: Path, folder: Path, *which: str) -> list[str]:
    inside = os.path.relpath(folder, top)
    pathspec = f":(top,literal){'' if inside == os.curdir else inside}"
    return records(
        run("ls-files", *which, "-z", "--", pathspec, folder=top, of_repository=False).stdout
    )


def sparse(folder: Path) -> dict[str, str]:
    """Map tracked files that a sparse checkout leaves out of a folder to their blobs."""
    output = run("ls-files", "-t", "--stage", "-z", folder=folder, of_repository=False).stdout
    found = {}
    for record in records(output):
        about, path = record.split("\t", 1)
        status, mode, blob, _ = about.split()
        if status == "S" and mode != GITLINK:
            found[path] = blob
    return found


def blob(name: str, folder: Path) -> bytes:
    """Read one blob of the repository that a folder belongs to."""
    try:
        return run("cat-file", "blob", name, folder=folder, of_repository=False).stdout
    except GitError:
        raise Incomplete("git does not have this blob here (a partial clone?)") from None


def ignored(top: Path, paths: Iterable[Path]) -> set[Path]:
    """Return those paths below the top of a working tree that git ignores.

    A file need not exist. A tracked file is not ignored, whatever the patterns say.
    """
    data = b"".join(os.fsencode(path) + b"\0" for path in paths)
    try:
        result = run("check-ignore", "-z", "--stdin", folder=top, of_repository=False, data=data)
    except GitError as error:
        if error.code == 1:
            return set()
        raise
    return set(map(Path, records(result.stdout)))
