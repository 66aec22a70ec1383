"""Recognise rare English words that models may take for names.

``data/rare_words.txt`` has the words of a spelling dictionary without the common words
(:mod:`anonfilter.text.words`) and without names of people and places.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.name_list import UNLISTED, bearers, name_key

FILE = "rare_words.txt"
_KNOWN = 3  # the level of a name that many people have
_ENDING = re.compile(r"(?:s|es|ed|ing|in|ly|er|est|ness|ful|able|ish|like|y|ies|ism|ist)\Z")


@cache
def rare_words() -> frozenset[str]:
    """Return the words of ``data/rare_words.txt``."""
    text = resources.files("anonfilter_english.knowledge").joinpath("data", FILE).read_text("utf-8")
    return frozenset(text.partition("\n\n")[2].split())


@lru_cache(maxsize=65536)
def is_ordinary(word: str) -> bool:
    """Return True for an English word, common or rare, that is not a name of many people."""
    folded = fold(word)
    name = bearers(name_key(folded))
    if is_common(folded):
        return name.given < _KNOWN and name.surname < _KNOWN
    return folded in rare_words() or (name is UNLISTED and is_inflected(folded))


def is_inflected(word: str) -> bool:
    """Return True for an unlisted form of a listed English word: "resentfully"."""
    stem = _ENDING.sub("", word)
    forms = (stem + tail for tail in ("", "e", "y", stem[-1:]))
    return stem != word and any(is_common(form) or form in rare_words() for form in forms)
