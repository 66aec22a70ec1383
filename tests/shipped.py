"""The shipped rulesets, each read once for all tests of a process."""

from __future__ import annotations

from functools import cache

from anonfilter.rules import Ruleset, load_ruleset


@cache
def ruleset(name: str = "default") -> Ruleset:
    return load_ruleset(name)
