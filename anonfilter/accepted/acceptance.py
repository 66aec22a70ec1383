"""Decides which findings a check accepts: first by the allow list, then by the baseline.

All files of a check use one ``Acceptance``, so that unused entries of both are known at the end.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import date

from anonfilter.accepted.allow_list import Allowance, AllowList
from anonfilter.accepted.baseline import Baseline, BaselineEntry, OpenBaseline, entries_of
from anonfilter.accepted.fingerprints import FILE, Fingerprints, same_path
from anonfilter.contract.document import Finding
from anonfilter.errors import AnonfilterError
from anonfilter.files.read import STANDARD_INPUT
from anonfilter.files.top_paths import path_from_top
from anonfilter.keys.key import base32
from anonfilter.selection import messages
from anonfilter.text.plural import counted


class Acceptance:
    """The accepted findings of one check.

    ``allowed`` and ``in_baseline`` count the findings that the allow list and the baseline accept,
    and ``used`` counts the matches of each entry of the allow list. With ``updating``, all findings
    that a baseline can hold are accepted.
    """

    def __init__(
        self,
        allow: AllowList | None = None,
        opened: OpenBaseline | None = None,
        fingerprints: Fingerprints | None = None,
        today: date | None = None,
        *,
        updating: bool = False,
    ) -> None:
        self._allow = allow or AllowList()
        self._opened = opened
        self._fingerprints = opened.current if opened else fingerprints
        self._today = today or date.today()
        self._updating = updating
        self.used = Counter[Allowance]()
        self._entries: set[BaselineEntry] = set()
        self._current: set[BaselineEntry] = set()
        self._files: set[str] = set()
        self._incomplete: set[str] = set()  # paths; the files above are fingerprints
        self.allowed = 0
        self.in_baseline = 0

    def fingerprint(self, found: Finding) -> str:
        """Return the fingerprint of a finding for reports; "" without a key."""
        return self._fingerprints.of(found) if self._fingerprints else ""

    def file(self, path: str) -> str:
        """Return the fingerprint of a file; "" without a key."""
        return self._fingerprints.file(path) if self._fingerprints else ""

    def path_reference(self, path: str) -> str:
        """Return the reference that replaces a path in a report that leaves its repository.

        It is ``file-`` with 80 bits of a digest of the path from the top of the repository, so it
        is the same in every report. With a key, it is the fingerprint of the file in a baseline,
        which reveals nothing. Without a key, it is a plain SHA-256, which confirms a guessed path.
        """
        if path in (STANDARD_INPUT, messages.NAME):
            return path
        inside = path_from_top(path)
        plain = hashlib.sha256(same_path(inside).encode("utf-8", "surrogateescape")).digest()
        return f"file-{self.file(inside) or base32(plain[:FILE])}"

    def fails(self, path: str, found: Sequence[Finding], added: Sequence[bool] = ()) -> list[bool]:
        """Return, for each finding of a completely scanned file, whether it fails the check.

        ``added`` has, for each finding, whether it is on an added line, if only these lines count.
        It decides which findings the summary counts, and how equal findings are numbered. Raise
        ``Incomplete`` if a pattern of the allow list took too long.
        """
        matching = [self._allow.matching(finding, self._today) for finding in found]
        self.used.update(allowance for allowances in matching for allowance in allowances)
        left = [at for at, allowances in enumerate(matching) if not allowances]
        before = self._before(
            path, [found[at] for at in left], [added[at] for at in left] if added else ()
        )
        known = {at for at, is_known in zip(left, before, strict=True) if is_known}
        counting = {at for at in range(len(found)) if not added or added[at]}
        self.allowed += len(counting.difference(left))
        self.in_baseline += len(counting & known)
        failing = set(left) - known
        return [at in failing for at in range(len(found))]

    def incomplete(self, path: str) -> None:
        """Record that a file was not scanned completely."""
        self._incomplete.add(path)

    def _before(self, path: str, found: Sequence[Finding], added: Sequence[bool]) -> list[bool]:
        """Return, for each finding, whether it is in the baseline."""
        opened = self._opened
        if opened is None:
            return [False] * len(found)
        self._files.add(opened.own.file(path))
        entries = entries_of(opened.own, found, added)
        self._entries.update(filter(None, entries))
        if opened.rotated:
            self._current.update(filter(None, entries_of(opened.current, found, added)))
        if self._updating:
            return [entry is not None for entry in entries]
        return [entry in opened.baseline.entries for entry in entries]

    # at the end of the check

    def states(self, labels: Collection[str], *, whole: bool) -> Iterator[tuple[Allowance, str]]:
        """Yield the expired, unknown and unused entries of the allow list, each with its problem.

        With ``whole``, all documents were scanned for all labels, so unused entries are reported.
        """
        for allowance in self._allow.expired(self._today):
            yield allowance, f"expired on {allowance.entry.expires}, and allows nothing"
        unknown = dict(self._allow.unknown_labels(labels))
        for allowance, close in unknown.items():
            meant = f"; did you mean {close}?" if close else ""
            yield allowance, f"the rules have no label {allowance.entry.label}{meant}"
        if whole and not self._incomplete:
            for allowance in self._allow.stale({*self.used, *unknown}, self._today):
                yield allowance, "matched nothing, and can be removed"

    def gone(self, *, whole: bool, labels: Collection[str] | None = None) -> set[BaselineEntry]:
        """Return the baseline entries whose findings no longer exist (see ``Baseline.gone``)."""
        if self._opened is None:
            return set()
        incomplete = set(map(self._opened.own.file, self._incomplete))
        return self._opened.baseline.gone(
            self._entries,
            self._files - incomplete,
            incomplete=incomplete,
            whole=whole,
            labels=labels,
        )

    def shrunk(self, gone: Collection[BaselineEntry]) -> Baseline:
        """Return the baseline without these entries."""
        assert self._opened is not None
        old = self._opened.baseline
        return Baseline(old.key_id, old.entries.difference(gone))

    def updated(self, gone: Collection[BaselineEntry], *, whole: bool) -> Baseline:
        """Return the baseline with the findings of this check, without the entries that are gone.

        After ``key rotate``, only entries that are found again can be kept.
        """
        assert self._opened is not None
        if self._opened.rotated:
            if not whole or self._incomplete:
                raise AnonfilterError(
                    "this baseline has fingerprints under the old key of the corpus",
                    hint="Check all documents with --update-baseline: only what is found again "
                    "gets a fingerprint under the new key.",
                )
            return Baseline(self._opened.key_id, frozenset(self._current))
        return Baseline(self._opened.key_id, self.shrunk(gone).entries.union(self._entries))

    def summary(self) -> str:
        """Return "3 findings allowed, 12 findings in the baseline"; "" if none was accepted."""
        parts = []
        if self.allowed:
            parts.append(f"{counted(self.allowed, 'finding')} allowed")
        if self.in_baseline:
            parts.append(f"{counted(self.in_baseline, 'finding')} in the baseline")
        return ", ".join(parts)
