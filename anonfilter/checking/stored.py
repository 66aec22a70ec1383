"""Choosing files as git stores them: from the index, or what one commit adds to another."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath

from anonfilter import git
from anonfilter.checking import rosters
from anonfilter.checking.globs import Globs
from anonfilter.checking.selection import Choice, Chosen, Name, closed_because, shown
from anonfilter.engine.decoding import decode
from anonfilter.errors import Incomplete
from anonfilter.files.paths import is_sidecar, may_be_roster, real_place
from anonfilter.files.source_tree import Tree
from anonfilter.git import differences
from anonfilter.git.stored_tree import StoredTree, open_index, open_revision
from anonfilter.text.lines import line_starts


@contextmanager
def index_of(tree: Tree) -> Iterator[StoredTree]:
    """The index: this tree, if it is that, else one opened for now."""
    if isinstance(tree, StoredTree) and tree.is_index:
        yield tree
        return
    with open_index() as index:
        yield index


def from_index(
    tree: StoredTree, paths: Sequence[str], wanted: Globs, *, documents_only: bool = False
) -> Choice:
    """The index's blobs: of all that is staged, or of the paths named, changed or not."""
    choice = Choice(beside=tree, stored=True)
    if paths:
        asked = {_in_index(path, tree.root): path for path in paths}
        entries = [one for one in tree.entries.values() if not asked.keys().isdisjoint(_above(one))]
        found = {place for entry in entries for place in _above(entry)}
        for place in sorted(asked.keys() - found):
            choice.take(shown(asked[place]), partial(closed_because, "is not in git's index"))
    else:
        asked, entries = {}, git.staged(tree.entries.values())
    for entry in entries:
        named = entry.path in asked and not documents_only
        take(choice, tree, entry, os.path.relpath(tree.root / entry.path), wanted, named=named)
    return choice


@contextmanager
def from_difference(ends: str, wanted: Globs) -> Iterator[Choice]:
    """Files that are new or changed between two commits, in the state of the second; of those
    that were documents before, the lines that were added."""
    base, head = differences.endpoints(ends)
    with open_revision(head) as tree:
        choice = Choice(beside=tree, stored=True, named=[])
        assert choice.named is not None
        for changed in differences.changes(base, head):
            entry = changed.entry
            told = os.path.relpath(tree.root / entry.path)
            take(choice, tree, entry, told, wanted, added=_added(changed, tree, wanted))
            if changed.is_new_name:
                choice.named.append(Name(told, told in choice.chosen))
        yield choice


def take(
    choice: Choice,
    tree: StoredTree,
    entry: git.Entry,
    name: str,
    wanted: Globs,
    *,
    named: bool = False,
    added: frozenset[int] | None = None,
    commits: tuple[str, ...] = (),
    key: str = "",
) -> None:
    """Choose one file, if it is a document or a sidecar, or ``named``; and know a roster."""
    listed = _listed(tree, entry)
    if rosters.is_broken(entry.path, listed):
        reason = "is called a roster, and is no valid YAML"
        choice.add(Chosen(name, partial(closed_because, reason), None, commits), key)
    elif entry.mode == git.GITLINK or not (named or is_sidecar(entry.path) or entry.path in wanted):
        choice.leave(name)
    else:
        read = partial(tree.blob, entry)
        choice.add(Chosen(name, read, added, commits, entry.blob), key)
    if rosters.is_roster(listed):
        choice.rosters.setdefault(name, commits)


def _listed(tree: StoredTree, entry: git.Entry) -> bytes:
    """The bytes of what may be a roster. What cannot be read is no document either, or told as
    one that cannot be read."""
    if entry.mode == git.GITLINK or entry.unmerged or not may_be_roster(entry.path):
        return b""
    return tree.reader.read(entry.blob)


def _added(changed: differences.Changed, tree: StoredTree, wanted: Globs) -> frozenset[int] | None:
    """The lines that were added; None, where all lines count: of a file that was no document
    before, and so has not been looked at, or whose lines git counts otherwise than we do."""
    before, entry = changed.before, changed.entry
    if before is None or before.mode in (git.GITLINK, git.SYMLINK) or entry.path not in wanted:
        return None
    if before.path not in wanted or entry.mode == git.SYMLINK:
        return None
    if PurePosixPath(before.path).suffix != PurePosixPath(entry.path).suffix:  # is read otherwise
        return None
    if not _same_lines(tree.reader, entry):
        return None
    return differences.added_lines(before.blob, entry.blob)


def _same_lines(reader: git.BlobReader, entry: git.Entry) -> bool:
    """Git knows no line end but LF, and sees it in bytes."""
    try:
        data = reader.read(entry.blob)
        source = decode(data, entry.path)
    except Incomplete:
        return False
    return source.codec == "utf-8" and len(line_starts(source.text)) == data.count(b"\n") + 1


def _above(entry: git.Entry) -> list[str]:
    """The entry's own path and all folders above it, down from the top, which is "."."""
    return [entry.path, *(str(folder) for folder in PurePosixPath(entry.path).parents)]


def _in_index(path: str, top: Path) -> str:
    return os.path.relpath(real_place(path), top)
