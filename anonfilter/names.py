"""Names that many people bear, so that one of them is no misspelling of another."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def _lists() -> dict[str, frozenset[str]]:
    from ruamel.yaml import YAML

    text = resources.files("anonfilter.data").joinpath("names.yaml").read_text("utf-8")
    return {key: frozenset(names) for key, names in YAML(typ="safe").load(text).items()}


def is_given_name(word: str) -> bool:
    """Whether many people have this first name; ``word`` is in lower case."""
    return word in _lists()["given"]


def is_family_name(word: str) -> bool:
    """Whether many people have this surname; ``word`` is in lower case."""
    return word in _lists()["family"]


def is_established(word: str) -> bool:
    """Whether many people are called so."""
    return is_given_name(word) or is_family_name(word)
