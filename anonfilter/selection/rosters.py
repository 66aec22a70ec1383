"""Recognise rosters: people's names, aliases and roles in clear, which no repository may hold."""

from __future__ import annotations

import re
from pathlib import PurePath

from anonfilter.errors import RulesError
from anonfilter.files.paths import may_be_roster
from anonfilter.rules.nodes import load

_NAME = re.compile(r"(?:^|\.)roster$|^people$")
_KEY = re.compile(r"""\bpeople["']?\s*:""")
_LISTED = re.compile(r"""\bpeople["']?\s*:[\s[{-]*["']?name["']?\s*:""")


def is_broken(path: str, data: bytes) -> bool:
    """Return True if a file is named like a roster, but cannot be parsed."""
    if not may_be_roster(path) or not _NAME.search(PurePath(path).stem.lower()):
        return False
    try:
        load(data.decode("utf-8", "replace"), "roster")
    except RulesError:
        return True
    return False


def is_roster(data: bytes) -> bool:
    """Return True for YAML or JSON with names under ``people:``, where a ruleset has roles."""
    text = data.decode("utf-8", "replace")
    if not _KEY.search(text):
        return False
    try:
        root = load(text, "roster")
    except RulesError:  # text after the list of people may be invalid on purpose
        return _LISTED.search(text) is not None
    people = root.value.get("people") if isinstance(root.value, dict) else None
    if people is None or not isinstance(people.value, list):
        return False
    return any(isinstance(node.value, dict) and "name" in node.value for node in people.value)
