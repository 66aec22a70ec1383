"""Find the ends of sentences, and decide whether capitals show names in a text."""

from __future__ import annotations

import re
from functools import cache

from anonfilter_english.knowledge.word_lists import table, terms

_LAST_WORD = re.compile(r"[^\s,;:()\[\]\"]+\Z")
_REACH = 20
_FEW, _MANY = 0.005, 0.8  # share of capitals among letters
_CAPITAL_WITHIN = re.compile(r"[a-z,][ \n][A-Z][a-z]")


def ends_sentence(text: str, at: int) -> bool:
    """Return True if the mark at an offset ends a sentence, unlike the points of "Q.C."."""
    mark = text[at]
    if mark in "!?;":
        return True
    if mark != "." or not text[at + 1 : at + 2].isspace():
        return False
    if text[at - 1 : at] == "." or text[at + 1 : at + 30].lstrip()[:1].islower():
        return False
    word = _word(text, at)
    is_initial = len(word.split(".")[-1].strip("'")) == 1
    return bool(word) and not is_initial and word.replace(".", "") not in _abbreviations()


def goes_on_with_name(text: str, at: int) -> bool:
    """Return True if a name continues after the point at an offset.

    This depends on the word before the point: "Hon'ble. Bell", "Bell Q.C. Rose".
    """
    word = _word(text, at).replace(".", "")
    return word in terms("sentences", "before_names") or word in terms("sentences", "behind_names")


def capitals_tell(text: str) -> bool:
    """Return True if capitals distinguish words in a text: it has some, but not only capitals."""
    letters = sum(map(str.isalpha, text))
    large = sum(map(str.isupper, text))
    return letters * _FEW < large < letters * _MANY


def names_have_capitals(text: str) -> bool:
    """Return True if a text has capitals within sentences, not only at their beginning."""
    return capitals_tell(text) and _CAPITAL_WITHIN.search(text) is not None


def _word(text: str, at: int) -> str:
    """Return the word before the point at this offset, in lower case."""
    found = _LAST_WORD.search(text, max(0, at - _REACH), at)
    return found[0].casefold().rstrip(".") if found else ""


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset().union(*(terms("sentences", kind) for kind in table("sentences")))
