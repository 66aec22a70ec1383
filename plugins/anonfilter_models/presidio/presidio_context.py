"""Raise scores by context words as presidio does, but without a language model.

The lower-cased word replaces its lemma: context words match inside words, so plurals match too.
Short context words ("lic", "us", "ip") are inside too many words, and must match a whole word.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence

BEFORE = 5  # words before a match that are its context
RAISE = 0.35  # that a context word adds to the score
AT_LEAST = 0.4  # score after a context word
SHORT = 3  # letters of the longest context words that must match a whole word

_TOKEN = re.compile(r"[^\W_]+")
_REACH = 300  # characters before a match in which its context is searched


def stop_words(language: str) -> frozenset[str]:
    """Return spaCy's stop words, which do not count as context."""
    try:
        return frozenset(importlib.import_module(f"spacy.lang.{language}.stop_words").STOP_WORDS)
    except ImportError:
        return frozenset()


def words_before(text: str, start: int, end: int, stop: frozenset[str]) -> list[str]:
    """Return the last words before a match that are not stop words, and the words in the match."""
    before = [match[0].lower() for match in _TOKEN.finditer(text, max(0, start - _REACH), start)]
    telling = [word for word in before if word not in stop]
    own = [match[0].lower() for match in _TOKEN.finditer(text, start, end)]
    return [*telling[-BEFORE:], *own]


def raised(score: float, words: Sequence[str], context: Sequence[str]) -> float:
    """Return the score, raised if one of the context words is among these words."""
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
