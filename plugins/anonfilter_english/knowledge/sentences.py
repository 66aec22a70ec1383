"""Find the ends of sentences, and decide whether capitals are evidence in a text."""

from __future__ import annotations

import re
from functools import cache

from anonfilter_english.knowledge.word_lists import table, terms

_LAST = re.compile(r"[^\s,;:()\[\]\"]+\Z")
_REACH = 20
_FEW, _MANY = 0.005, 0.8
_CAPITAL_WITHIN = re.compile(r"[a-z,][ \n][A-Z][a-z]")


def ends_sentence(text: str, at: int) -> bool:
    """Return True if the mark at this place ends a sentence, unlike the points of "Q.C."."""
    mark = text[at]
    if mark in "!?;":
        return True
    if mark != "." or not text[at + 1 : at + 2].isspace():
        return False
    if text[at - 1 : at] == "." or text[at + 1 : at + 30].lstrip()[:1].islower():
        return False
    word = _word(text, at)
    return bool(word) and not (
        _bare(word) in _abbreviations() or len(word.split(".")[-1].strip("'")) == 1
    )


def goes_on_with_name(text: str, at: int) -> bool:
    """Return True if a name continues after the point: "Hon'ble. Bell", "Bell Q.C. Rose"."""
    word = _bare(_word(text, at))
    return word in terms("sentences", "before_names") or word in terms("sentences", "behind_names")


def capitals_tell(text: str) -> bool:
    """Return True if some letters of a text are capitals, and some are not."""
    letters = sum(map(str.isalpha, text))
    large = sum(map(str.isupper, text))
    return letters * _FEW < large < letters * _MANY


def names_have_capitals(text: str) -> bool:
    """Return True if a text has capitals within sentences, not only at their beginning."""
    return capitals_tell(text) and _CAPITAL_WITHIN.search(text) is not None


def _word(text: str, at: int) -> str:
    """Return the word before the point at this place."""
    found = _LAST.search(text, max(0, at - _REACH), at)
    return found[0].casefold().rstrip(".") if found else ""


def _bare(word: str) -> str:
    return word.replace(".", "")


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset().union(*(terms("sentences", kind) for kind in table("sentences")))
