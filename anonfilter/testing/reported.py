"""Checks of reports, and the results of checks that they are given."""

from __future__ import annotations

import click

from anonfilter.contract.document import Finding, Label
from anonfilter.contract.report import CheckResult, IncompleteFile, Versions
from anonfilter.testing.case import Case
from anonfilter.text.terminal import printable

_HOSTILE = "notes\x1b[2J\u202e\n::error::.txt"
_VERSIONS = Versions("0.0", "test", 1, "0" * 16, (), {})


def checked(findings: int = 3, incomplete: int = 1, *, path: str = "notes.txt") -> CheckResult:
    """The result of a check, with so many findings and files that could not be read."""
    found = [
        Finding(path, 1 + at, 1, "PERSON", "names", start=at, end=at + 1, last=1 + at)
        for at in range(findings)
    ]
    left = [IncompleteFile(f"{at}-{path}", "is no text") for at in range(incomplete)]
    return CheckResult(
        _VERSIONS,
        {"PERSON": Label("PERSON")},
        findings=found,
        incomplete=left,
        files=2,
        lines=20,
        files_with_findings=min(findings, 1),
    )


def prints_safely(case: Case) -> None:
    """Whatever files are called, no line has a control character, or begins in the middle of a
    name."""
    for line in case.plugin.write(checked(path=_HOSTILE)):
        assert isinstance(line, str), "a report writes strings, one for each line"
        line = click.unstyle(line)
        assert printable(line) == line, (
            "a line holds a control character of a file's name; write it by "
            "`anonfilter.text.terminal.one_line`"
        )
        begun = any(part.startswith("::error::.txt") for part in line.splitlines())
        assert not begun, "a line end in a file's name begins a line of the report"


def tells_what_is_left(case: Case) -> None:
    """Each finding is told, and that there are no others."""
    none, one, two = (list(case.plugin.write(checked(findings))) for findings in range(3))
    assert none != one != two, "a finding is not reported"
