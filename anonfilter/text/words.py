"""Folds words for comparison, and knows common English words."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib import resources


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return a text with case, accents and blanks folded, so that spellings of a name are equal."""
    if text.isascii():
        return " ".join(text.casefold().split())
    decomposed = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(bare.casefold().split())


@cache
def common_words() -> frozenset[str]:
    """Return the words of everyday English in lower case (SCOWL's lists up to size 35)."""
    text = (
        resources.files("anonfilter.text").joinpath("data", "common_words.txt").read_text("utf-8")
    )
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))


def is_common(word: str) -> bool:
    """Return True if this is a word of everyday English."""
    return word.casefold() in common_words()
