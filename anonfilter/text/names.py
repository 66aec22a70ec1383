"""Lists of common first names and surnames, in lower case."""

from __future__ import annotations

from functools import cache

from anonfilter.text.safe_yaml import table


def is_given_name(word: str) -> bool:
    """Return True if this is a common first name."""
    return word in _names("given")


def may_be_given(word: str) -> bool:
    """Return True if a word is a common first name, even if it is an everyday word as well."""
    return is_given_name(word) or word in _names("given_words")


def is_family_name(word: str) -> bool:
    """Return True if this is a common surname."""
    return word in _names("family")


@cache
def _names(kind: str) -> frozenset[str]:
    return frozenset(table("anonfilter.text", "names")[kind])
