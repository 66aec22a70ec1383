"""Measures how the time of work grows with its size, whatever the speed of the machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

TIMES = 8
"""The ratio of the two sizes that are compared."""
_TRIES = 6
_NOISE = 0.02  # seconds: shorter times are not exact


def grows_no_faster(work: Callable[[int], Any], size: int) -> bool:
    """Return True if work of eight times the size takes less than 24 times as long.

    The best processor time of several tries counts, since other programs slow down some of them.
    """
    few = many = float("inf")
    for _ in range(_TRIES):
        few = min(few, _seconds(work, size // TIMES))
        many = min(many, _seconds(work, size))
        if many < TIMES * 3 * max(few, _NOISE):
            return True
    return False


def _seconds(work: Callable[[int], Any], size: int) -> float:
    start = time.process_time()
    work(size)
    return time.process_time() - start
