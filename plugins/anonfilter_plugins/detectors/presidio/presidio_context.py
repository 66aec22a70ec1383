"""Context words raise scores as in presidio, but from words alone, without a language model.

The lower-cased word stands for its lemma: context words match inside of words, so that a plural
is found all the same. Short ones ("lic", "us", "ip") are inside of too many; they stand alone.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence

BEFORE = 5
RAISE = 0.35
AT_LEAST = 0.4
SHORT = 3

_TOKEN = re.compile(r"[^\W_]+")
_REACH = 300


def stop_words(language: str) -> frozenset[str]:
    """Words that say nothing and do not count, as spaCy lists them."""
    try:
        return frozenset(importlib.import_module(f"spacy.lang.{language}.stop_words").STOP_WORDS)
    except ImportError:
        return frozenset()


def words_before(text: str, start: int, end: int, stop: frozenset[str]) -> list[str]:
    """The match's own words, and the last few before it that say something."""
    before = [match[0].lower() for match in _TOKEN.finditer(text, max(0, start - _REACH), start)]
    telling = [word for word in before if word not in stop]
    own = [match[0].lower() for match in _TOKEN.finditer(text, start, end)]
    return [*telling[-BEFORE:], *own]


def raised(score: float, words: Sequence[str], context: Sequence[str]) -> float:
    """The score, higher if one of the context words is among these words."""
    if any(_among(one.lower().split(), words) for one in context):
        return min(1.0, max(score + RAISE, AT_LEAST))
    return score


def _among(phrase: Sequence[str], words: Sequence[str]) -> bool:
    """Do the words of a phrase follow each other here?"""
    return bool(phrase) and any(
        all(_matches(one, word) for one, word in zip(phrase, words[at:], strict=False))
        for at in range(len(words) - len(phrase) + 1)
    )


def _matches(context: str, word: str) -> bool:
    return context == word if len(context) <= SHORT else context in word
