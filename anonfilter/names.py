"""Names that many people bear, so that one of them is no misspelling of another."""

from __future__ import annotations

from anonfilter.wordlists import terms


def is_given_name(word: str) -> bool:
    """Whether many people have this first name; ``word`` is in lower case."""
    return word in terms("anonfilter", "names", "given")


def is_family_name(word: str) -> bool:
    """Whether many people have this surname; ``word`` is in lower case."""
    return word in terms("anonfilter", "names", "family")


def is_established(word: str) -> bool:
    """Whether many people are called so."""
    return is_given_name(word) or is_family_name(word)
