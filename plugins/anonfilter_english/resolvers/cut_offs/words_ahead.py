"""Find the words after a place in a transcript, also in the next turns and after page breaks."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from anonfilter.contract.document import Document
from anonfilter.engine import spans
from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.speaker_turns import turns
from anonfilter_english.resolvers.cut_offs.page_furniture import find_page_furniture

TURNS = 2
WORDS = 5
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_DASHED = re.compile(r"(?<![\w'])[-\u2014\u2015]{1,3}\Z")  # not the dash of "mm-hmm"


@hide_values
@dataclass(frozen=True, slots=True)
class NextWord:
    """A word after a place, with the number of turns and words between the place and the word.

    ``dashed``: a dash precedes it.
    """

    start: int
    end: int
    text: str
    turns: int
    words: int
    dashed: bool


class Speech:
    """The speech of a document: its turns, or its fields if it has no speaker labels."""

    def __init__(self, document: Document) -> None:
        text = document.prose
        spoken = turns(document.text)
        if spoken:
            ends = [turn.start for turn in spoken[1:]] + [len(text)]
            self._speech = [(turn.speech, end) for turn, end in zip(spoken, ends, strict=True)]
            self._speech.insert(0, (0, spoken[0].start))
        else:
            self._speech = [(field.start, field.end) for field in document.fields]
        self._starts = [start for start, _ in self._speech]
        self._text = text
        self.breaks = find_page_furniture(text)

    def words_after(self, offset: int) -> Iterator[NextWord]:
        """Yield the next words of this turn, and the first words of the two turns after it."""
        text = self._text
        at = max(0, bisect_right(self._starts, offset) - 1)
        for step, (start, end) in enumerate(self._speech[at : at + 1 + TURNS]):
            words = (
                word
                for word in _WORD.finditer(text, max(start, offset), end)
                if not spans.within(self.breaks, *word.span())
            )
            for count, word in zip(range(WORDS), words, strict=False):
                dashed = _DASHED.search(text, max(0, word.start() - 4), word.start()) is not None
                yield NextWord(*word.span(), word[0], step, count, dashed)
