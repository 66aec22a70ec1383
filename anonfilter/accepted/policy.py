"""Opens the allow list and the baseline of a check, and updates the baseline."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from anonfilter.accepted import allow_list
from anonfilter.accepted.acceptance import Acceptance
from anonfilter.accepted.baseline import Baseline, NoKey, OpenBaseline, open_baseline, save
from anonfilter.accepted.fingerprints import Fingerprints
from anonfilter.files.source_tree import Tree, upwards
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import check_key_of
from anonfilter.keys.keyring import find_key
from anonfilter.rules.find import display
from anonfilter.run.session import Session
from anonfilter.selection.target import CheckTarget
from anonfilter.text.plural import counted


class AcceptancePolicy:
    """The allow list and the baseline of one check, read from the session's tree.

    With ``own_rules``, the check uses the rules of the repository. Other rules may find less, so
    entries that they do not find stay in the baseline. ``is_closed`` is True if the key of the
    baseline is missing on this machine.
    """

    def __init__(
        self,
        session: Session,
        target: CheckTarget,
        notify: Callable[[str], None],
        *,
        baseline: str | None = None,
        no_baseline: bool = False,
        update_baseline: bool = False,
        own_rules: bool,
    ) -> None:
        self._engine = engine = session.engine
        self._tree = session.tree
        self._limited = bool(engine.options.only or engine.options.excepted)
        self._named = baseline is not None
        self._path = Path(baseline or allow_list.place(Path.cwd(), "baseline.yaml", session.tree))
        self._notify = notify
        self._updating = update_baseline
        self._whole = target.in_tree and not self._limited and _is_whole(target, session.tree)
        self._whole_files = target.in_tree or target.staged
        self._may_shrink = target.in_tree and target.rules_from is None and own_rules
        corpus = session.corpus
        used = not no_baseline and (self._named or update_baseline or self._tree.has(self._path))
        by_commits = target.diff is not None or target.history is not None
        self._opened = self._open(corpus, by_commits) if used else None
        key = find_key(corpus) if corpus is not None and self._opened is None else None
        self.is_closed = used and self._opened is None
        self.acceptance = Acceptance(
            allow_list.read(Path.cwd(), self._tree),
            self._opened,
            None if key is None else Fingerprints(check_key_of(key)),
            updating=update_baseline,
        )

    @property
    def has_baseline(self) -> bool:
        return self._tree.has(self._path)

    def _open(self, corpus: Corpus | None, added_only: bool) -> OpenBaseline | None:
        """Open the baseline; return None if its key is missing.

        A missing key is an error if --baseline names the file or the baseline is to be updated.
        """
        try:
            data = self._tree.read(self._path)
            return open_baseline(data, self._name, corpus, updating=self._updating)
        except NoKey as error:
            if self._updating or (self._named and not added_only):
                raise
            which = "all findings on added lines" if added_only else "all findings"
            self._notify(f"{self._name}: {error.message}; so {which} count as new")
            return None

    @property
    def _name(self) -> str:
        return display(str(self._path))

    def finish(self, *, complete: bool) -> None:
        """Report unused entries, and write the baseline if it changes.

        Only a complete check of whole files shows which findings no longer exist.
        """
        states = self.acceptance.states(self._engine.labels, whole=self._whole)
        for allowance, state in states:
            self._notify(f"{allowance.place}: {state}")
        summary = self.acceptance.summary()
        if summary:
            self._notify(summary)
        if self._opened is not None:
            self._update(complete and self._whole_files)

    def _update(self, complete: bool) -> None:
        acceptance, labels = self.acceptance, None
        if self._limited:
            labels = {name for name, label in self._engine.labels.items() if label.redact}
        gone = acceptance.gone(whole=self._whole, labels=labels) if complete else set()
        if self._updating:
            self._write(acceptance.updated(gone, whole=self._whole and complete))
        elif gone and self._may_shrink:
            self._write(acceptance.shrunk(gone))
        elif gone:
            self._notify(f"{self._name}: {len(gone):,} of its findings are no longer found")

    def _write(self, baseline: Baseline) -> None:
        assert self._opened is not None
        before = self._opened.baseline.entries
        save(self._path, baseline)
        new, gone = len(baseline.entries - before), len(before - baseline.entries)
        self._notify(
            f"{self._name}: {new:,} added, {gone:,} removed, "
            f"{counted(len(baseline.entries), 'finding')} in all"
        )


def _is_whole(target: CheckTarget, tree: Tree) -> bool:
    """Return True if the check covers the whole repository; outside of one, the current folder."""
    top = os.path.realpath(upwards(tree, Path.cwd())[-1])
    return any(os.path.realpath(path) == top for path in target.paths or (".",))
