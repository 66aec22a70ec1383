"""The silenced intervals of a recording, by channel."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Protocol

from anonfilter_audio.sound.intervals import Interval, Time, merged

_ROUNDED = 0.0010001  # seconds: files have times in milliseconds


class Timed(Protocol):
    """A start and an end in seconds, in one channel or in an unknown one."""

    @property
    def start(self) -> float: ...

    @property
    def end(self) -> float: ...

    @property
    def channel(self) -> int | None: ...


class Silence:
    """The silenced intervals of each channel of a recording.

    A word of unknown channel is silenced if all channels are.
    """

    def __init__(self, intervals: Iterable[Interval], channels: int = 1) -> None:
        found = list(intervals)
        each = [_times(found, channel) for channel in range(channels)]
        everywhere = each[0]
        for times in each[1:]:
            everywhere = list(_both(everywhere, times))
        self._lines = {channel: _Line(times) for channel, times in enumerate(each)}
        self._everywhere = _Line(everywhere)

    def coverage(self, word: Timed) -> float:
        """Return the silenced share of a word, from 0 to 1."""
        line = self._line(word)
        if word.end <= word.start:
            return float(line.around(word.start, word.end) is not None)
        bare = word.end - word.start - line.until(word.end) + line.until(word.start)
        return 1.0 if bare <= _ROUNDED else min(max(1 - bare / (word.end - word.start), 0.0), 1.0)

    def around(self, first: Timed, last: Timed) -> Time | None:
        """Return the silent time around these words: its start and end."""
        return self._line(first).around(first.start, last.end)

    def _line(self, word: Timed) -> _Line:
        """Return the silenced times of a word's channel, or of all channels if it has none."""
        return self._everywhere if word.channel is None else self._lines.get(word.channel, _NEVER)


class _Line:
    """Silenced times, in order and without overlap."""

    def __init__(self, times: Sequence[Time]) -> None:
        self._starts = [start for start, _ in times]
        self._ends = [end for _, end in times]
        self._before = [0.0, *accumulate(end - start for start, end in times)]

    def until(self, second: float) -> float:
        """Return how many seconds before this second are silenced."""
        at = bisect_right(self._starts, second) - 1
        if at < 0:
            return 0.0
        return self._before[at] + min(second, self._ends[at]) - self._starts[at]

    def around(self, start: float, end: float) -> Time | None:
        first = bisect_right(self._ends, start)
        last = bisect_right(self._starts, end) - 1
        return None if last < first else (self._starts[first], self._ends[last])


_NEVER = _Line(())


def _times(intervals: Iterable[Interval], channel: int) -> list[Time]:
    own = (replace(one, channel=None) for one in intervals if one.channel in (None, channel))
    return [(one.start, one.end) for one in merged(own, math.inf)]


def _both(some: Sequence[Time], others: Sequence[Time]) -> Iterator[Time]:
    """Yield the times that are in both lists of times."""
    one = two = 0
    while one < len(some) and two < len(others):
        start = max(some[one][0], others[two][0])
        end = min(some[one][1], others[two][1])
        if start < end:
            yield start, end
        if some[one][1] < others[two][1]:
            one += 1
        else:
            two += 1
