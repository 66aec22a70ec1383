"""Revisions: which commit a name stands for, and the files of one."""

from __future__ import annotations

import os

from anonfilter.git import Entry
from anonfilter.git.running import GitError, records, run


def commit(name: str) -> str:
    """The id of the commit that somebody names."""
    said = ""
    if name and not name.startswith("-"):
        try:
            said = os.fsdecode(_parsed(f"{name}^{{commit}}"))
        except GitError as error:
            if error.code not in (1, 128):
                raise
    if not said:
        raise GitError(
            f"there is no commit {name!r} here",
            hint="In CI, fetch the history, too (fetch-depth: 0); `git fetch` brings branches.",
        )
    return said


def _parsed(expression: str) -> bytes:
    return run("rev-parse", "--quiet", "--verify", "--end-of-options", expression).stdout.strip()


def merge_base(one: str, other: str) -> str:
    """The commit from which two went apart."""
    try:
        return os.fsdecode(run("merge-base", one, other).stdout.strip())
    except GitError as error:
        if error.code == 1:
            raise GitError(
                "the two ends have no commit in common here",
                hint="In a shallow clone it may be missing: git fetch --unshallow.",
            ) from None
        raise


def entries(revision: str) -> list[Entry]:
    """All files of a commit, by their paths from the top."""
    listed = run("ls-tree", "-r", "-z", "--full-tree", revision)
    found = []
    for record in records(listed.stdout):
        about, path = record.split("\t", 1)
        mode, _, blob = about.split()
        found.append(Entry(path, mode, blob))
    return found
