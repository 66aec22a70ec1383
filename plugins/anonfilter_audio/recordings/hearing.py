"""Recognise the words of a recording piece by piece, and of each channel with its own speakers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from anonfilter.rules.schema import AudioRules
from anonfilter_audio.sound.activity import Levels, apart
from anonfilter_audio.sound.fills import Cut, Kind
from anonfilter_audio.sound.pieces import Piece, pieces
from anonfilter_audio.sound.recogniser import Hypothesis, Measured, Recogniser
from anonfilter_audio.sound.recording import Recording
from anonfilter_audio.sound.words import Word, in_turns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Wordings = tuple[Hypothesis, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a channel, or of all channels, with its wordings, the most likely first."""

    channel: int | None
    first: int
    last: int
    wordings: Wordings


Watch = Callable[[Iterable[Part]], Iterable[Part]]
"""Passes parts on while they are recognised, and shows the progress."""


_Key = tuple[int | None, int, int, tuple[Cut, ...]]


class Listener:
    """A listener that recognises the words of one recording."""

    def __init__(self, recording: Recording, recogniser: Recogniser, rules: AudioRules) -> None:
        self.recording = recording
        self._recogniser = recogniser
        self._rules = rules
        self._voices: Sequence[int | None] | None = None
        self._known: dict[_Key, Wordings] = {}

    @property
    def voices(self) -> Sequence[int | None]:
        """Return the channels that are recognised separately; None means all of them together."""
        if self._voices is None:
            self._voices = self._of_rules()
        return self._voices

    def _of_rules(self) -> Sequence[int | None]:
        channels, rule = self.recording.channels, self._rules.channels
        together = channels == 1 or rule == "together"
        if not together and rule == "auto":
            together = not apart(levels_of(self.recording))
        return [None] if together else range(channels)

    @property
    def measured(self) -> float | None:
        """Return the confidence from which the recogniser is certain; None if it is unknown."""
        recogniser = self._recogniser
        return recogniser.certain_from if isinstance(recogniser, Measured) else None

    @property
    def certain_from(self) -> float:
        """Return the confidence from which a word is certain; infinity if no word is."""
        if self._rules.accept_recogniser:
            return 0.0
        return inf if self.measured is None else self.measured

    @property
    def rules(self) -> AudioRules:
        """Return the rules, with the defaults that depend on the recogniser."""
        return with_defaults(self._rules, self.measured)

    def parts(self) -> Iterator[Part]:
        """Return the recognised parts, piece by piece."""
        return self._heard((), "silence", self._rules.hypotheses)

    def again(self, cuts: Sequence[Cut], kind: Kind) -> Iterator[Part]:
        """Recognise the recording with these frames silenced.

        Unchanged pieces are not recognised again.
        """
        return self._heard(cuts, kind, 1)

    def _heard(self, cuts: Sequence[Cut], kind: Kind, hypotheses: int) -> Iterator[Part]:
        for voice in self.voices:
            blocks = (_voice(one, voice) for one in self.recording.blocks(cuts=cuts, kind=kind))
            for one in pieces(blocks, self.recording.rate, self._recogniser.longest):
                key = voice, one.first, one.last, tuple(_inside(cuts, voice, one))
                if key not in self._known:
                    self._known[key] = self._wordings(one, voice, hypotheses)
                yield Part(voice, one.first, one.last, self._known[key][:hypotheses])

    def _wordings(self, one: Piece, voice: int | None, hypotheses: int) -> Wordings:
        heard = () if one.silent else self._recogniser.hear(one.resampled(), hypotheses)
        start = one.first / self.recording.rate
        return tuple(_of_sound(each, one).moved(start, voice) for each in heard)


def with_defaults(rules: AudioRules, measured: float | None) -> AudioRules:
    """Return rules with the defaults for a recogniser that is certain from this confidence on.

    None is a recogniser of unknown quality, or a transcript that people have made.
    """
    below = (measured or 0.0) if rules.below is None else rules.below
    unrecognised = rules.unrecognised or ("report" if measured is None else "mask")
    return rules.model_copy(update={"below": below, "unrecognised": unrecognised})


def _of_sound(heard: Hypothesis, one: Piece) -> Hypothesis:
    """Drop words where the recording is silent: recognisers can recognise words in silence."""
    words = (word for word in heard.words if not one.silent_during(word.start, word.end))
    return replace(heard, words=tuple(words))


def _inside(cuts: Iterable[Cut], voice: int | None, one: Piece) -> Iterator[Cut]:
    """Yield the silenced stretches of a piece."""
    for cut in cuts:
        concerned = cut.channel is None or voice is None or cut.channel == voice
        if concerned and cut.end > one.first and cut.start < one.last:
            yield Cut(max(cut.start, one.first), min(cut.end, one.last), cut.channel)


def _voice(block: NDArray[np.float32], voice: int | None) -> NDArray[np.float32]:
    """Return one channel of a block, or the mean of all."""
    return block.mean(axis=1) if voice is None else block[:, voice]


def wording(parts: Iterable[Part], number: int) -> list[Word]:
    """Return the words of this wording; a part with fewer wordings gives its most likely one."""
    return in_turns(
        word
        for part in parts
        if part.wordings
        for word in part.wordings[number if number < len(part.wordings) else 0].words
    )


def levels_of(recording: Recording) -> list[Levels]:
    """Return the level of each channel, frame by frame."""
    levels = [Levels(recording.rate) for _ in range(recording.channels)]
    for block in recording.blocks():
        for channel, one in enumerate(levels):
            one.feed(block[:, channel])
    return levels
