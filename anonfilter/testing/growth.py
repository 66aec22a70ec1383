"""How the time that something takes grows with what it is given; never how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

TIMES = 8
"""How much more the second of two tries is given."""
_TRIES = 6
_NOISE = 0.02  # seconds: below that, a clock says little


def grows_no_faster(work: Callable[[int], Any], size: int) -> bool:
    """Whether eight times as much takes far less than eight times eight times as long.

    The processor's time counts, not the clock's, and the best of several tries: a machine that is
    busy with something else slows both.
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
