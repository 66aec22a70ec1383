"""Resolves revisions to commits, and lists the files of a commit."""

from __future__ import annotations

import os

from anonfilter.git import StoredFile
from anonfilter.git.running import GitError, NoRepository, records, run


def commit(name: str) -> str:
    """Return the id of the commit that a revision names."""
    options = ("--quiet", "--verify", "--end-of-options")
    if name and not name.startswith("-"):
        try:
            return os.fsdecode(run("rev-parse", *options, f"{name}^{{commit}}").stdout.strip())
        except GitError as error:
            if error.code not in (1, 128) or isinstance(error, NoRepository):
                raise
    raise GitError(
        f"there is no commit {name!r} here",
        hint="In CI, fetch the whole history (fetch-depth: 0); `git fetch` brings branches.",
    )


def merge_base(one: str, other: str) -> str:
    """Return the best common ancestor of two commits."""
    try:
        return os.fsdecode(run("merge-base", one, other).stdout.strip())
    except GitError as error:
        if error.code == 1:
            raise GitError(
                "the two commits have no common ancestor here",
                hint="It may be missing in a shallow clone. Run: git fetch --unshallow",
            ) from None
        raise


def entries(revision: str) -> list[StoredFile]:
    """Return all files of a commit."""
    listed = run("ls-tree", "-r", "-z", "--full-tree", revision)
    found = []
    for record in records(listed.stdout):
        about, path = record.split("\t", 1)
        mode, _, blob = about.split()
        found.append(StoredFile(path, mode, blob))
    return found
