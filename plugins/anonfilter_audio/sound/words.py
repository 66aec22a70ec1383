"""Words of a recording with their times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from anonfilter.text.values import hide_values

_PAUSE = 0.5  # seconds without a word after which an utterance may begin


@hide_values
@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word with its time in seconds; without a channel it is in all."""

    text: str
    start: float
    end: float
    confidence: float | None = None
    channel: int | None = None
    speaker: str | None = None


def in_turns(words: Iterable[Word]) -> list[Word]:
    """Order words by the start of their utterances.

    The words of an utterance stay together, even if another channel speaks meanwhile.
    """
    utterances = [
        utterance
        for _, own in groupby(sorted(words, key=_place), key=lambda word: _place(word)[0])
        for utterance in _utterances(own)
    ]
    utterances.sort(key=lambda utterance: utterance[0].start)
    return [word for utterance in utterances for word in utterance]


def _place(word: Word) -> tuple[int, float]:
    return (-1 if word.channel is None else word.channel), word.start


def _utterances(words: Iterable[Word]) -> Iterator[list[Word]]:
    """Divide the words of one channel at pauses."""
    utterance: list[Word] = []
    for word in words:
        if utterance and word.start - utterance[-1].end > _PAUSE:
            yield utterance
            utterance = []
        utterance.append(word)
    if utterance:
        yield utterance
