"""Findings made by hand."""

from __future__ import annotations

import re
from typing import Any

from anonfilter.contract.document import Finding


def finding(
    path: str = "notes.txt", label: str = "PERSON", value: str = "", **more: Any
) -> Finding:
    return Finding(path, 1, 1, label, "test", value=value, **more)


def values_in(said: str) -> list[str]:
    """The lines that hold the name in these tests, but for names of files and branches, which are
    printed unchanged, and how to change them."""
    return [
        line
        for line in said.splitlines()
        if "uillfeather" in line and not re.search(r"\((?:file|ref)name, |NEW-NAME", line)
    ]
