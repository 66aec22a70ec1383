"""The result of a check as reports get it: no value, unless values were asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Protocol

from anonfilter.contract.document import Finding, Label
from anonfilter.errors import Exit
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Versions:
    """Two results with the same digest were made by the same rules, models and code.

    ``plugins`` are the distributions behind the ruleset's plugins and what these require.
    """

    anonfilter: str
    ruleset: str
    ruleset_version: int
    ruleset_digest: str
    models: tuple[str, ...]
    plugins: Mapping[str, str]
    file: str = ""

    @property
    def digest(self) -> str:
        named = {k: v for k, v in asdict(self).items() if k not in ("ruleset", "file")}
        text = json.dumps(named, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def line(self) -> str:
        """For a summary: ``rules default 1, digest 0123456789abcdef``; rules that are not shipped
        with their file."""
        file = f" from {self.file}" if self.file else ""
        return f"rules {self.ruleset} {self.ruleset_version}{file}, digest {self.digest}"


@dataclass(frozen=True, slots=True)
class Together:
    """The risk sums of several documents; SD is that of a sample."""

    documents: int
    mean: float
    sd: float

    @property
    def mean_plus_sd(self) -> float:
        return self.mean + self.sd


def carried(commits: Sequence[str]) -> str:
    """``in commit 0123456789ab and 2 more``; "" if no history was scanned."""
    if not commits:
        return ""
    others = f" and {len(commits) - 1:,} more" if len(commits) > 1 else ""
    return f"in commit {commits[0][:12]}{others}"


@hide_values
@dataclass(frozen=True, slots=True)
class Unfinished:
    """A file that was not scanned, or not to its end, and why."""

    path: str
    reason: str
    line: int | None = None
    column: int | None = None
    member: str | None = None

    @property
    def where(self) -> str:
        inside = f"{self.path}: {self.member}" if self.member else self.path
        return inside if self.line is None else f"{inside}:{self.line}:{self.column}"


@hide_values
@dataclass(slots=True)
class Checked:
    """The result of a check. Paths are true unless they were to be hidden.

    ``labels`` are those of the rules; ``below`` is the folder that relative paths begin in, seen
    from the top of its repository. ``risk`` is set where the rules limit that of all documents.
    ``remarks`` are notes by path, such as of a guessed encoding.
    ``most`` is the number of findings that a report for people lists, if not all.
    """

    versions: Versions
    labels: Mapping[str, Label] = field(default_factory=dict)
    below: str = ""
    risk: Together | None = None
    findings: list[Finding] = field(default_factory=list)
    incomplete: list[Unfinished] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    remarks: list[tuple[str, str]] = field(default_factory=list)
    files: int = 0
    lines: int = 0
    files_with_findings: int = 0
    outside_count: int = 0
    most: int | None = None

    @property
    def exit(self) -> Exit:
        """A finding outranks an incomplete scan."""
        if self.findings:
            return Exit.FOUND
        return Exit.INCOMPLETE if self.incomplete else Exit.OK

    def summary(self) -> str:
        """``scanned 214 files, 81,332 lines: 3 findings in 2 files; 12 files outside``."""
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
    """Writes the result of a check: for a person, a program, a CI service.

    Made without arguments. Each string is a line of the output; it holds a value only if
    ``checked`` does. A report that is uploaded has ``published = True``: it never gets values.
    """

    def write(self, checked: Checked) -> Iterable[str]: ...
