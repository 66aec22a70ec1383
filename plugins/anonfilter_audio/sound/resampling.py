"""Resample sound for recognisers with a polyphase filter."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, gcd
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]

_ZEROS = 16  # zero crossings of the filter on each side
_EDGE = 0.95  # of the highest frequency at the lower rate
_BETA = 8.0  # of the window: 80 dB
_BLOCK = 1 << 14


def resampled(samples: Samples, rate: int, other: int) -> Samples:
    """Return the same sound at another rate."""
    if rate == other:
        return samples
    taps = _taps(rate, other)
    up, width = taps.shape
    down = rate * up // other
    padded = np.pad(samples, width // 2)
    windows = np.lib.stride_tricks.sliding_window_view(padded, width)
    made = np.empty(ceil(len(samples) * up / down), np.float32)
    for at in range(0, len(made), _BLOCK):
        places = np.arange(at, min(at + _BLOCK, len(made)), dtype=np.int64) * down
        made[at : at + _BLOCK] = np.einsum("ij,ij->i", windows[places // up], taps[places % up])
    return made


@lru_cache(maxsize=4)
def _taps(rate: int, other: int) -> Samples:
    """Return the filter of each phase, one row each, for a window of samples."""
    common = gcd(rate, other)
    up, down = other // common, rate // common
    slower = max(up, down)
    reach = ceil(_ZEROS * slower / up)
    steps = np.arange(up)[:, None] + np.arange(reach, -reach - 1, -1)[None, :] * up
    at = steps / slower
    window = np.i0(_BETA * np.sqrt(np.clip(1 - np.square(at / _ZEROS), 0, None))) / np.i0(_BETA)
    made = _EDGE * np.sinc(_EDGE * at) * window * (np.abs(at) <= _ZEROS) * up / slower
    return np.asarray(made, np.float32)
