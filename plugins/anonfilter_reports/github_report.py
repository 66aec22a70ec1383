"""The report for GitHub Actions: workflow commands, shown beside the lines of the findings.

GitHub shows ten annotations of a severity for each step, and silently drops the others. A notice
counts the others, and says where to find them. No annotation contains a value, even with
--show-values, because all readers of the repository can read annotations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from anonfilter.contract.document import Finding
from anonfilter.contract.report import CheckResult, IncompleteFile
from anonfilter.reports.advice import advice
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line, printable
from anonfilter_reports.report_paths import from_top, in_member
from anonfilter_reports.sarif_report import message_of

PER_SEVERITY = 10
_ALL = "--output sarif=anonfilter.sarif reports all of them, --output text lists them in the log"


class GithubReport:
    """A report as annotations: ``::error file=notes.txt,line=3,title=Unredacted PERSON::…``."""

    published = True

    def write(self, checked: CheckResult) -> Iterable[str]:
        shown = Counter[str]()
        left = 0
        for severity, line in _annotations(checked):
            shown[severity] += 1
            if shown[severity] <= PER_SEVERITY:
                yield line
            else:
                left += 1
        if left:
            more = f"{counted(left, 'annotation')} more than GitHub shows for a step; {_ALL}"
            yield command("notice", more, title="anonfilter: not all findings are shown")


def _annotations(checked: CheckResult) -> Iterator[tuple[str, str]]:
    """Yield the severity and the command for each finding, and then for each unscanned file."""
    for found in checked.findings:
        advised = advice(found.label, checked.labels)
        severity = "error" if advised.severe else "warning"
        message = message_of(found, checked.labels.get(found.label))
        message += "" if found.in_name else f". {advised.remedy}"
        place = _place(checked, found)
        yield severity, command(severity, message, **place, title=advised.title)
    for one in checked.incomplete:
        place = _place(checked, one)
        reason = f"{one.reason}{in_member(one)}"
        yield "error", command("error", reason, **place, title="Not scanned")


def _place(checked: CheckResult, one: Finding | IncompleteFile) -> dict[str, str | int | None]:
    """Return the properties file, line and column; a place in a member has no line."""
    file = from_top(one.path, checked.below)
    if one.member:
        return {"file": file}
    return {"file": file, "line": one.line, "col": one.column}


def command(name: str, message: str, **properties: str | int | None) -> str:
    """Return a workflow command, escaped so that its text can begin no other command."""
    given = ",".join(
        f"{key}={_property(str(value))}" for key, value in properties.items() if value is not None
    )
    return f"::{name} {given}::{_data(one_line(message))}"


def _data(text: str) -> str:
    return printable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
