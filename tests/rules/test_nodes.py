"""Hostile YAML is refused in time, with its place."""

from __future__ import annotations

import pytest

from anonfilter.errors import RulesError
from anonfilter.rules.nodes import load


def test_aliases_that_multiply_are_refused() -> None:
    lists = [f"k{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 10)}]" for at in range(1, 9)]
    with pytest.raises(RulesError, match="aliases included"):
        load("\n".join(["k0: &a0 [x, x, x]", *lists]), "rules.yaml")


def test_an_alias_may_be_used_many_times() -> None:
    rules = load("a: &a [x, y]\nb: [*a, *a]", "rules.yaml")
    assert rules.plain() == {"a": ["x", "y"], "b": [["x", "y"], ["x", "y"]]}


@pytest.mark.parametrize(
    "deep",
    [
        *("documents: " + "[" * depth + "]" * depth for depth in (60, 600, 20_000, 30_000)),
        "[" * 1_000_000,
        "- " * 30_000 + "x",
        "? " * 30_000 + "x",
        "\n".join(" " * at + "a:" for at in range(1, 2_000)),
        "\n".join("  " * at + "- a:" for at in range(1_000)),
        "\x85".join(" " * at + "a:" for at in range(1, 2_000)),  # a line break of YAML 1.1
        "a: {" * 30_000,
    ],
    ids=range(11),
)
def test_rules_nested_too_deeply_are_refused(deep: str) -> None:
    """The parser's own recursion would end the interpreter."""
    with pytest.raises(RulesError, match="levels of lists and mappings") as refused:
        load(deep, "rules.yaml")
    assert refused.value.where.startswith("rules.yaml:")


def test_brackets_in_text_are_not_nesting() -> None:
    text = "[" * 5_000 + "- " * 5_000
    assert load(f"a: '{text}'", "rules.yaml").plain() == {"a": text}
