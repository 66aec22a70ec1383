"""Sound as Whisper reads it: the logarithms of 80 mel bands, 100 times a second."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from anonfilter_audio.sound.recogniser import RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

SECONDS = 30  # of sound, the length that the network reads
_WINDOW, _STEP, _BANDS = 400, 160, 80  # samples, samples, number
_LEAST, _RANGE = 1e-10, 8.0  # power, and powers of ten below the loudest band


def log_mel(samples: Floats) -> Floats:
    """Return the bands of at most 30 seconds, padded with silence to 30 seconds."""
    whole = np.zeros(SECONDS * RATE, np.float32)
    whole[: len(samples)] = samples[: len(whole)]
    padded = np.pad(whole, _WINDOW // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_STEP][:-1]
    window = np.hanning(_WINDOW + 1)[:-1].astype(np.float32)
    power = np.square(np.abs(np.fft.rfft(frames * window, axis=1))).astype(np.float32)
    bands = np.log10(np.maximum(_filters() @ power.T, _LEAST))
    limited = np.maximum(bands, bands.max() - _RANGE)
    return np.asarray((limited + 4) / 4, np.float32)


@cache
def _filters() -> Floats:
    """Return the share of each frequency in each band, on Slaney's mel scale."""
    edges = _hertz(np.linspace(0, 15 + 27 * np.log(RATE / 2000) / np.log(6.4), _BANDS + 2))
    at = np.linspace(0, RATE / 2, _WINDOW // 2 + 1)[None, :]
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    sides = np.minimum((at - low) / (middle - low), (high - at) / (high - middle))
    return np.asarray(np.maximum(sides, 0) * 2 / (high - low), np.float32)


def _hertz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return frequencies of mel values: linear up to 1,000 Hz, and logarithmic above."""
    return np.where(mel < 15, mel * 200 / 3, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))
