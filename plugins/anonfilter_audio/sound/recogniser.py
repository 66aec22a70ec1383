"""The protocol of recognisers of speech, which are plugins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from anonfilter_audio.sound.words import Word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]

RATE = 16_000  # samples of a second that recognisers are given


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What a piece of a recording may say, and how likely that is against its other wordings."""

    words: tuple[Word, ...]
    weight: float = 1.0

    def moved(self, seconds: float, channel: int | None) -> Hypothesis:
        """The same in a recording in which the piece begins there."""
        words = (
            replace(one, start=one.start + seconds, end=one.end + seconds, channel=channel)
            for one in self.words
        )
        return replace(self, words=tuple(words))


class Recogniser(Protocol):
    """Recognises speech: made as ``cls(config, setting)``, which must not load anything heavy.

    ``longest`` is how many seconds it is given at once; pieces end where it is quiet. A recogniser
    of known quality is :class:`Measured` as well. The words of all others are never certain.
    """

    longest: float

    def open(self) -> None:
        """Load what it needs; raises ``ModuleNotFoundError`` for a library, ``ModelMissing`` for a
        model. Called before the first piece of each recording."""

    def hear(self, samples: Samples, hypotheses: int) -> Sequence[Hypothesis]:
        """Up to so many wordings of a piece, the likeliest first; times are those in the piece,
        which has 16,000 samples a second, from -1 to 1."""


@runtime_checkable
class Measured(Protocol):
    """A recogniser whose quality was measured on recordings of people.

    A word of at least the confidence ``certain_from`` is the word that was said, and no word
    is left out beside it. 0 also holds for words without a confidence.
    """

    certain_from: float


def timed(words: Sequence[Word], texts: Iterable[str]) -> tuple[Word, ...]:
    """Another wording with times: words that both have keep theirs; what stands in the place of
    others has the time of all these."""
    other = list(texts)
    matcher = SequenceMatcher(None, [one.text for one in words], other, autojunk=False)
    made: list[Word] = []
    for kind, low, high, begin, end in matcher.get_opcodes():
        if kind == "equal":
            made += words[low:high]
        elif begin < end:
            start, until = _place(words, low, high)
            made += (Word(text, start, until) for text in other[begin:end])
    return tuple(made)


def _place(words: Sequence[Word], low: int, high: int) -> tuple[float, float]:
    """From when to when these words are said; where there is none, those beside it."""
    near = words[low:high] or words[max(0, low - 1) : high + 1]
    return (near[0].start, near[-1].end) if near else (0.0, 0.0)
