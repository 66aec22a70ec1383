"""The reports for programs: a JSON object, or a JSON object for each line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from anonfilter.contract.document import Finding
from anonfilter.contract.report import CheckResult, IncompleteFile


class JsonReport:
    """A report as one JSON object with all findings."""

    def write(self, checked: CheckResult) -> Iterable[str]:
        whole = {
            **about(checked),
            "findings": [finding_object(one) for one in checked.findings],
            "incomplete": [unfinished_object(one) for one in checked.incomplete],
            "outside": checked.outside,
            "remarks": [{"path": path, "remark": said} for path, said in checked.remarks],
            "summary": figures(checked),
        }
        yield dumps(whole, indent=2)


class JsonLinesReport:
    """A report with one object per line: findings, incomplete files, remarks and a summary."""

    def write(self, checked: CheckResult) -> Iterable[str]:
        for found in checked.findings:
            yield dumps({"type": "finding", **finding_object(found)})
        for one in checked.incomplete:
            yield dumps({"type": "incomplete", **unfinished_object(one)})
        for path in checked.outside:
            yield dumps({"type": "outside", "path": path})
        for path, said in checked.remarks:
            yield dumps({"type": "remark", "path": path, "remark": said})
        yield dumps({"type": "summary", **about(checked), **figures(checked)})


def dumps(data: Any, indent: int | None = None) -> str:
    """Return JSON without ``##[…]``, which build runners would execute anywhere in a line."""
    return json.dumps(data, indent=indent).replace("##", "#\\u0023")


def about(checked: CheckResult) -> dict[str, Any]:
    """Return the versions on which the result depends, and a digest of all of them."""
    versions = checked.versions
    return {
        "anonfilter": versions.anonfilter,
        "digest": versions.digest,
        "rules": {
            "name": versions.ruleset,
            "version": versions.ruleset_version,
            "digest": versions.ruleset_digest,
        },
        "models": list(versions.models),
        "plugins": dict(versions.plugins),
    }


def figures(checked: CheckResult) -> dict[str, Any]:
    """Return the counts of a check, with ``risk`` if the rules limit it."""
    risk = checked.risk
    return {
        "files": checked.files,
        "lines": checked.lines,
        "findings": len(checked.findings),
        "files_with_findings": checked.files_with_findings,
        "files_incomplete": len(checked.incomplete),
        "files_outside": checked.outside_count,
        **({"risk": {**asdict(risk), "mean_plus_sd": risk.mean_plus_sd}} if risk else {}),
    }


def finding_object(one: Finding) -> dict[str, Any]:
    """Return a finding as an object.

    ``value`` is present only if the user asked for values; ``member``, ``fingerprint`` and
    ``commits`` only if the finding has them.
    """
    always = {
        "path": one.path,
        **({"member": one.member} if one.member else {}),
        "line": one.line,
        "column": one.column,
        "label": one.label,
        "detector": one.detector,
        "score": one.score,
    }
    optional = {"value": one.value, "fingerprint": one.fingerprint, "commits": one.commits}
    return always | {key: value for key, value in optional.items() if value}


def unfinished_object(one: IncompleteFile) -> dict[str, Any]:
    """Return a file that was not scanned as an object, with line and column if they are known."""
    return {key: value for key, value in asdict(one).items() if value is not None}
