"""A recogniser of what is dialled: the two tones of each key of a telephone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from anonfilter.contract import Needs, Setting, Strict
from anonfilter_audio.sound.recogniser import RATE, Hypothesis
from anonfilter_audio.sound.words import Word

if TYPE_CHECKING:
    from anonfilter_audio.sound.recogniser import Samples

ROWS, COLUMNS = (697, 770, 852, 941), (1209, 1336, 1477)  # Hz
KEYS = ("123", "456", "789", "*0#")
_FRAME = RATE // 50  # samples
_SHARE = 0.2  # of a frame's energy, that each of the two tones has at least


class TouchTones:
    """Hears digits, * and #, and nothing that is said; keys that follow soon are one word."""

    longest = 30.0

    class Config(Strict):
        pause: float = 0.7  # seconds, behind which another word begins

    def __init__(self, config: Config, setting: Setting) -> None:
        self._pause = config.pause

    def needs(self) -> Needs:
        return Needs(extra="audio")

    def open(self) -> None:
        """Load what it needs: here, so that nothing large is imported before."""
        import numpy  # noqa: F401

    def hear(self, samples: Samples, hypotheses: int) -> Sequence[Hypothesis]:
        words = list[Word]()
        for key, start, end in _presses(samples):
            if words and start - words[-1].end <= self._pause:
                last = words.pop()
                words.append(Word(last.text + key, last.start, end))
            else:
                words.append(Word(key, start, end))
        return [Hypothesis(tuple(words))]


def _presses(samples: Samples) -> Iterator[tuple[str, float, float]]:
    """Each key that is held for two frames or more, from when to when, in seconds."""
    at = 0
    for key, frames in groupby(_keys(samples)):
        length = len(list(frames))
        if key and length > 1:
            yield key, at * _FRAME / RATE, (at + length) * _FRAME / RATE
        at += length


def _keys(samples: Samples) -> Iterator[str]:
    """The key whose tones each frame has; "" for none."""
    import numpy as np

    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
    at = np.arange(_FRAME) / RATE
    waves = np.exp(-2j * np.pi * np.outer(at, (*ROWS, *COLUMNS))) * np.hanning(_FRAME)[:, None]
    energy = (frames * frames).sum(axis=1, keepdims=True) + 1e-6
    for tones in np.abs(frames @ waves) ** 2 / energy * 8 / _FRAME:  # 1 for a tone alone
        row, column = tones[: len(ROWS)], tones[len(ROWS) :]
        heard = min(row.max(), column.max()) > _SHARE
        yield KEYS[row.argmax()][column.argmax()] if heard else ""
