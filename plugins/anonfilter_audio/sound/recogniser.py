"""The protocol of speech recognisers, which are plugins."""

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

RATE = 16_000  # samples a second that recognisers are given


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A possible wording of a piece, and its likelihood among the wordings of the piece."""

    words: tuple[Word, ...]
    weight: float = 1.0

    def moved(self, seconds: float, channel: int | None) -> Hypothesis:
        """Return the same wording in a recording in which the piece begins at this time."""
        words = (
            replace(one, start=one.start + seconds, end=one.end + seconds, channel=channel)
            for one in self.words
        )
        return replace(self, words=tuple(words))


class Recogniser(Protocol):
    """A recogniser of speech, made as ``cls(config, setting)``, which must not load anything heavy.

    ``longest`` is the greatest duration of a piece in seconds; pieces end where it is quiet. A
    recogniser of known quality is also :class:`Measured`. The words of all others are never
    certain.
    """

    longest: float

    def open(self) -> None:
        """Load the model. This is called before the first piece of each recording.

        Raise ``ModuleNotFoundError`` for a missing library and ``ModelMissing`` for a missing
        model.
        """

    def hear(self, samples: Samples, hypotheses: int) -> Sequence[Hypothesis]:
        """Return up to ``most`` wordings of a piece, the most likely first.

        Times are those within the piece. Its samples, 16,000 a second, are from -1 to 1.
        """


@runtime_checkable
class Measured(Protocol):
    """A recogniser whose quality was measured.

    A word of at least the confidence ``certain_from`` is the spoken word, and no word is left out
    beside it. 0 also holds for words without a confidence.
    """

    certain_from: float


def timed(words: Sequence[Word], texts: Iterable[str]) -> tuple[Word, ...]:
    """Return another wording with times: words in both keep theirs, others share the rest."""
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
    """Return the time of these words, or of the words beside them if they have none."""
    near = words[low:high] or words[max(0, low - 1) : high + 1]
    return (near[0].start, near[-1].end) if near else (0.0, 0.0)
