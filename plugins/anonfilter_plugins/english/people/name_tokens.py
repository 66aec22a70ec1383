"""The words by which a mention is known."""

from __future__ import annotations

import re

from anonfilter_plugins.english.lists import terms

WORD = re.compile(r"[^\W_]+")
TITLES = terms("titles", "civil") | {
    "miss", "dr", "prof", "professor", "sir", "dame", "lady", "lord", "judge", "justice", "officer",
    "sergeant", "sgt", "captain", "capt", "lieutenant", "lt", "detective", "deputy", "commissioner",
}  # fmt: skip


def name_tokens(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The words by which a mention is known: with a capital or a digit, titles aside.

    Where it has none ("my old school", a name in lower case), all of its words.
    """
    words = list(WORD.finditer(text, start, end))
    named = [word for word in words if _names(word[0]) and word[0].lower() not in TITLES]
    return tuple(word.span() for word in named or words)


def _names(word: str) -> bool:
    return word != word.lower() or any(char.isdigit() for char in word)
