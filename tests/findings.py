"""Findings made by hand."""

from __future__ import annotations

from typing import Any

from anonfilter.contract.document import Finding


def finding(
    path: str = "notes.txt", label: str = "PERSON", value: str = "", **more: Any
) -> Finding:
    return Finding(path, 1, 1, label, "test", value=value, **more)
