"""Select files as git stores them: from the index, or between two commits."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import PurePosixPath

from anonfilter import git
from anonfilter.containers.decoding import decode
from anonfilter.errors import Incomplete
from anonfilter.files.paths import is_sidecar, may_be_roster, real_place, suffix_of
from anonfilter.files.source_tree import Tree
from anonfilter.git import lfs, revisions
from anonfilter.git.stored_tree import StoredTree, open_index, open_revision
from anonfilter.run.inputs import InputFile
from anonfilter.selection import rosters
from anonfilter.selection.choice import CheckedName, FileChoice, unreadable
from anonfilter.selection.globs import Globs
from anonfilter.text.lines import line_starts


@contextmanager
def index_of(tree: Tree) -> Iterator[StoredTree]:
    """Yield this tree if it is the index, else open the index."""
    if isinstance(tree, StoredTree) and tree.is_index:
        yield tree
        return
    with open_index() as index:
        yield index


def from_index(
    tree: StoredTree, paths: Sequence[str], wanted: Globs, *, documents_only: bool = False
) -> FileChoice:
    """Choose blobs of the index: all staged files, or the named paths, changed or not."""
    choice = FileChoice(sidecar_tree=tree, stored=True)
    if paths:
        asked = {os.path.relpath(real_place(path), tree.root): path for path in paths}
        entries = [one for one in tree.entries.values() if not asked.keys().isdisjoint(_above(one))]
        found = {place for entry in entries for place in _above(entry)}
        for place in sorted(asked.keys() - found):
            choice.refuse(asked[place], "is not in git's index")
    else:
        asked, entries = {}, git.staged(tree.entries.values())
    for entry in entries:
        named = entry.path in asked and not documents_only
        choose(choice, tree, entry, os.path.relpath(tree.root / entry.path), wanted, named=named)
    return choice


@contextmanager
def from_difference(ends: str, wanted: Globs) -> Iterator[FileChoice]:
    """Choose files that are new or changed between two commits, as the second commit has them.

    Only added lines count in files that were documents before.
    """
    base, head = revisions.endpoints(ends)
    with open_revision(head) as tree:
        choice = FileChoice(sidecar_tree=tree, stored=True, named=[])
        assert choice.named is not None
        for changed in revisions.changes(base, head):
            entry = changed.entry
            name = os.path.relpath(tree.root / entry.path)
            choose(choice, tree, entry, name, wanted, added=lines_added(changed, tree, wanted))
            if changed.is_new_name:
                choice.named.append(CheckedName(name, name in choice.chosen))
        yield choice


def choose(
    choice: FileChoice,
    tree: StoredTree,
    entry: git.StoredFile,
    name: str,
    wanted: Globs,
    *,
    named: bool = False,
    added: frozenset[int] | None = None,
    commits: tuple[str, ...] = (),
    key: str = "",
) -> None:
    """Choose a file if it is a document, a sidecar or ``named``; else leave it outside.

    A roster is also listed in ``choice.rosters``. A broken roster is reported as incomplete.
    """
    listed = _listed(tree, entry)
    if rosters.is_broken(entry.path, listed):
        reason = "has the name of a roster, and is not valid YAML"
        choice.add(InputFile(name, partial(unreadable, reason), None, commits), key)
    elif entry.mode == git.GITLINK or not (named or is_sidecar(entry.path) or entry.path in wanted):
        choice.leave(name, submodule=entry.mode == git.GITLINK)
        if entry.mode != git.GITLINK and not entry.unmerged:
            read = partial(tree.reader.read, entry.blob)
            outside = InputFile(name, read, None, commits, entry.blob)
            choice.others.setdefault(entry.blob, outside)
            choice.left.append((entry.path, outside))
    else:
        read = partial(tree.blob, entry)
        choice.add(InputFile(name, read, added, commits, entry.blob), key)
    if rosters.is_roster(listed):
        choice.rosters.setdefault(name, commits)


def _listed(tree: StoredTree, entry: git.StoredFile) -> bytes:
    """Return the bytes of a possible roster.

    A roster that cannot be read is outside, or is reported as a document.
    """
    if entry.mode == git.GITLINK or entry.unmerged or not may_be_roster(entry.path):
        return b""
    with suppress(Incomplete):
        return tree.blob(entry)
    return b""


def lines_added(
    changed: revisions.Changed, tree: StoredTree, wanted: Globs
) -> frozenset[int] | None:
    """Return the added lines of a changed file; None if all of its lines count.

    All lines count if the file was not a document before, or if git counts its lines differently.
    """
    before, entry = changed.before, changed.entry
    if before is None or before.mode in (git.GITLINK, git.SYMLINK) or entry.path not in wanted:
        return None
    if before.path not in wanted or entry.mode == git.SYMLINK:
        return None
    if suffix_of(before.path) != suffix_of(entry.path):  # the earlier version had another format
        return None
    if not _same_lines(tree.reader, entry):
        return None
    return revisions.added_lines(before.blob, entry.blob)


def _same_lines(reader: git.BlobReader, entry: git.StoredFile) -> bool:
    """Return True if git, which ends lines only at LF, has the same line numbers as anonfilter."""
    try:
        data = reader.read(entry.blob)
        source = decode(data, entry.path)
    except Incomplete:
        return False
    return (
        source.container is None
        and not lfs.is_pointer(data)
        and source.codec == "utf-8"
        and len(line_starts(source.text)) == data.count(b"\n") + 1
    )


def _above(entry: git.StoredFile) -> list[str]:
    """Return the entry's path and the paths of all folders above it; the top is "."."""
    return [entry.path, *(str(folder) for folder in PurePosixPath(entry.path).parents)]
