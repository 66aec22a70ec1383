"""The result of a check as reports get it: without values, unless the user asked for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from anonfilter.contract.document import Finding, Label
from anonfilter.contract.result_versions import Versions
from anonfilter.errors import AnonfilterError, Exit, Incomplete
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values


@dataclass(frozen=True, slots=True)
class RiskStatistics:
    """The mean and the sample standard deviation of the risk of several documents."""

    documents: int
    mean: float
    sd: float

    @property
    def mean_plus_sd(self) -> float:
        return self.mean + self.sd


def describe_commits(commits: Sequence[str]) -> str:
    """Return ``in commit 0123456789ab and 2 more``; "" if there are no commits."""
    if not commits:
        return ""
    others = f" and {len(commits) - 1:,} more" if len(commits) > 1 else ""
    return f"in commit {commits[0][:12]}{others}"


@hide_values
@dataclass(frozen=True, slots=True)
class IncompleteFile:
    """A file that was not scanned to its end, and the reason."""

    path: str
    reason: str
    line: int | None = None
    column: int | None = None
    member: str | None = None

    @property
    def where(self) -> str:
        """The path with line and column, if they are known."""
        inside = f"{self.path}: {self.member}" if self.member else self.path
        return inside if self.line is None else f"{inside}:{self.line}:{self.column}"


@hide_values
@dataclass(frozen=True, slots=True)
class ScanProblem(IncompleteFile):
    """The reason why a file is incomplete, with the hint of its error."""

    hint: str = ""

    @classmethod
    def of(cls, error: AnonfilterError, path: str) -> ScanProblem:
        """Return the problem of the file at this path, with the place that the error names."""
        if not isinstance(error, Incomplete):
            return cls(path, error.message, hint=error.hint)
        member, line, column = error.place_inside(path)
        return cls(path, error.message, line, column, member, error.hint)


@hide_values
@dataclass(slots=True)
class CheckResult:
    """The result of a check.

    - ``labels``: the labels of the rules.
    - ``below``: the folder that relative paths start from, seen from the top of the repository.
    - ``risk``: set if the rules limit the risk of all documents together.
    - ``remarks``: pairs of a path and a note, for example that an encoding was guessed.
    - ``outside``: the paths of files that the rules do not select, and ``outside_count`` their
      number.
    - ``most``: the number of findings that a report for people lists; None for all.
    """

    versions: Versions
    labels: Mapping[str, Label] = field(default_factory=dict)
    below: str = ""
    risk: RiskStatistics | None = None
    findings: list[Finding] = field(default_factory=list)
    incomplete: list[IncompleteFile] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    remarks: list[tuple[str, str]] = field(default_factory=list)
    files: int = 0
    lines: int = 0
    files_with_findings: int = 0
    outside_count: int = 0
    most: int | None = None

    @property
    def exit(self) -> Exit:
        """The exit code; a finding outranks an incomplete scan."""
        if self.findings:
            return Exit.FOUND
        return Exit.INCOMPLETE if self.incomplete else Exit.OK

    def summary(self) -> str:
        """Return ``scanned 214 files, 81,332 lines: 3 findings in 2 files; 12 files outside``."""
        outside = f"{counted(self.outside_count, 'file')} outside"
        if not (self.files or self.incomplete or self.findings):
            return f"nothing to scan: no file was chosen; {outside}"
        text = f"scanned {counted(self.files, 'file')}, {counted(self.lines, 'line')}: "
        text += counted(len(self.findings), "finding")
        if self.findings:
            text += f" in {counted(self.files_with_findings, 'file')}"
        if self.incomplete:
            text += f"; {counted(len(self.incomplete), 'file')} incomplete"
        return f"{text}; {outside}"


class Report(Protocol):
    """A plugin that writes the result of a check for a person, a program or a CI service.

    It is made without arguments. A report that is uploaded has ``published = True``, so that it
    never gets values.
    """

    def write(self, checked: CheckResult) -> Iterable[str]:
        """Yield the lines of the report, with values only if ``checked`` contains them."""
