"""Words that narrow down when or which case a text is about: counted, never replaced.

"COVID-19" dates a hearing to within two years. No tag would help, for it is not one word that
tells but all of them together, so whoever publishes the text is told what is in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from anonfilter.text.word_index import WordIndex, folded_words, tokens


class Hints:
    """The terms of a ruleset's ``context_hints``, found in one pass however many there are.

    Letter case and what stands between the words of a term do not matter: "covid 19" is
    COVID-19. Of two terms that begin together the longer counts.
    """

    def __init__(self, terms: Iterable[str]) -> None:
        by_words = {folded_words(term): term for term in terms}
        by_words.pop((), None)
        self._index = WordIndex(by_words)
        self._any = bool(by_words)

    def counted(self, text: str) -> dict[str, int]:
        """How often each term stands in a text, those that do, in order of first appearance."""
        if not self._any:
            return {}
        counts: Counter[str] = Counter()
        words = tokens(text)
        upto = 0
        for at in range(len(words)):
            if at < upto:
                continue
            for length, term in self._index.at(words, at):
                counts[term] += 1
                upto = at + length
                break
        return dict(counts)
