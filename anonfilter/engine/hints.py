"""Context hints: words such as "COVID-19" that narrow down time or case; counted, not replaced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from anonfilter.text.word_index import WordIndex, folded_words, tokens


class Hints:
    """Finds the terms of ``context_hints``, in any case and punctuation: "covid 19" is COVID-19.

    Of two terms that begin together the longer counts.
    """

    def __init__(self, terms: Iterable[str]) -> None:
        by_words = {folded_words(term): term for term in terms}
        by_words.pop((), None)
        self._index = WordIndex(by_words) if by_words else None

    def counted(self, text: str) -> dict[str, int]:
        """The number of each term in a text, in order of first appearance."""
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
