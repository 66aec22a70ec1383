"""The target of a check, and the trees that its rules, allow list and baseline are read from."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files.read import STDIN, read_input
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.rules import Ruleset, find
from anonfilter.run.inputs import InputFile
from anonfilter.run.session import Session
from anonfilter.selection import messages
from anonfilter.selection.choice import CheckedName, FileChoice, from_paths
from anonfilter.selection.globs import Globs
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class CheckTarget:
    """The target of a check: what the user asks to check.

    If neither ``staged``, ``stdin`` (the name of standard input), ``diff``, ``history`` nor
    ``commit_msg`` is set, the target is ``paths``, or all files below the current folder. With
    ``refs`` and no paths, only these refs are checked.
    """

    paths: tuple[str, ...] = ()
    documents_only: bool = False
    recurse_submodules: bool = False
    staged: bool = False
    stdin: str | None = None
    diff: str | None = None
    history: str | None = None
    commit_msg: str | None = None
    refs: tuple[str, ...] = ()
    rules_from: str | None = None

    @property
    def in_tree(self) -> bool:
        """True if files of the working tree are checked."""
        stored = (self.stdin, self.diff, self.history, self.commit_msg)
        only_refs = self.refs and not self.paths
        return not (self.staged or only_refs or any(one is not None for one in stored))

    def missing(self) -> list[str]:
        """Return the paths that do not exist."""
        return [os.path.normpath(path) for path in self.paths if not os.path.lexists(path)]

    @contextmanager
    def policy_tree(self) -> Iterator[Tree]:
        """Open the tree that rules, allow list, baseline and corpus are read from."""
        from anonfilter.git.stored_tree import open_index, open_revision

        if self.rules_from is None and not self.staged:
            yield DISK
            return
        opening = open_index() if self.rules_from is None else open_revision(self.rules_from)
        with opening as tree:
            yield tree

    def decisions_tree(self, choice: FileChoice, tree: Tree) -> Tree:
        """Return the tree that decisions are read from: that of the documents or of the rules."""
        return choice.sidecar_tree if self.diff and not self.rules_from else tree

    @contextmanager
    def choice(self, session: Session, *, added_only: bool = False) -> Iterator[FileChoice]:
        """Choose the files to check; ``added_only``: only lines and names that commits add."""
        with self._chosen(session, added_only) as choice:
            if self.refs:
                refs = (CheckedName(ref, prose=True, reference=True) for ref in self.refs)
                choice.named = [*choice.names(), *refs]
            yield choice

    @contextmanager
    def _chosen(self, session: Session, added_only: bool) -> Iterator[FileChoice]:
        wanted = Globs(session.ruleset)
        if self.staged:
            from anonfilter.selection.stored import from_index, index_of

            with index_of(session.tree) as tree:
                yield from_index(tree, self.paths, wanted, documents_only=self.documents_only)
        elif self.diff is not None:
            from anonfilter.selection.stored import from_difference

            with from_difference(self.diff, wanted) as choice:
                yield choice
        elif self.history is not None:
            from anonfilter.selection.history import from_history

            with from_history(self.history, wanted, added_only=added_only) as choice:
                yield choice
        elif self.in_tree:
            yield from_paths(
                self.paths or (".",),
                wanted,
                documents_only=self.documents_only,
                submodules=self.recurse_submodules,
            )
        else:
            yield self._single()

    def _single(self) -> FileChoice:
        """Choose standard input, or a message."""
        choice = FileChoice()
        if self.stdin is not None:
            name = self.stdin
            choice.add(InputFile(name, cache(lambda: read_input(STDIN, name).data)))
        elif self.commit_msg is not None:
            choice.named = []
            choice.add(InputFile(messages.NAME, cache(partial(_message, self.commit_msg))))
            path = self.commit_msg
            whole = InputFile(messages.NAME, lambda: read_input(path).data)
            choice.others[messages.NAME] = whole
        return choice


def _message(path: str) -> bytes:
    """Return the part of a commit message that git will keep, with the line numbers of its file."""
    return messages.kept_message(read_input(path).data, editor=os.environ.get("GIT_EDITOR", ""))


def rules_note(ruleset: Ruleset, named: str | None, tree: Tree) -> str:
    """Return a note if the working tree has other rules than the tree of the check, else ""."""
    try:
        origin, _ = find.ruleset(named, Path.cwd())
        same = origin == ruleset.origin and all(
            tree.read(path) == DISK.read(path)
            for path in ruleset.files
            if path not in find.shipped()
        )
    except AnonfilterError:
        same = False
    if same:
        return ""
    shipped = ruleset.origin in find.shipped()
    which = f"{ruleset.origin}, as shipped" if shipped else find.display(ruleset.origin)
    return f"the rules are those of {tree.name} ({which}); the working tree has others"


def roster_note(tree: Tree) -> str:
    """Return a note if the working tree has other rosters than the tree of the check, else ""."""
    from anonfilter.keys.corpus import corpora_around

    try:
        rosters = [corpus.roster for corpus in corpora_around(Path.cwd())]
        others = [path for path in rosters if DISK.read(path) not in (None, tree.read(path))]
    except AnonfilterError:
        return ""
    if not others:
        return ""
    names = ", ".join(find.display(str(path)) for path in others)
    return f"names were looked for as {tree.name} has them; the working tree has others in {names}"
