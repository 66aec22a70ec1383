"""The time of each token, from the attention of the network to the sound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FRAME = 0.02  # seconds
_SMOOTHED = 7  # frames


def token_times(attention: Floats, frames: int) -> list[float]:
    """Return the start of each token, and the end of the last one, in seconds.

    ``attention`` has a row for each token, and one for the end of the text, for each head.
    """
    seen = attention[:, :, :frames]
    spread = np.maximum(seen.std(axis=1, keepdims=True), 1e-9)
    cost = -_median((seen - seen.mean(axis=1, keepdims=True)) / spread).mean(axis=0)
    return [float(at) * FRAME for at in _starts(cost)]


def _median(rows: Floats) -> Floats:
    """Smooth the rows with a median."""
    side = _SMOOTHED // 2
    padded = np.pad(rows, [(0, 0), (0, 0), (side, side)], mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, _SMOOTHED, axis=-1)
    return np.asarray(np.median(windows, axis=-1), np.float32)


def _starts(cost: Floats) -> list[int]:
    """Return the first frame of each row on the cheapest path from the first cell to the last.

    Each step goes to the next frame, to the next row, or to both. The cells of one diagonal are
    computed at once, because their cheapest paths depend only on the two diagonals before.
    """
    rows, frames = cost.shape
    skewed = np.full((rows, rows + frames - 1), np.inf, np.float32)
    for row in range(rows):
        skewed[row, row : row + frames] = cost[row]
    came = np.zeros(skewed.shape, np.int8)
    before, last = np.full(rows + 1, np.inf), np.full(rows + 1, np.inf)
    before[0] = 0  # a path begins before the first cell
    for at in range(rows + frames - 1):
        # index 0 is the row above the first one
        ways = np.stack([before[:-1], last[:-1], last[1:]])  # both, next row, next frame
        came[:, at] = ways.argmin(axis=0)
        now = np.concatenate([[np.inf], ways.min(axis=0) + skewed[:, at]])
        before, last = last, now
    starts = [0] * rows
    row, frame = rows - 1, frames - 1
    while row >= 0 and frame >= 0:
        starts[row] = frame
        step = came[row, row + frame]
        row, frame = row - (step != 2), frame - (step != 1)
    return starts
