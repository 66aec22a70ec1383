"""Divide a channel into pieces for recognisers: 16,000 samples a second, cut where it is quiet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from anonfilter_audio.sound.recogniser import RATE
from anonfilter_audio.sound.resampling import resampled

if TYPE_CHECKING:
    from numpy.typing import NDArray

_QUIET = 0.1  # seconds: the window in which the quietest stretch is searched
_REACH = 0.25  # of the longest piece: the part before its end in which it may be cut
_NOTHING = 1e-4  # of the loudest possible sample: digital silence with its dither


@dataclass(frozen=True, slots=True)
class Piece:
    """Frames of one channel, from ``first`` to before ``last``."""

    first: int
    last: int
    samples: NDArray[np.float32]
    rate: int

    @property
    def silent(self) -> bool:
        return self.silent_during(0, len(self.samples) / self.rate)

    def silent_during(self, start: float, end: float) -> bool:
        """Return True if a time, in seconds from the start of the piece, is silent."""
        some = self.samples[int(start * self.rate) : int(end * self.rate)]
        return not len(some) or float(np.abs(some).max()) < _NOTHING

    def resampled(self) -> NDArray[np.float32]:
        """Return the samples at the rate of recognisers."""
        return resampled(self.samples, self.rate, RATE)


def pieces(blocks: Iterable[NDArray[np.float32]], rate: int, longest: float) -> Iterator[Piece]:
    """Divide one channel, given in blocks, into pieces of at most this number of seconds.

    Where a piece may end does not depend on the pieces before it. So silencing changes only pieces
    nearby.
    """
    step = max(2, int(longest * (1 - _REACH) * rate))
    reach = min(step - 1, int(longest * _REACH * rate))
    waiting = np.zeros(0, np.float32)
    first, border = 0, step
    for block in blocks:
        waiting = np.concatenate([waiting, block])
        while first + len(waiting) >= border:
            low = border - reach - first
            end = low + _quietest(waiting[low : border - first], rate)
            yield Piece(first, first + end, waiting[:end], rate)
            waiting, first, border = waiting[end:], first + end, border + step
    if len(waiting):
        yield Piece(first, first + len(waiting), waiting, rate)


def _quietest(samples: NDArray[np.float32], rate: int) -> int:
    """Return the middle of the quietest stretch."""
    window = max(1, min(int(_QUIET * rate), len(samples) // 2))
    energy = np.cumsum(np.square(samples, dtype=np.float64))
    return int(np.argmin(energy[window:] - energy[:-window])) + window // 2 + 1
