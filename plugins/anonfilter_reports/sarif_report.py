"""The report in SARIF 2.1.0, which code hosts and editors read.

It has no values, even with --show-values, because such files are uploaded. A region has no end,
which would reveal the length of a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from anonfilter import __version__
from anonfilter.contract.document import Finding, Label
from anonfilter.contract.report import CheckResult, IncompleteFile, describe_commits
from anonfilter.errors import Exit
from anonfilter.reports.advice import Advice, advice
from anonfilter.text.terminal import one_line
from anonfilter_reports.json_report import about, dumps, figures
from anonfilter_reports.report_paths import from_top, in_member, uri

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_TOP = "%SRCROOT%"
_INCOMPLETE = "incomplete"
_EXITS = {
    Exit.OK: "clean",
    Exit.FOUND: "personal data found",
    Exit.INCOMPLETE: "something could not be scanned",
}


class SarifReport:
    """A report as a SARIF log with one run."""

    published = True

    def write(self, checked: CheckResult) -> Iterable[str]:
        log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(checked)]}
        yield dumps(log)


def _run(checked: CheckResult) -> dict[str, Any]:
    names = [*checked.labels]
    names += sorted({found.label for found in checked.findings} - checked.labels.keys())
    return {
        "tool": {"driver": _driver(names, checked)},
        "invocations": [_invocation(checked)],
        "originalUriBaseIds": {_TOP: {"description": _message("the top of the repository")}},
        "columnKind": "unicodeCodePoints",
        "results": list(_results(checked, names)),
        "properties": {**about(checked), **figures(checked)},
    }


def _driver(names: Sequence[str], checked: CheckResult) -> dict[str, Any]:
    return {
        "name": "anonfilter",
        "version": __version__,
        "rules": [_rule(name, advice(name, checked.labels)) for name in names],
        "notifications": [
            {"id": _INCOMPLETE, "shortDescription": _message("A file that was not scanned")}
        ],
    }


def _rule(name: str, advised: Advice) -> dict[str, Any]:
    """Return the SARIF rule of a label; hosts rank rules by ``security-severity``, 0.1 to 10."""
    properties: dict[str, Any] = {"tags": ["privacy", "security", *filter(None, [advised.kind])]}
    if advised.risk:
        properties["security-severity"] = f"{2 * advised.risk:.1f}"
    return {
        "id": one_line(name),
        "shortDescription": _message(advised.title),
        "fullDescription": _message(advised.meaning),
        "help": {
            **_message(f"{advised.meaning} {advised.remedy}"),
            "markdown": _braced(f"{advised.meaning}\n\n{advised.remedy}"),
        },
        "defaultConfiguration": {"level": _level(advised)},
        "properties": properties,
    }


def _invocation(checked: CheckResult) -> dict[str, Any]:
    return {
        "executionSuccessful": not checked.incomplete,
        "exitCode": int(checked.exit),
        "exitCodeDescription": _EXITS[checked.exit],
        "toolExecutionNotifications": [_notification(one, checked) for one in checked.incomplete],
    }


def _notification(one: IncompleteFile, checked: CheckResult) -> dict[str, Any]:
    return {
        "descriptor": {"id": _INCOMPLETE},
        "level": "error",
        "message": _message(f"{one.reason}{in_member(one)}"),
        "locations": [_location(one, checked)],
    }


def _results(checked: CheckResult, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    at = {name: number for number, name in enumerate(names)}
    seen = Counter[str]()
    for found in checked.findings:
        seen[found.fingerprint] += 1
        yield {
            "ruleId": one_line(found.label),
            "ruleIndex": at[found.label],
            "level": _level(advice(found.label, checked.labels)),
            "message": _message(message_of(found, checked.labels.get(found.label))),
            "locations": [_location(found, checked)],
            **_fingerprints(found, seen[found.fingerprint]),
            "properties": {
                "detector": one_line(found.detector),
                "score": found.score,
                **({"commits": list(found.commits)} if found.commits else {}),
            },
        }


def message_of(found: Finding, label: Label | None) -> str:
    """Return a finding as a sentence, without its value."""
    kind = f", a {label.kind} identifier," if label else ""
    commits = f" {describe_commits(found.commits)}" if found.commits else ""
    if found.in_name:
        what = "branch or tag" if found.detector == "refname" else "file or folder"
        return f"{found.label}{kind} is in the name of the {what}{commits}: rename it"
    sentence = f"{found.label}{kind} was found by {found.detector} (score {found.score:.2f})"
    return f"{sentence}{in_member(found)}{commits}"


def _fingerprints(found: Finding, occurrence: int) -> dict[str, Any]:
    """Return the fingerprint of a finding by anonfilter, and another fingerprint for GitHub.

    Without the second, the upload would use a hash of the line, and findings in two equal lines of
    a file would become one.
    """
    if not found.fingerprint:
        return {}
    return {
        "partialFingerprints": {
            "anonfilter/v1": found.fingerprint,
            "primaryLocationLineHash": f"{found.fingerprint}:{occurrence}",
        }
    }


def _location(one: Finding | IncompleteFile, checked: CheckResult) -> dict[str, Any]:
    """Return the SARIF location of a finding or file; a place in a member has no line."""
    place = from_top(one.path, checked.below)
    artifact = {"uri": uri(place)}
    if not place.startswith("/"):
        artifact["uriBaseId"] = _TOP
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if one.member:
        logical = {"fullyQualifiedName": one_line(one.member), "kind": "resource"}
        return {"physicalLocation": physical, "logicalLocations": [logical]}
    if one.line is not None:
        physical["region"] = {"startLine": one.line, "startColumn": one.column or 1}
    return {"physicalLocation": physical}


def _level(advised: Advice) -> str:
    return "error" if advised.severe else "warning"


def _message(text: str) -> dict[str, Any]:
    return {"text": _braced(one_line(text))}


def _braced(text: str) -> str:
    """Return a text with doubled braces, since single braces mean arguments in a message."""
    return text.replace("{", "{{").replace("}", "}}")
