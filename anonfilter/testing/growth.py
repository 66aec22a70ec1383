"""Measures how the time of some work grows with its size, independent of the machine's speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

TIMES = 8
"""The factor by which the second of two works is larger."""
_TRIES = 6
_NOISE = 0.02  # seconds: shorter times are not exact


def grows_no_faster(work: Callable[[int], Any], size: int) -> bool:
    """Return True if eight times the size takes far less than 64 times as long.

    The best processor time of several tries counts, since other work on the machine slows both.
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
