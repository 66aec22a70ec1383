"""Has the checks for reports, and makes the results that reports are given."""

from __future__ import annotations

import click

from anonfilter.contract.document import Finding, Label
from anonfilter.contract.report import CheckResult, IncompleteFile
from anonfilter.contract.result_versions import Versions
from anonfilter.testing.case import Case
from anonfilter.text.terminal import printable

_HOSTILE = "notes\x1b[2J\u202e\n::error::.txt"
_VERSIONS = Versions("0.0", "test", 1, "0" * 16, (), {})


def check_result(findings: int = 3, incomplete: int = 1, *, path: str = "notes.txt") -> CheckResult:
    """Return the result of a check, with this many findings and incomplete files."""
    found = [
        Finding(path, 1 + at, 1, "PERSON", "names", start=at, end=at + 1, last=1 + at)
        for at in range(findings)
    ]
    unread = [IncompleteFile(f"{at}-{path}", "is not text") for at in range(incomplete)]
    return CheckResult(
        _VERSIONS,
        {"PERSON": Label("PERSON")},
        findings=found,
        incomplete=unread,
        files=2,
        lines=20,
        files_with_findings=min(findings, 1),
    )


def prints_safely(case: Case) -> None:
    """Check that file names bring no control character and no line end into the report."""
    for line in case.plugin.write(check_result(path=_HOSTILE)):
        assert isinstance(line, str), "a report writes strings, one for each line"
        line = click.unstyle(line)
        assert printable(line) == line, (
            "a line has a control character from the name of a file; print the name with "
            "`anonfilter.text.terminal.one_line`"
        )
        begun = any(part.startswith("::error::.txt") for part in line.splitlines())
        assert not begun, "a line end in the name of a file begins a new line of the report"


def reports_every_finding(case: Case) -> None:
    """Check that the reports on no, one and two findings differ."""
    without, first, second = (list(case.plugin.write(check_result(number))) for number in range(3))
    assert without != first != second, "the report does not show each finding"
