"""Context hints: terms such as "COVID-19" that narrow a time or case; they are counted only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from anonfilter.text.word_index import WordIndex, folded_words, tokens


class ContextHints:
    """The terms of ``context_hints``, found in any case and punctuation ("covid 19").

    If two terms begin at the same place, the longer one counts.
    """

    def __init__(self, terms: Iterable[str]) -> None:
        by_words = {folded_words(term): term for term in terms}
        by_words.pop((), None)
        self._index = WordIndex(by_words) if by_words else None

    def counted(self, text: str) -> dict[str, int]:
        """Return how often each term occurs in a text, in order of first appearance."""
        if self._index is None:
            return {}
        counts: Counter[str] = Counter()
        words = tokens(text)
        at = 0
        while at < len(words):
            length, term = next(self._index.at(words, at), (1, None))
            if term is not None:
                counts[term] += 1
            at += length
        return dict(counts)
