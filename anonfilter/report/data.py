"""Findings for programs: one JSON object, or one a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from anonfilter.report import Checked, Hit, Unfinished


class JsonReport:
    """One object that holds everything."""

    def write(self, checked: Checked) -> Iterable[str]:
        whole = {
            **about(checked),
            "findings": [hit_object(hit) for hit in checked.hits],
            "incomplete": [unfinished_object(one) for one in checked.incomplete],
            "outside": checked.outside,
            "summary": figures(checked),
        }
        yield json.dumps(whole, indent=2)


class JsonLinesReport:
    """An object a line: ``finding`` and ``incomplete`` as they come, ``summary`` at the end."""

    def write(self, checked: Checked) -> Iterable[str]:
        for hit in checked.hits:
            yield json.dumps({"type": "finding", **hit_object(hit)})
        for one in checked.incomplete:
            yield json.dumps({"type": "incomplete", **unfinished_object(one)})
        for path in checked.outside:
            yield json.dumps({"type": "outside", "path": path})
        yield json.dumps({"type": "summary", **about(checked), **figures(checked)})


def about(checked: Checked) -> dict[str, Any]:
    """What the result depends on: ``digest`` is equal where all of it is."""
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


def figures(checked: Checked) -> dict[str, Any]:
    """Counts; with ``risk`` where the rules limit it."""
    risk = checked.risk
    return {
        "files": checked.files,
        "lines": checked.lines,
        "findings": len(checked.hits),
        "files_with_findings": checked.files_with_hits,
        "files_incomplete": len(checked.incomplete),
        "files_outside": checked.outside_count,
        **({"risk": {**asdict(risk), "mean_plus_sd": risk.mean_plus_sd}} if risk else {}),
    }


def hit_object(hit: Hit) -> dict[str, Any]:
    """A finding; it has a key ``value`` only where values were asked for, and a fingerprint and
    commits only where there are any."""
    optional = {"value": hit.value is None, "fingerprint": not hit.fingerprint,
                "commits": not hit.commits}  # fmt: skip
    return {key: value for key, value in asdict(hit).items() if not optional.get(key)}


def unfinished_object(one: Unfinished) -> dict[str, Any]:
    """A file that was not scanned; with line and column where they are known."""
    return {key: value for key, value in asdict(one).items() if value is not None}
