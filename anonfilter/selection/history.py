"""Choose all files that a range of commits has brought, including files deleted since."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from anonfilter import git
from anonfilter.errors import Incomplete
from anonfilter.files.paths import is_sidecar, suffix_of
from anonfilter.files.source_tree import EMPTY_TREE
from anonfilter.git import history, revisions
from anonfilter.git.stored_tree import StoredTree
from anonfilter.run.inputs import InputFile
from anonfilter.selection import messages
from anonfilter.selection.choice import CheckedName, FileChoice, unreadable
from anonfilter.selection.globs import Globs
from anonfilter.selection.stored import choose, lines_added
from anonfilter.text.values import hide_values

TAG, NOTE = "message of a tag", "note of a commit"
_SHALLOW = (
    "this clone is shallow: the commits before its oldest ones are missing (git fetch --unshallow)"
)


@hide_values
@dataclass(slots=True)
class _IntroducedFile:
    """A file, the commits that added or changed it, and the lines that count (None for all)."""

    entry: git.StoredFile
    commits: dict[str, None] = field(default_factory=dict)
    added: frozenset[int] | None = frozenset()

    def by(self, commit: str, added: frozenset[int] | None = None) -> None:
        self.commits[commit] = None
        self.added = None if self.added is None or added is None else self.added | added


@contextmanager
def from_history(written: str, wanted: Globs, *, added_only: bool = False) -> Iterator[FileChoice]:
    """Choose what a range of commits brought: blobs, names of files, messages, and references.

    Each blob is chosen once, by its newest name, with the commits that brought it. References are
    the names of branches and tags that point into the range. A blob whose names have two suffixes
    is read in both formats. With ``added_only``, only lines and names count that a commit of the
    range has and none of its parents.
    """
    asked = history.parse_range(written)
    commits = history.commits(asked)
    with git.blobs() as reader:
        tree = StoredTree("history", [], reader, git.top())
        choice = FileChoice(sidecar_tree=EMPTY_TREE, stored=True, named=[])
        if ends := history.shallow_commits().intersection(commits):
            unread = InputFile("history", partial(unreadable, _SHALLOW), commits=tuple(ends))
            choice.chosen[""] = unread
        names, blobs = _files(choice, tree, commits, wanted, added_only=added_only)
        objects = history.reachable(asked)
        strays = [one for one in objects if one.kind == "blob" and one.name not in blobs]
        _strays(choice, tree, strays, wanted)
        tags = [one.name for one in objects if one.kind == "tag"]
        inside = {*commits, *(one.name for one in objects)}
        references = [one for one in history.references() if {one.target, one.commit} & inside]
        tags += (one.target for one in references if one.target not in (one.commit, *tags))
        _messages(choice, reader, commits, messages.NAME)
        _messages(choice, reader, tags, TAG)
        assert choice.named is not None
        choice.named += (
            CheckedName(os.path.relpath(tree.root / path), path in wanted, tuple(carried.commits))
            for path, carried in names.items()
        )
        choice.named += (CheckedName(one.name, prose=True, reference=True) for one in references)
        yield choice


def _files(
    choice: FileChoice, tree: StoredTree, commits: Sequence[str], wanted: Globs, *, added_only: bool
) -> tuple[dict[str, _IntroducedFile], set[str]]:
    """Choose the versions of files that the commits introduced.

    Return the introduced paths, each with its commits, and the hashes of the introduced blobs.
    """
    names: dict[str, _IntroducedFile] = {}
    ways: dict[tuple[str, str], _IntroducedFile] = {}
    notes = history.note_commits()
    for one in history.introduced(commits, renames=added_only):
        entry = one.entry
        if one.commit in notes or history.may_be_note(entry.path):
            ways.setdefault((entry.blob, NOTE), _IntroducedFile(entry)).by(one.commit)
            continue
        if not (added_only and any(old and old.path == entry.path for old in one.before)):
            names.setdefault(entry.path, _IntroducedFile(entry)).by(one.commit)
        lines = _added(one, tree, wanted) if added_only else None
        ways.setdefault(_way(entry, wanted), _IntroducedFile(entry)).by(one.commit, lines)
    for (blob, way), carried in ways.items():
        name = NOTE if way == NOTE else os.path.relpath(tree.root / carried.entry.path)
        choose(
            choice,
            tree,
            carried.entry,
            name,
            wanted,
            named=way == NOTE,
            added=carried.added,
            commits=tuple(carried.commits),
            key=f"{blob} {way}",
        )
    return names, {blob for blob, _ in ways}


def _added(one: history.Introduced, tree: StoredTree, wanted: Globs) -> frozenset[int] | None:
    """Return the lines that no parent has; None if all lines count."""
    by_parent = (lines_added(revisions.Changed(one.entry, old), tree, wanted) for old in one.before)
    known = [lines for lines in by_parent if lines is not None]
    return frozenset.intersection(*known) if known else None


def _way(entry: git.StoredFile, wanted: Globs) -> tuple[str, str]:
    """Return a blob and the format in which it is read; each such pair is scanned once."""
    if is_sidecar(entry.path):
        return entry.blob, "sidecar"
    if entry.mode == git.GITLINK or entry.path not in wanted:
        return entry.blob, f"outside {suffix_of(entry.path)}"
    return entry.blob, f"{entry.mode == git.SYMLINK} {suffix_of(entry.path)}"


def _strays(
    choice: FileChoice, tree: StoredTree, objects: Sequence[history.Object], wanted: Globs
) -> None:
    """Choose blobs that are reachable by tags though no commit of the range brought them."""
    for one in objects:
        path = one.path or f"blob {one.name[:12]}"
        entry = git.StoredFile(path, "100644", one.name)
        choose(choice, tree, entry, path, wanted, named=not one.path, key=one.name)


def _messages(
    choice: FileChoice, reader: git.BlobReader, objects: Sequence[str], name: str
) -> None:
    """Choose each distinct message once."""
    objects_of: dict[str, list[str]] = {}
    for one in objects:
        try:
            texts = history.texts(one, reader)
        except Incomplete as error:
            choice.add(InputFile(name, partial(unreadable, error.message), None, (one,)), one)
        else:
            unsigned = map(messages.without_signatures, texts)
            message = "\n\n".join(text for text in unsigned if text.strip())
            objects_of.setdefault(message, []).append(one)
            data = "\n\n".join(texts).encode("utf-8", "surrogateescape")
            choice.others[one] = InputFile(name, partial(bytes, data), None, (one,))
    for text, of in objects_of.items():
        if text.strip():
            data = text.encode("utf-8", "surrogateescape")
            choice.add(InputFile(name, partial(bytes, data), None, tuple(of)), f"{name} {of[0]}")
