"""Find outdated copies and the reasons, by comparing files with the state of the last run."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_repository.sync.file_stamps import Stamp, Stamping
from anonfilter_repository.sync.folders import Layout, Limit
from anonfilter_repository.sync.source_files import SourceFiles, owners
from anonfilter_repository.sync.sync_state import Entry, SyncState

NEW = "is new"
RULES = "rules, programs or the key have changed"
ORIGINAL = "the original has changed"
BESIDE = "decisions beside the original have changed"
COPY = "the copy has changed"
NO_COPY = "the copy is gone"
SIDECAR = "the sidecar has changed"
NO_SIDECAR = "the sidecar is gone"
GONE = "its original is gone"
OUTSIDE = "its original is no longer a document by the rules"
KNOWN = "contains an original that another document has made known"


@hide_values
@dataclass(slots=True)
class Plan:
    """The plan of a run, by paths below the source folder.

    - ``todo``: documents to update, with reasons, in order.
    - ``current``: documents whose copies are up to date.
    - ``gone``: copies of earlier runs that have no original any more, with reasons.
    - ``outside``: files that are not documents.
    - ``problems``: files that cannot be read, with reasons.
    - ``ids``: git's names for the content of each file.
    - ``beside``: the files beside each document, by suffix.
    """

    todo: dict[str, str] = field(default_factory=dict)
    current: list[str] = field(default_factory=list)
    gone: dict[str, str] = field(default_factory=dict)
    outside: list[str] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)
    ids: dict[str, tuple[str, ...]] = field(default_factory=dict)
    beside: dict[str, dict[str, Stamp]] = field(default_factory=dict)

    @property
    def documents(self) -> list[str]:
        return sorted({*self.todo, *self.current})


class Planning:
    """A comparison of files with the state of the last sync.

    ``is_document`` decides for files that no run has seen, or if the rules have changed.
    """

    def __init__(
        self,
        layout: Layout,
        state: SyncState,
        basis: str,
        is_document: Callable[[str], bool],
        *,
        same_rules: bool,
    ) -> None:
        self._layout = layout
        self._state = state
        self._basis = basis
        self._is_document = is_document
        self._same_rules = same_rules
        self._stamping = Stamping(layout.workspace.algorithm)

    def plan(self, tree: SourceFiles, limit: Limit) -> Plan:
        plan = Plan(problems={rel: why for rel, why in tree.problems.items() if rel in limit})
        stamps: dict[str, Stamp] = {}
        self._top = f"{self._layout.source_folder}/"
        self._copies = f"{self._layout.output_folder}/"
        self._root = f"{self._layout.workspace.root}/"
        for rel, status in tree.files.items():
            try:
                stamps[rel] = self._stamp(rel, status)
                plan.ids[rel] = stamps[rel].ids
            except Incomplete as error:
                if rel in limit and self._counts(rel):
                    plan.problems[rel] = error.message
        self._sort(tree, stamps, plan, limit)
        for rel in sorted(self._state.entries):
            if rel in limit and not tree.hides(rel):
                if rel not in tree.files:
                    plan.gone[rel] = GONE
                elif rel in self._state.outside:
                    plan.gone[rel] = OUTSIDE
        return plan

    def _sort(self, tree: SourceFiles, stamps: dict[str, Stamp], plan: Plan, limit: Limit) -> None:
        outside: dict[str, Stamp] = {}
        for rel, stamp in stamps.items():
            if not self._counts(rel):
                outside[rel] = stamp
                if rel in limit:
                    plan.outside.append(rel)
                continue
            if rel not in limit:
                continue
            beside = {one[len(rel) :]: stamps[one] for one in tree.beside(rel) if one in stamps}
            plan.beside[rel] = beside
            reason = self._reason(rel, stamp, beside)
            if reason:
                plan.todo[rel] = reason
            else:
                plan.current.append(rel)
        self._state.changed |= outside != self._state.outside
        self._state.outside = outside

    def _counts(self, rel: str) -> bool:
        """Return True if a file is a document.

        If the rules are the same, it is one if it was one in the last run.
        """
        if self._same_rules:
            if rel in self._state.outside:
                return False
            if rel in self._state.entries:
                return True
        return self._is_document(rel)

    def _stamp(self, rel: str, status: os.stat_result) -> Stamp:
        path = self._top + rel
        entry = self._state.entries.get(rel)
        before = entry.source if entry is not None else self._state.outside.get(rel)
        for document, suffix in owners(rel) if before is None else ():
            owner = self._state.entries.get(document)
            before = owner.beside.get(suffix) if owner is not None else before
        if before is None:
            return self._stamping.take(path, status)
        return self._stamping.again(path, before, status)

    def _reason(self, rel: str, source: Stamp, beside: dict[str, Stamp]) -> str:
        """Return the reason why a document is out of date; "" if it is up to date.

        Record the new state of unchanged files.
        """
        entry = self._state.entries.get(rel)
        if entry is None:
            return NEW
        if source.ids[0] != entry.source.ids[0]:
            return ORIGINAL
        if entry.basis != self._basis:
            return RULES
        if {k: v.ids[0] for k, v in beside.items()} != {
            k: v.ids[0] for k, v in entry.beside.items()
        }:
            return BESIDE
        self._state.changed |= source is not entry.source or beside != entry.beside
        entry.source, entry.beside = source, beside
        return self._of_results(rel, entry)

    def settle(self, rel: str) -> None:
        """Record the state of the files that this run wrote, which saves reading them again."""
        self._of_results(rel, self._state.entries[rel])

    def _of_results(self, rel: str, entry: Entry) -> str:
        copy = self._copies + rel
        found = self._same(copy, entry.copy)
        if found is None:
            return COPY if os.path.lexists(copy) else NO_COPY
        entry.copy = found
        for suffix, stamp in entry.follow.items():
            followed = self._same(copy + suffix, stamp)
            if followed is None:
                return COPY
            entry.follow[suffix] = followed
        place = self._root + entry.sidecar_at
        if entry.sidecar is None:
            return SIDECAR if os.path.lexists(place) else ""
        sealed = self._same(place, entry.sidecar)
        if sealed is None:
            return SIDECAR if os.path.lexists(place) else NO_SIDECAR
        entry.sidecar = sealed
        return ""

    def _same(self, path: str, before: Stamp) -> Stamp | None:
        """Return the current stamp of a file; None if it has changed, is missing or a link."""
        try:
            status = os.lstat(path)
            if not stat.S_ISREG(status.st_mode):
                return None
            now = self._stamping.again(path, before, status)
        except (OSError, Incomplete):
            return None
        if now.ids != before.ids:
            return None
        self._state.changed |= now is not before
        return now
