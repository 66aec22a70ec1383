"""What ``anonfilter check`` lets pass: by the allow list, and by a baseline."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from anonfilter.files.source_tree import Tree, upwards
from anonfilter.pseudonyms.keys.corpus import FOLDER
from anonfilter.rules.find import display
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    from anonfilter.checking.accepted.baseline import Baseline
    from anonfilter.checking.accepted.baseline_file import Standing
    from anonfilter.checking.accepted.decide import Passing
    from anonfilter.checking.found import Fingerprints
    from anonfilter.commands.check_what import What
    from anonfilter.pseudonyms.keys.corpus import Corpus
    from anonfilter.session import Session

F = TypeVar("F", bound=Callable[..., Any])

BASELINE = ("baseline", "no_baseline", "update_baseline")


def baseline_options(command: F) -> F:
    """--baseline, --no-baseline, --update-baseline."""
    for option in (
        click.option("--update-baseline", is_flag=True,
                     help="Take into the baseline what is found now, and out of it what is gone."),
        click.option("--no-baseline", is_flag=True, help="Fail on what stood there before, too."),
        click.option("--baseline", metavar="FILE", type=click.Path(),
                     help="Fail only on what is not in this file; else the nearest "
                     ".anonfilter/baseline.yaml counts."),
    ):  # fmt: skip
        command = option(command)
    return command


class Accepted:
    """What is let pass in one check; read from where the check reads all that it goes by.

    ``own_rules``: by the rules that always hold here. Others may find less, so that nothing is
    gone which they do not find.
    """

    def __init__(
        self,
        session: Session,
        what: What,
        tell: Callable[[str], None],
        *,
        baseline: str | None,
        no_baseline: bool,
        update_baseline: bool,
        own_rules: bool,
    ) -> None:
        from anonfilter.checking.accepted import allow_list as allow
        from anonfilter.checking.accepted.decide import Passing

        as_they_are = what.in_tree and what.rules_from is None
        if no_baseline and (baseline or update_baseline):
            raise click.UsageError("--no-baseline goes with no other option about one")
        if update_baseline and not as_they_are:
            raise click.UsageError(
                "--update-baseline goes by the files as they are, not by what is staged or was "
                "committed"
            )
        self._engine = engine = session.engine
        self._tree = session.tree
        self._limited = bool(engine.options.only or engine.options.excepted)
        self._path, self._named = _place(baseline, session.tree), baseline is not None
        self._tell = tell
        self._updating = update_baseline
        self._whole = what.in_tree and not self._limited and _is_whole(what, session.tree)
        self._looks_at_all = what.in_tree or what.staged
        self._may_shrink = as_they_are and own_rules
        corpus = session.corpus
        used = not no_baseline and (self._named or update_baseline or self._tree.has(self._path))
        self._standing = self._opened(corpus, what.added_only) if used else None
        self.passing: Passing = Passing(
            allow.read(Path.cwd(), self._tree),
            self._standing,
            None if self._standing else _fingerprints(corpus),
            updating=update_baseline,
        )

    def _opened(self, corpus: Corpus | None, added_only: bool) -> Standing | None:
        """The baseline. None, if it cannot be read here, and nobody asked for it, or added lines
        are all that counts."""
        from anonfilter.checking.accepted.baseline_file import NoKey, opened

        try:
            data = self._tree.read(self._path)
            return opened(data, self._name, corpus, updating=self._updating)
        except NoKey as error:
            if self._updating or (self._named and not added_only):
                raise
            which = "the lines that were added" if added_only else "all findings"
            self._tell(f"{self._name}: {error.message}; {which} count")
            return None

    @property
    def _name(self) -> str:
        return display(str(self._path))

    def finish(self, *, complete: bool) -> None:
        """Say what is stale, and write the baseline where that is asked for, or where it shrinks.

        After an incomplete check nobody can say what is gone, nor after one of added lines.
        """
        for remark in self.passing.remarks(self._engine.labels, whole=self._whole):
            self._tell(remark)
        passed = self.passing.told()
        if passed:
            self._tell(passed)
        if self._standing is not None:
            self._shrink(complete and self._looks_at_all)

    def _shrink(self, complete: bool) -> None:
        passing, labels = self.passing, None
        if self._limited:
            labels = {name for name, label in self._engine.labels.items() if label.redact}
        gone = passing.gone(whole=self._whole, labels=labels) if complete else set()
        if self._updating:
            self._write(passing.updated(gone, whole=self._whole and complete))
        elif gone and self._may_shrink:
            self._write(passing.shrunk(gone))
        elif gone:
            self._tell(f"{self._name}: {len(gone):,} of its findings are not found any more")

    def _write(self, baseline: Baseline) -> None:
        from anonfilter.checking.accepted.baseline_file import save

        assert self._standing is not None
        before = self._standing.baseline.entries
        save(self._path, baseline)
        new, gone = len(baseline.entries - before), len(before - baseline.entries)
        self._tell(f"{self._name}: {new:,} taken in, {gone:,} taken out, "
                   f"{counted(len(baseline.entries), 'finding')} in all")  # fmt: skip


def _is_whole(what: What, tree: Tree) -> bool:
    """Whether all documents of the repository are looked at; or where there is none, all below
    the current folder."""
    top = os.path.realpath(upwards(tree, Path.cwd())[-1])
    return any(os.path.realpath(path) == top for path in what.paths or (".",))


def _place(named: str | None, tree: Tree) -> Path:
    """The baseline that somebody named, or the nearest one; where there is none, its place."""
    if named is not None:
        return Path(named)
    places = [folder / FOLDER / "baseline.yaml" for folder in upwards(tree, Path.cwd())]
    there = [*filter(tree.has, places), *(one for one in places if one.parent.is_dir())]
    return there[0] if there else places[-1]


def _fingerprints(corpus: Corpus | None) -> Fingerprints | None:
    """What makes fingerprints for reports; None without a key."""
    if corpus is None:
        return None
    from anonfilter.checking.found import Fingerprints
    from anonfilter.pseudonyms.keys.key import check_key_of
    from anonfilter.pseudonyms.keys.keyring import find_key

    key = find_key(corpus)
    return None if key is None else Fingerprints(check_key_of(key))
