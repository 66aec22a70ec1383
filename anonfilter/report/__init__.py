"""What a check found, ready to be told: no value, unless somebody asked for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from anonfilter.errors import Exit
from anonfilter.model import Finding, Label
from anonfilter.report.versions import Versions
from anonfilter.risk import Together
from anonfilter.summary import counted


@dataclass(frozen=True, slots=True)
class Hit:
    """A finding as it is told: its path may be shown, its value only if it is here.

    ``fingerprint`` is equal where label, value and path are, and keyed: "" without a key.
    ``commits`` carry it, where history was looked at.
    """

    path: str
    line: int
    column: int
    label: str
    detector: str
    score: float
    value: str | None = None
    fingerprint: str = ""
    commits: tuple[str, ...] = ()

    @classmethod
    def of(cls, finding: Finding, path: str, value: str | None = None) -> Hit:
        return cls(
            path, finding.line, finding.column, finding.label, finding.detector,
            round(finding.score, 4), value,
        )  # fmt: skip

    @property
    def carried(self) -> str:
        """``in commit 0123456789ab and 2 more``; "" where no history was looked at."""
        return carried(self.commits)


def carried(commits: Sequence[str]) -> str:
    if not commits:
        return ""
    others = f" and {len(commits) - 1:,} more" if len(commits) > 1 else ""
    return f"in commit {commits[0][:12]}{others}"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A file that was not scanned, or not to its end, and why."""

    path: str
    reason: str
    line: int | None = None
    column: int | None = None

    @property
    def where(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}:{self.column}"


@dataclass(slots=True)
class Checked:
    """All that a check has to tell. Paths are as they may be shown.

    ``labels`` are the rules' own; ``below`` is the folder that relative paths begin in, seen from
    the top of its repository: "" where it is the top. ``risk`` is what is left in the documents
    taken together, where the rules limit that.
    """

    versions: Versions
    labels: Mapping[str, Label] = field(default_factory=dict)
    below: str = ""
    risk: Together | None = None
    hits: list[Hit] = field(default_factory=list)
    incomplete: list[Unfinished] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    files: int = 0
    lines: int = 0
    files_with_hits: int = 0
    outside_count: int = 0

    @property
    def exit(self) -> Exit:
        """A finding outranks an incomplete scan."""
        if self.hits:
            return Exit.FOUND
        return Exit.INCOMPLETE if self.incomplete else Exit.OK

    def summary(self) -> str:
        """``scanned 214 files, 81,332 lines: 3 findings in 2 files; 12 files outside``."""
        outside = f"{counted(self.outside_count, 'file')} outside"
        if not (self.files or self.incomplete or self.hits):
            return f"nothing to scan: no file was chosen; {outside}"
        told = f"scanned {counted(self.files, 'file')}, {counted(self.lines, 'line')}: "
        told += counted(len(self.hits), "finding")
        if self.hits:
            told += f" in {counted(self.files_with_hits, 'file')}"
        if self.incomplete:
            told += f"; {counted(len(self.incomplete), 'file')} incomplete"
        return f"{told}; {outside}"
