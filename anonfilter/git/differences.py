"""What one commit has and another has not: files, and the lines that were added to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from anonfilter.git import Entry
from anonfilter.git.revisions import commit, merge_base
from anonfilter.git.running import GitError, records, run

_ENDS = re.compile(r"(?P<base>.*?)(?P<dots>\.{2,3})(?P<head>[^.].*|)", re.DOTALL)
_HUNK = re.compile(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@")


@dataclass(frozen=True, slots=True)
class Changed:
    """A file that was added or changed; ``before`` is what it was made of, if anything."""

    entry: Entry
    before: Entry | None = None

    @property
    def is_new_name(self) -> bool:
        return self.before is None or self.before.path != self.entry.path


def ends(written: str) -> tuple[str, str]:
    """The two commits of ``BASE..HEAD``; of ``A...B``, where they went apart, and B."""
    match = _ENDS.fullmatch(written)
    if match is None or not match["base"]:
        raise GitError(
            f"{written!r} does not name two ends",
            hint="BASE..HEAD: what HEAD adds to BASE; A...B: what B adds since they went apart.",
        )
    base, head = commit(match["base"]), commit(match["head"] or "HEAD")
    return (merge_base(base, head) if match["dots"] == "..." else base), head


def changes(base: str, head: str) -> Iterator[Changed]:
    """Files of ``head`` that ``base`` does not have in the same place and state."""
    raw = run(
        "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--find-renames", "-l0", "--no-relative",
        "--no-ext-diff", "--no-textconv", "--ignore-submodules=none", base, head,
    )  # fmt: skip
    fields = iter(records(raw.stdout))
    for about in fields:
        before_mode, mode, before_blob, blob, status = about.removeprefix(":").split()
        before_path = next(fields)
        path = next(fields) if status[0] in "RC" else before_path
        if status[0] == "D":
            continue
        old = None if status[0] in "AT" else Entry(before_path, before_mode, before_blob)
        yield Changed(Entry(path, mode, blob), old)


def added_lines(before: str, after: str) -> frozenset[int] | None:
    """The numbers of the lines of one blob that another has not, whatever .gitattributes and
    settings say of showing them; None, if git does not tell (of more than a gigabyte)."""
    if before == after:
        return frozenset()
    patch = run(
        "diff", "--unified=0", "--inter-hunk-context=0", "--text", "--no-color", "--no-ext-diff",
        "--no-textconv", "--no-indent-heuristic", before, after, "--",
    )  # fmt: skip
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
