"""Raise scores by context words as presidio does, but without a language model.

The lower-cased word replaces its lemma: context words match inside of words, so plurals match
too. Short ones ("lic", "us", "ip") are inside of too many words and must match whole.
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
    """Return spaCy's stop words, which do not count as context."""
    try:
        return frozenset(importlib.import_module(f"spacy.lang.{language}.stop_words").STOP_WORDS)
    except ImportError:
        return frozenset()


def words_before(text: str, start: int, end: int, stop: frozenset[str]) -> list[str]:
    """Return the match's own words, and the last few before it that are no stop words."""
    before = [match[0].lower() for match in _TOKEN.finditer(text, max(0, start - _REACH), start)]
    telling = [word for word in before if word not in stop]
    own = [match[0].lower() for match in _TOKEN.finditer(text, start, end)]
    return [*telling[-BEFORE:], *own]


def raised(score: float, words: Sequence[str], context: Sequence[str]) -> float:
    """Raise the score if a context word is among these words."""
    if any(_among(one.lower().split(), words) for one in context):
        return min(1.0, max(score + RAISE, AT_LEAST))
    return score


def _among(phrase: Sequence[str], words: Sequence[str]) -> bool:
    """Return True if the words of a phrase follow one another among these words."""
    return bool(phrase) and any(
        all(_matches(one, word) for one, word in zip(phrase, words[at:], strict=False))
        for at in range(len(words) - len(phrase) + 1)
    )


def _matches(context: str, word: str) -> bool:
    return context == word if len(context) <= SHORT else context in word
