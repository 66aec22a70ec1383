"""What ``anonfilter check`` looks at, and where what it goes by is read from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from anonfilter.files.read import STANDARD_INPUT, STDIN, read_input

if TYPE_CHECKING:
    from anonfilter.checking.selection import Choice, Name
    from anonfilter.files.source_tree import Tree
    from anonfilter.rules import Ruleset
    from anonfilter.session import Session

F = TypeVar("F", bound=Callable[..., Any])

_WHOLE_HISTORY = "--all"
WHAT = (
    "staged", "stdin", "stdin_filename", "diff", "history", "commit_msg", "refs", "rules_from"
)  # fmt: skip


def what_options(command: F) -> F:
    """--staged, --diff, --history, --commit-msg, --ref, --rules-from, --stdin: see `What`."""
    for option in (
        click.option("--stdin", is_flag=True, help="Check standard input."),
        click.option("--rules-from", metavar="REV",
                     help="Take rules, allow list, baseline, decisions and the corpus from this "
                     "commit, whatever is said in what is checked."),
        click.option("--ref", "refs", metavar="NAME", multiple=True,
                     help="Check the name of a branch or tag, too; may be repeated."),
        click.option("--commit-msg", metavar="FILE", type=click.Path(),
                     help="Check a commit message, as git will keep it."),
        click.option("--history", is_flag=False, flag_value=_WHOLE_HISTORY, metavar="[RANGE]",
                     help="Check all that commits brought, whether or not it is still there: "
                     "files, their names, messages, names of branches and tags."),
        click.option("--diff", metavar="BASE..HEAD",
                     help="Check the lines that are added between two commits, and new names."),
        click.option("--staged", is_flag=True,
                     help="Judge what git's index holds, not the files as they are now."),
    ):  # fmt: skip
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class What:
    """One of them is asked for; without any, PATHS, or all below the current folder.

    ``stdin`` is what standard input is called, if that is looked at.
    """

    paths: tuple[str, ...] = ()
    documents_only: bool = False
    staged: bool = False
    stdin: str | None = None
    diff: str | None = None
    history: str | None = None
    commit_msg: str | None = None
    refs: tuple[str, ...] = ()
    rules_from: str | None = None

    @classmethod
    def asked(
        cls, paths: tuple[str, ...], stdin: bool, stdin_filename: str | None, **others: Any
    ) -> What:
        if paths == (STDIN,):
            stdin, paths = True, ()
        name = (stdin_filename or STANDARD_INPUT) if stdin or stdin_filename is not None else None
        what = cls(paths=paths, stdin=name, **others)
        what._require_one()
        return what

    def _require_one(self) -> None:
        ways = {
            "--staged": self.staged, "--stdin": self.stdin, "--diff": self.diff,
            "--history": self.history, "--commit-msg": self.commit_msg,
        }  # fmt: skip
        asked = [name for name, value in ways.items() if value or value == ""]
        if len(asked) > 1:
            raise click.UsageError(f"{asked[0]} does not go with {asked[1]}")
        if asked and self.paths and not self.staged:
            raise click.UsageError(f"{asked[0]} does not go with paths")

    @property
    def in_tree(self) -> bool:
        """Whether files are looked at as they are now."""
        stored = (self.stdin, self.diff, self.history, self.commit_msg)
        only_refs = self.refs and not self.paths
        return not (self.staged or only_refs or any(one is not None for one in stored))

    @property
    def added_only(self) -> bool:
        return self.diff is not None

    @contextmanager
    def going_by(self) -> Iterator[Tree]:
        """Open the tree that all that the check goes by is read from."""
        from anonfilter.files.source_tree import DISK
        from anonfilter.git.stored_tree import open_index, open_revision

        if self.rules_from is None and not self.staged:
            yield DISK
            return
        opening = open_index() if self.rules_from is None else open_revision(self.rules_from)
        with opening as tree:
            yield tree

    def decided(self, choice: Choice, tree: Tree) -> Tree:
        """Where decisions are read from: with the rules, or with the documents."""
        return choice.beside if self.diff and not self.rules_from else tree

    @contextmanager
    def choice(self, session: Session) -> Iterator[Choice]:
        """The files to look at, and what is told of the others."""
        with self._chosen(session) as choice:
            if self.refs:
                choice.named = [*choice.names(), *_names(self.refs)]
            yield choice

    @contextmanager
    def _chosen(self, session: Session) -> Iterator[Choice]:
        from anonfilter.checking import selection as files
        from anonfilter.checking.globs import Globs

        wanted = Globs(session.ruleset)
        if self.staged:
            from anonfilter.checking.stored import from_index, index_of

            with index_of(session.tree) as tree:
                yield from_index(tree, self.paths, wanted, documents_only=self.documents_only)
        elif self.diff is not None:
            from anonfilter.checking.stored import from_difference

            with from_difference(self.diff, wanted) as choice:
                yield choice
        elif self.history is not None:
            from anonfilter.checking.history import from_history

            with from_history(self.history, wanted) as choice:
                yield choice
        elif self.in_tree:
            yield files.from_paths(self.paths or (".",), wanted, documents_only=self.documents_only)
        else:
            yield self._single()

    def _single(self) -> Choice:
        """Standard input, or a message."""
        from anonfilter.checking.selection import Choice, Chosen

        choice = Choice()
        if self.stdin is not None:
            name = self.stdin
            choice.add(Chosen(name, lambda: read_input(STDIN, name).data))
        elif self.commit_msg is not None:
            from anonfilter.checking import messages

            choice.named = []
            choice.add(Chosen(messages.NAME, partial(_message, self.commit_msg)))
        return choice


def _names(refs: tuple[str, ...]) -> Iterator[Name]:
    from anonfilter.checking.selection import Name

    for ref in refs:
        yield Name(ref, prose=True, reference=True)


def _message(path: str) -> bytes:
    """What git will keep of a message, with the line numbers of its file."""
    from anonfilter.checking import messages
    from anonfilter.errors import Incomplete

    data, codec = read_input(path).data, messages.encoding()
    try:
        text = data.decode(codec, "surrogateescape")
    except LookupError:
        raise Incomplete(f"i18n.commitEncoding names no encoding: {codec}") from None
    kept = messages.kept(text, editor=os.environ.get("GIT_EDITOR", ""))
    return messages.words(kept).encode("utf-8", "surrogateescape")


def told_rules(ruleset: Ruleset, named: str | None, tree: Tree) -> str:
    """A line on which rules count, where the files as they are say something else; else ""."""
    from anonfilter.errors import AnonfilterError
    from anonfilter.files.source_tree import DISK
    from anonfilter.rules import find

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
