"""Join lines, and join words that were divided at the end of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from anonfilter.text.words import is_common

_HALF = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?(?=-\Z)")
_REST = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_DASH = re.compile(r"(?:\A|[\s\W])-\Z")


class Lexicon:
    """The words of a document, which show how it writes a divided word elsewhere."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words = {word.casefold() for text in texts for word in _WORD.findall(text)}

    def join(self, lines: Sequence[str]) -> str:
        """Return the lines as a single line."""
        joined: list[str] = []
        for line in lines:
            if not line:
                continue
            last = joined[-1] if joined else ""
            if not last.endswith("-") or _DASH.search(last):  # a dash does not divide a word
                joined.append(line)
            elif self._is_one_word(last, line):
                joined[-1] = last[:-1] + line
            else:
                joined[-1] = last + line
        return " ".join(joined)

    def _is_one_word(self, last: str, line: str) -> bool:
        """Return True if a word was divided only because the line ends.

        Then the joined word is known, or its halves are not words, and the document does not write
        the word with a hyphen elsewhere.
        """
        half, rest = _HALF.search(last), _REST.match(line)
        if half is None or rest is None or not rest[0][0].islower():
            return False
        first, second = half[0].casefold(), rest[0].casefold()
        if f"{first}-{second}" in self._words:
            return False
        if first + second in self._words or is_common(first + second):
            return True
        return not (is_common(first) and is_common(second))
