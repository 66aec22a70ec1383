"""Knowing a roster: people's names, aliases and roles in clear, which belong in no repository."""

from __future__ import annotations

import re
from pathlib import PurePath

from anonfilter.errors import RulesError
from anonfilter.rules.nodes import load

_SUFFIXES = (".yaml", ".yml", ".json")
_KEY = re.compile(r"""\bpeople["']?\s*:""")


def may_be(path: str) -> bool:
    """Whether a file of this name is worth a look."""
    return PurePath(path).suffix.lower() in _SUFFIXES


def is_roster(data: bytes) -> bool:
    """Whether this is YAML, or JSON, whose ``people:`` are somebody by name.

    ``people:`` in a ruleset is about roles, and has no list of people.
    """
    text = data.decode("utf-8", "replace")
    if not _KEY.search(text):
        return False
    try:
        root = load(text, "roster")
    except RulesError:
        return False
    people = root.value.get("people") if isinstance(root.value, dict) else None
    if people is None or not isinstance(people.value, list):
        return False
    return any(isinstance(one.value, dict) and "name" in one.value for one in people.value)
