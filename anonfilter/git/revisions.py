"""Resolves revisions to commits, lists their files, and finds what one commit adds to another."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from anonfilter.git import StoredFile
from anonfilter.git.running import UNCONFIGURED, GitError, NoRepository, records, run

_ENDS = re.compile(r"(?P<base>.*?)(?P<dots>\.{2,3})(?P<head>[^.].*|)", re.DOTALL)
_HUNK = re.compile(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@")


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


@dataclass(frozen=True, slots=True)
class Changed:
    """A file that a commit adds or changes; ``before`` is the file it was made from, if any."""

    entry: StoredFile
    before: StoredFile | None = None

    @property
    def is_new_name(self) -> bool:
        return self.before is None or self.before.path != self.entry.path


def endpoints(written: str) -> tuple[str, str]:
    """Return the ids of the two commits that ``BASE..HEAD`` names.

    ``A...B`` names the merge base of A and B, and B.
    """
    match = _ENDS.fullmatch(written)
    if match is None or not match["base"]:
        raise GitError(
            f"{written!r} does not name two commits",
            hint="BASE..HEAD: what HEAD adds to BASE; A...B: what B adds since their merge base.",
        )
    base, head = commit(match["base"]), commit(match["head"] or "HEAD")
    return (merge_base(base, head) if match["dots"] == "..." else base), head


def changes(base: str, head: str) -> Iterator[Changed]:
    """Yield the files of the commit ``head`` that differ from those of ``base``."""
    options = ("-r", "-z", "--raw", "--no-abbrev", "--find-renames", "-l0", *UNCONFIGURED)
    raw = run("diff-tree", *options, base, head)
    fields = iter(records(raw.stdout))
    for about in fields:
        before_mode, mode, before_blob, blob, status = about.removeprefix(":").split()
        before_path = next(fields)
        path = next(fields) if status[0] in "RC" else before_path
        if status[0] == "D":
            continue
        old = None if status[0] in "AT" else StoredFile(before_path, before_mode, before_blob)
        yield Changed(StoredFile(path, mode, blob), old)


def added_lines(before: str, after: str) -> frozenset[int] | None:
    """Return the numbers of the lines in ``after`` that ``before`` lacks; None if Git cannot say.

    .gitattributes and settings have no effect. Git does not compare files of more than a gigabyte.
    """
    if before == after:
        return frozenset()
    patch = run(
        "diff",
        "--unified=0",
        "--inter-hunk-context=0",
        "--text",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--no-indent-heuristic",
        before,
        after,
        "--",
    )
    found, at, inside = set[int](), 0, False
    for line in patch.stdout.split(b"\n"):
        hunk = _HUNK.match(line)
        if hunk:
            at, inside = int(hunk[1]), True
        elif inside and line.startswith(b"+"):
            found.add(at)
            at += 1
        elif inside and line.startswith(b" "):
            at += 1
    return frozenset(found) if inside else None
