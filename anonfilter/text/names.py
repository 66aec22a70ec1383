"""Names that many people bear; all in lower case."""

from __future__ import annotations

from functools import cache

from anonfilter.text.word_lists import table


def is_given_name(word: str) -> bool:
    """Whether many people have this first name."""
    return word in _names("given")


def may_be_given(word: str) -> bool:
    """Whether a word, even an everyday one, is also a first name."""
    return is_given_name(word) or word in _names("given_words")


def is_family_name(word: str) -> bool:
    """Whether many people have this surname."""
    return word in _names("family")


@cache
def _names(kind: str) -> frozenset[str]:
    return frozenset(table("anonfilter.text", "names")[kind])
