"""Common English words, so that a name like Mark or Hope is not taken for a rare one."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def common_words() -> frozenset[str]:
    """Lower-case words of everyday English (SCOWL's lists up to size 35)."""
    text = resources.files("anonfilter.data").joinpath("common_words.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))


def is_common(word: str) -> bool:
    return word.casefold() in common_words()
