"""A run of sync: find outdated copies, update them, and remember the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from anonfilter.errors import AnonfilterError
from anonfilter.files.locks import locked
from anonfilter.text.values import hide_values
from anonfilter_repository.sync import (
    ignored_originals,
    prune_copies,
    rules_signature,
    source_files,
)
from anonfilter_repository.sync.folders import Layout, Workspace
from anonfilter_repository.sync.rules_signature import RunOptions
from anonfilter_repository.sync.sync_plan import KNOWN, Plan, Planning
from anonfilter_repository.sync.sync_state import Setting, Store

if TYPE_CHECKING:
    from anonfilter.run.loop import Progress
    from anonfilter.run.result import Result
    from anonfilter_repository.sync.copy_worker import Worker
    from anonfilter_repository.sync.shared_inputs import Rules

_ROUNDS = 5  # in which copies are updated that the previous round has made outdated
# git's names for an empty file
_EMPTY = {
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
}


ShowProgress = Callable[[int, int], AbstractContextManager["Progress | None"]]
"""A function that shows the progress through a number of documents and their bytes."""


@hide_values
@dataclass(slots=True)
class Work:
    """The results of a run by document, and the ``unsettled`` documents, left for the next run."""

    results: dict[str, Result] = field(default_factory=dict)
    unsettled: list[str] = field(default_factory=list)


class Run:
    """A run over one corpus. Rules and engine are loaded only if they are needed."""

    def __init__(self, options: RunOptions, paths: tuple[str, ...] = ()) -> None:
        self._options = options
        self._paths = paths
        self.workspace = Workspace.current()
        self.store = Store(self.workspace)

    def __enter__(self) -> Run:
        """Lock the corpus, since two runs at once would overwrite each other's state."""
        self._lock = locked(self.store.path)
        self._lock.__enter__()
        try:
            self._look()
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *raised: object) -> None:
        self._lock.__exit__(None, None, None)

    def _look(self) -> None:
        self.state = self.store.load()
        self.layout, self._same_rules = self._settled()
        ignored_originals.require_ignored(self.layout)
        self.tree = source_files.scan(self.layout)
        self.limit = self.layout.limit(self._paths)
        there = [*self.tree.files, *self.tree.problems, *self.state.entries]
        self.limit.require_met([*there, *self.strays()] if self._paths else there, self.layout)
        self.setting = self._setting()
        self.plan = self._planned()
        ignored_originals.require_kept(self.layout, self.plan.documents)
        self._known = self._known_now()
        self._add_known(self.plan)

    @cached_property
    def rules(self) -> Rules:
        from anonfilter_repository.sync.shared_inputs import Rules

        return Rules(self.workspace, self._options)

    # find outdated copies

    def _settled(self) -> tuple[Layout, bool]:
        """Return the layout, and True if the rules are certainly those of the last run."""
        before = self.state.setting
        if before is not None:
            now = self.store.keyed(
                rules_signature.of(self.workspace, self._options, before.watched)
            )
            if now == before.signature:
                return Layout(self.workspace, before.source, before.output), True
        return self.rules.layout(), False

    def _setting(self) -> Setting:
        before = self.state.setting
        if before is not None and self._same_rules:
            return before
        setting = self.rules.setting(self.store)
        self._same_rules = before is not None and before.basis == setting.basis
        return setting

    def _planned(self) -> Plan:
        self._planning = Planning(
            self.layout,
            self.state,
            self.setting.basis,
            # The globs of the rules match the copy of a document.
            lambda rel: self.layout.from_top(rel) in self.rules.documents,
            same_rules=self._same_rules,
        )
        return self._planning.plan(self.tree, self.limit)

    def _known_now(self) -> str:
        from_outside = self.store.keyed(rules_signature.knowing(self.workspace))
        if from_outside != self.state.known.signature:
            from anonfilter_repository.sync.shared_inputs import known_digest

            self.state.known.digest = known_digest(self.workspace, self.store)
            self.state.known.signature = from_outside
            self.state.changed = True
        return self.state.known.digest

    def _add_known(self, plan: Plan) -> None:
        """Add documents whose copies contain originals that other documents have made known."""
        entries = self.state.entries
        asked = [rel for rel in plan.current if entries[rel].known != self._known]
        for rel in self._outdated(asked):
            plan.todo[rel] = KNOWN
        plan.current = [rel for rel in plan.current if rel not in plan.todo]
        plan.todo = dict(sorted(plan.todo.items()))

    def _outdated(self, rels: Iterable[str]) -> set[str]:
        """Return the documents whose copies contain a known original or cannot be searched.

        The other documents are marked as checked.
        """
        asked = list(rels)
        found: set[str] = set()
        if asked and self._known:
            from anonfilter_repository.sync.shared_inputs import holding_known

            found = set(holding_known(self.rules.engine, self.layout, asked))
        for rel in asked:
            if rel not in found:
                self.state.entries[rel].known = self._known
                self.state.changed = True
        return found

    # update copies

    def carry_out(self, jobs: int, show: ShowProgress = lambda *_: nullcontext(None)) -> Work:
        """Update documents in several processes; after an interruption, keep finished ones."""
        work = Work()
        todo = list(self.plan.todo)
        try:
            for _ in range(_ROUNDS):
                if not todo:
                    break
                done = list[str]()
                with self._results(todo, jobs, show) as (worker, results):
                    for result in results:
                        rel = worker.rel(result)
                        work.results[rel] = result
                        if result.details is not None:
                            self.state.entries[rel] = result.details
                            self.state.changed = True
                            done.append(rel)
                todo = self._next_round([*self.plan.current, *done])
                self.plan.current = sorted({*self.plan.current, *done} - set(todo))
            work.unsettled = todo
            for rel, result in work.results.items():
                if result.details is not None:
                    self._planning.settle(rel)
        finally:
            self.save()
        return work

    @contextmanager
    def _results(
        self, rels: list[str], jobs: int, show: ShowProgress
    ) -> Iterator[tuple[Worker, Iterator[Result]]]:
        """Yield a worker, and the results of these documents as they are finished."""
        # A run with nothing to do must not import the engine.
        from anonfilter.run import loop
        from anonfilter_repository.sync.copy_worker import Worker

        rules = self.rules
        worker = Worker(
            rules.engine,
            rules.policy,
            self.layout,
            rels,
            basis=self.setting.basis,
            known=self._known,
            beside=self.plan.beside,
        )
        sizes = loop.sizes_of(map(self.layout.original, rels))
        with (
            show(len(rels), sum(sizes)) as shown,
            closing(
                loop.results(
                    worker,
                    rels,
                    worker.died,
                    engine=rules.engine,
                    sizes=sizes,
                    jobs=jobs,
                    progress=shown,
                    ordered=False,
                )
            ) as results,
        ):
            yield worker, results

    def _next_round(self, rels: list[str]) -> list[str]:
        """Return the documents whose copies contain originals that the last round made known."""
        before, self._known = self._known, self._known_now()
        if before == self._known:
            return []
        self.rules.renew()
        return sorted(
            self._outdated(rel for rel in rels if self.state.entries[rel].known != self._known)
        )

    def save(self) -> None:
        self.state.changed |= self.state.setting != self.setting
        self.state.setting = self.setting
        self.store.save(self.state)

    # copies without an original

    def strays(self) -> list[str]:
        """Return the copies without an original that no run on this machine made."""
        found = prune_copies.strays(self.layout, self.tree, self.state.entries)
        return [rel for rel in found if rel in self.limit]

    def prune(self) -> Iterator[tuple[str, AnonfilterError | None]]:
        """Remove copies without an original; yield each, with the error if it was kept.

        Copies that no run on this machine made are removed only if the user names them.
        """
        prune_copies.require_some(self.tree, self.layout, self.limit)
        entries = {rel: self.state.entries[rel] for rel in self.plan.gone}
        for rel in self.strays():
            if self.limit.names_exactly(rel):
                entries[rel] = prune_copies.stray_entry(self.layout, rel)
        for rel, entry in sorted(entries.items()):
            try:
                prune_copies.remove(self.layout, rel, entry)
            except AnonfilterError as error:
                yield rel, error
            else:
                self.state.entries.pop(rel, None)
                self.state.changed = True
                yield rel, None
        for rel in [rel for rel in self.plan.gone if rel not in self.state.entries]:
            del self.plan.gone[rel]
        self.save()

    # find files that must not be committed

    def leaked(self) -> list[tuple[str, str]]:
        """Return the paths in git's index with the content of an original, each with the original.

        Originals that are empty, or in which nothing had to be replaced, are left out.
        """
        harmless = set(_EMPTY)
        for entry in self.state.entries.values():
            if entry.source.ids[0] == entry.copy.ids[0]:  # nothing had to be replaced
                harmless.update(entry.source.ids)
        originals = {
            blob: rel
            for rel, blobs in sorted(self.plan.ids.items())
            for blob in blobs
            if blob not in harmless
        }
        return sorted(ignored_originals.leaked(self.layout, originals))

    def names(self) -> list[tuple[str, str]]:
        """Return the originals with personal data in names that copies have, with its label."""
        entries = self.state.entries
        rels = [rel for rel in self.tree.files if rel in entries]
        if "rules" in self.__dict__:  # they were read
            from anonfilter_repository.sync.copy_worker import names_in

            known = names_in(self.rules.engine, self.layout, rels, prose=False)
            self.state.changed |= known != self.state.names
            self.state.names = known
        return sorted({*self.state.names, *(one for rel in rels for one in entries[rel].names)})
