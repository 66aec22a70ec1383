"""Rulesets written to do harm are refused, in time and with their place."""

from __future__ import annotations

import pytest

from anonfilter.errors import RulesError
from anonfilter.rules.nodes import load


def test_aliases_that_multiply_are_refused() -> None:
    lists = [f"k{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 10)}]" for at in range(1, 9)]
    with pytest.raises(RulesError, match="aliases make this larger"):
        load("\n".join(["k0: &a0 [x, x, x]", *lists]), "rules.yaml")


def test_an_alias_may_be_used_many_times() -> None:
    rules = load("a: &a [x, y]\nb: [*a, *a]", "rules.yaml")
    assert rules.plain() == {"a": ["x", "y"], "b": [["x", "y"], ["x", "y"]]}


@pytest.mark.parametrize("depth", [60, 600, 20_000])
def test_rules_nested_too_deeply_are_refused(depth: int) -> None:
    with pytest.raises(RulesError, match="nested too deeply"):
        load("documents: " + "[" * depth + "]" * depth, "rules.yaml")
