"""Pieces of a recording for recognisers: one channel, cut where it is quiet, 16,000 samples a
second."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from anonfilter.audio.recogniser import RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

_QUIET = 0.1  # seconds, of which the quietest are looked for
_FIRST = 0.5  # share of the longest piece behind which it may end
_NOTHING = 1e-4  # of the loudest sample possible: digital silence, and its dither


@dataclass(frozen=True, slots=True)
class Piece:
    """Frames of a recording from the first to before the last, as recognisers are given them."""

    first: int
    last: int
    samples: NDArray[np.float32]

    @property
    def silent(self) -> bool:
        return not len(self.samples) or float(np.abs(self.samples).max()) < _NOTHING


def pieces(blocks: Iterable[NDArray[np.float32]], rate: int, longest: float) -> Iterator[Piece]:
    """Divide one channel, given in blocks; no piece is longer than so many seconds."""
    most, at = int(longest * rate), 0
    waiting = np.zeros(0, np.float32)
    for block in blocks:
        waiting = np.concatenate([waiting, block])
        while len(waiting) > most:
            end = _quietest(waiting[:most], rate)
            yield piece(waiting[:end], at, rate)
            waiting, at = waiting[end:], at + end
    if len(waiting):
        yield piece(waiting, at, rate)


def piece(samples: NDArray[np.float32], first: int, rate: int) -> Piece:
    """A piece of one channel that begins with this frame."""
    import soxr

    return Piece(first, first + len(samples), soxr.resample(samples, rate, RATE))


def _quietest(samples: NDArray[np.float32], rate: int) -> int:
    """Where to end a piece: in the quietest stretch of its last part."""
    window = max(1, int(_QUIET * rate))
    first = int(len(samples) * _FIRST)
    energy = np.cumsum(np.square(samples[first:], dtype=np.float64))
    if len(energy) <= window:
        return len(samples)
    return first + int(np.argmin(energy[window:] - energy[:-window])) + window // 2
