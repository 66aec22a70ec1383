"""Hears a recording: piece by piece, each channel that has speakers of its own apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from anonfilter.audio.activity import Levels, apart
from anonfilter.audio.fills import Cut, Kind
from anonfilter.audio.intervals import Time
from anonfilter.audio.pieces import Piece, piece, pieces
from anonfilter.audio.recogniser import Hypothesis, Recogniser
from anonfilter.audio.recording import Recording
from anonfilter.audio.rules import AudioRules
from anonfilter.audio.words import Word, in_turns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Part:
    """Frames of a channel, or of all, and what is said in them: in several wordings, the likeliest
    first."""

    channel: int | None
    first: int
    last: int
    wordings: tuple[Hypothesis, ...]


Watch = Callable[[Iterable[Part]], Iterable[Part]]
"""Passes parts on while they are heard, and shows how far that is."""


class Listener:
    """Hears one recording with a recogniser."""

    def __init__(self, recording: Recording, recogniser: Recogniser, rules: AudioRules) -> None:
        self.recording = recording
        self._recogniser = recogniser
        self._rules = rules
        self._voices: Sequence[int | None] | None = None

    @property
    def voices(self) -> Sequence[int | None]:
        """The channels that are heard alone; None for all as one."""
        if self._voices is None:
            self._voices = self._of_rules()
        return self._voices

    def _of_rules(self) -> Sequence[int | None]:
        channels, rule = self.recording.channels, self._rules.channels
        together = channels == 1 or rule == "together"
        if not together and rule == "auto":
            together = not apart(levels_of(self.recording))
        return [None] if together else range(channels)

    def parts(self) -> Iterator[Part]:
        """What is said, piece by piece."""
        for voice in self.voices:
            blocks = (_voice(block, voice) for block in self.recording.blocks())
            for one in pieces(blocks, self.recording.rate, self._recogniser.longest):
                yield self._part(one, voice, self._rules.hypotheses)

    def again(self, parts: Iterable[Part], cuts: Sequence[Cut], kind: Kind) -> Iterator[Part]:
        """The same parts with frames silenced: those that have some are heard again, for what is
        likeliest."""
        for part in parts:
            if not any(_concerns(cut, part) for cut in cuts):
                yield replace(part, wordings=part.wordings[:1])
                continue
            blocks = self.recording.blocks(part.first, part.last, cuts=cuts, kind=kind)
            samples = _joined(_voice(block, part.channel) for block in blocks)
            yield self._part(piece(samples, part.first, self.recording.rate), part.channel, 1)

    def _part(self, one: Piece, voice: int | None, hypotheses: int) -> Part:
        heard = () if one.silent else self._recogniser.hear(one.samples, hypotheses)
        moved = tuple(each.moved(one.first / self.recording.rate, voice) for each in heard)
        return Part(voice, one.first, one.last, moved)


def _concerns(cut: Cut, part: Part) -> bool:
    if cut.end <= part.first or cut.start >= part.last:
        return False
    return cut.channel is None or part.channel is None or cut.channel == part.channel


def _voice(block: NDArray[np.float32], voice: int | None) -> NDArray[np.float32]:
    """One channel of a block, or the mean of all."""
    return block.mean(axis=1) if voice is None else block[:, voice]


def _joined(blocks: Iterable[NDArray[np.float32]]) -> NDArray[np.float32]:
    import numpy as np

    return np.concatenate(list(blocks))


def wording(parts: Iterable[Part], number: int) -> list[Word]:
    """The words of a recording in one of its wordings; where there are fewer, in the likeliest."""
    return in_turns(
        word
        for part in parts
        if part.wordings
        for word in part.wordings[number if number < len(part.wordings) else 0].words
    )


def levels_of(recording: Recording) -> list[Levels]:
    """How loud each channel is, frame by frame."""
    levels = [Levels(recording.rate) for _ in range(recording.channels)]
    for block in recording.blocks():
        for channel, one in enumerate(levels):
            one.feed(block[:, channel])
    return levels


def times(words: Iterable[Word]) -> list[Time]:
    return [(word.start, word.end) for word in words]
