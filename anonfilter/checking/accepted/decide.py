"""What is let pass of all that was found: by the allow list first, then by the baseline.

Findings come here file by file, whoever scanned them, so that one place knows what was used of
either and can tell at the end what is stale.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date

from anonfilter.checking.accepted.allow_list import Allowance, AllowList
from anonfilter.checking.accepted.baseline import Baseline, Entry, Survey, entries_of
from anonfilter.checking.accepted.baseline_file import Standing
from anonfilter.checking.found import Fingerprints
from anonfilter.contract.document import Finding
from anonfilter.errors import AnonfilterError
from anonfilter.text.plural import counted


class Passing:
    """``allowed`` and ``known_before`` count what was let pass by either.

    While a baseline is ``updating``, it takes in whatever it can, and that passes.
    """

    def __init__(
        self,
        allow: AllowList | None = None,
        standing: Standing | None = None,
        fingerprints: Fingerprints | None = None,
        today: date | None = None,
        *,
        updating: bool = False,
    ) -> None:
        self._allow = allow or AllowList()
        self._standing = standing
        self._fingerprints = standing.current if standing else fingerprints
        self._today = today or date.today()
        self._updating = updating
        self._used: set[Allowance] = set()
        self._entries: set[Entry] = set()
        self._current: set[Entry] = set()
        self._files: set[str] = set()
        self._incomplete: set[str] = set()  # paths
        self.allowed = 0
        self.known_before = 0

    def fingerprint(self, found: Finding) -> str:
        """As reports tell it; "" without a key."""
        return self._fingerprints.of(found) if self._fingerprints else ""

    def fails(self, path: str, found: Sequence[Finding], added: Sequence[bool] = ()) -> list[bool]:
        """Which findings of a file that was scanned to its end fail the check; ``added`` says
        which of them stand on lines that were, where only those count. ``Incomplete``: a pattern
        of the allow list took too long."""
        matching = [self._allow.matching(one, self._today) for one in found]
        self._used.update(*matching)
        left = dict.fromkeys(at for at, allowances in enumerate(matching) if not allowances)
        before = self._before(
            path, [found[at] for at in left], [added[at] for at in left] if added else ()
        )
        stood = {at for at, known in zip(left, before, strict=True) if known}
        counting = {at for at in range(len(found)) if not added or added[at]}
        self.allowed += len(counting.difference(left))
        self.known_before += len(counting & stood)
        return [at in left and at not in stood for at in range(len(found))]

    def incomplete(self, path: str) -> None:
        """A file that was not scanned to its end: of what is in it nothing is known."""
        self._incomplete.add(path)

    def _before(self, path: str, found: Sequence[Finding], added: Sequence[bool]) -> list[bool]:
        """Which of them the baseline has."""
        standing = self._standing
        if standing is None:
            return [False] * len(found)
        self._files.add(standing.own.file(path))
        entries = entries_of(standing.own, found, added)
        self._entries.update(filter(None, entries))
        if standing.rotated:
            self._current.update(filter(None, entries_of(standing.current, found, added)))
        if self._updating:
            return [entry is not None for entry in entries]
        return [entry in standing.baseline.entries for entry in entries]

    # at the end

    def states(self, labels: Collection[str], *, whole: bool) -> Iterator[tuple[Allowance, str]]:
        """What is wrong with entries of the allow list; ``whole``: all documents were looked at,
        for all of the labels."""
        for one in self._allow.expired(self._today):
            yield one, f"expired on {one.entry.expires}, and lets nothing pass"
        unknown = dict(self._allow.unknown_labels(labels))
        for one, close in unknown.items():
            meant = f"; did you mean {close}?" if close else ""
            yield one, f"the rules have no label {one.entry.label}{meant}"
        if whole and not self._incomplete:
            for one in self._allow.stale({*self._used, *unknown}, self._today):
                yield one, "matched nothing, and can be taken out"

    def remarks(self, labels: Collection[str], *, whole: bool) -> Iterator[str]:
        """The same to be told."""
        for one, state in self.states(labels, whole=whole):
            yield f"{one.place}: {state}"

    def gone(self, *, whole: bool, labels: Collection[str] | None = None) -> set[Entry]:
        """Entries of the baseline whose findings are there no more; ``labels`` are those that
        were looked for, if not all."""
        if self._standing is None:
            return set()
        incomplete = set(map(self._standing.own.file, self._incomplete))
        survey = Survey(
            self._entries, self._files - incomplete, incomplete, whole, labels or (), labels is None
        )
        return self._standing.baseline.gone(survey)

    def shrunk(self, gone: Collection[Entry]) -> Baseline:
        """The baseline without what is gone; it never grows by this."""
        assert self._standing is not None
        old = self._standing.baseline
        return Baseline(old.key_id, old.entries.difference(gone))

    def updated(self, gone: Collection[Entry], *, whole: bool) -> Baseline:
        """The baseline that lets pass all that was found now, and what was not looked at.

        After ``key rotate``, nothing can be carried over that is not found again.
        """
        assert self._standing is not None
        if self._standing.rotated:
            if not whole or self._incomplete:
                raise AnonfilterError(
                    "the key was changed, and this baseline has fingerprints under the old one",
                    hint="Check all documents with --update-baseline: only what is found again "
                    "gets a fingerprint under the new key.",
                )
            return Baseline(self._standing.key_id, frozenset(self._current))
        return Baseline(self._standing.key_id, self.shrunk(gone).entries.union(self._entries))

    def told(self) -> str:
        """``3 findings allowed, 12 known before``; "" where nothing was let pass."""
        parts = []
        if self.allowed:
            parts.append(f"{counted(self.allowed, 'finding')} allowed")
        if self.known_before:
            parts.append(f"{counted(self.known_before, 'finding')} in the baseline")
        return ", ".join(parts)
