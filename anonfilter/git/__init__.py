"""Git, behind a handful of named functions: what is in the index, and which files there are.

All of them run git's plumbing with NUL-separated output, so any file name works. What looks
at the index honours GIT_DIR and GIT_INDEX_FILE: during ``git commit -a`` and ``git commit
PATH`` the index that will be committed is a temporary one, and git names it there. What looks
at folders does not: those may belong to another repository than the one being committed to.

What git stores of other states than the index is in ``revisions``, ``differences``, ``history``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.git.objects import BlobReader, blobs
from anonfilter.git.running import GitError, answer, environment, records, run

__all__ = (
    "GITLINK", "SYMLINK", "BlobReader", "Entry", "GitError", "Listing", "blob", "blobs",
    "environment", "ignored", "index", "is_bare", "listed", "sparse", "staged", "top",
    "toplevel", "work_tree",
)  # fmt: skip

SYMLINK = "120000"
GITLINK = "160000"


@dataclass(frozen=True, slots=True)
class Entry:
    """A path of the index, seen from the top of the repository, and the blob it stands for."""

    path: str
    mode: str
    blob: str
    unmerged: bool = False


def toplevel(folder: Path) -> Path | None:
    """The top of the working tree that a folder lies in; None where there is none.

    Git is not asked where no folder above has a ``.git``: it need not be installed there.
    """
    inside = any(
        (above / ".git").exists() for above in (folder.absolute(), *folder.resolve().parents)
    )
    if not inside:
        return None
    return Path(answer("rev-parse", "--show-toplevel", folder=folder, of_repository=False))


def work_tree() -> Path:
    """The top of the working tree that belongs to the index we are asked about."""
    return Path(answer("rev-parse", "--show-toplevel"))


def is_bare() -> bool:
    return run("rev-parse", "--is-bare-repository").stdout.strip() == b"true"


def top() -> Path:
    """What paths that git stores are seen from: the top of the working tree, or a bare
    repository's own folder, as if its files lay there."""
    if not is_bare():
        return work_tree()
    return Path(answer("rev-parse", "--absolute-git-dir"))


def index() -> list[Entry]:
    """Every path of the index. A path in conflict is one unmerged entry."""
    entries: dict[str, Entry] = {}
    for record in records(run("ls-files", "--stage", "-z", "--full-name", ":/").stdout):
        about, path = record.split("\t", 1)
        mode, blob, stage = about.split()
        entries[path] = Entry(path, mode, blob, unmerged=stage != "0")
    return list(entries.values())


def staged(entries: Iterable[Entry] | None = None) -> list[Entry]:
    """What the next commit adds or changes: added, copied, modified, renamed, of another type;
    of the index's ``entries``, if somebody has them.

    Every option here takes away a setting of the user's that would hide something.
    """
    among = list(index() if entries is None else entries)  # first: `diff` works anywhere
    changed = run(
        "diff", "--cached", "--name-only", "-z", "--no-renames", "--no-relative", "--no-ext-diff",
        "--no-textconv", "--ignore-submodules=none", "--diff-filter=d",
    )  # fmt: skip
    names = set(records(changed.stdout))
    return [entry for entry in among if entry.path in names]


@dataclass(frozen=True, slots=True)
class Listing:
    """The files below a folder, seen from it; ``whole`` is false if some folder was closed."""

    paths: tuple[str, ...]
    whole: bool


def listed(folder: Path) -> Listing:
    """Files below a folder that git tracks, or would if asked: nothing that it ignores."""
    done = run(
        "ls-files", "--cached", "--others", "--exclude-standard", "-z",
        folder=folder, of_repository=False,
    )  # fmt: skip
    closed = b"could not open directory" in done.stderr
    return Listing(tuple(sorted(set(records(done.stdout)))), not closed)


def sparse(folder: Path) -> dict[str, str]:
    """Files below a folder that are tracked and, by a sparse checkout, not there: path and blob."""
    done = run("ls-files", "-t", "--stage", "-z", folder=folder, of_repository=False)
    found = {}
    for record in records(done.stdout):
        about, path = record.split("\t", 1)
        status, mode, blob, _ = about.split()
        if status == "S" and mode != GITLINK:
            found[path] = blob
    return found


def blob(name: str, folder: Path) -> bytes:
    """One blob of the repository that a folder belongs to."""
    try:
        return run("cat-file", "blob", name, folder=folder, of_repository=False).stdout
    except GitError:
        raise Incomplete("git does not have this blob here (a partial clone?)") from None


def ignored(top: Path, paths: Iterable[Path]) -> set[Path]:
    """Those of the paths below the top of a working tree that git leaves out of every commit.

    A file need not be there yet. What is tracked is not ignored, whatever is said of it.
    """
    asked = b"".join(os.fsencode(path) + b"\0" for path in paths)
    try:
        done = run(
            "check-ignore", "-z", "--stdin", folder=top, of_repository=False, data=asked
        )  # fmt: skip
    except GitError as error:
        if error.code == 1:
            return set()
        raise
    return set(map(Path, records(done.stdout)))
