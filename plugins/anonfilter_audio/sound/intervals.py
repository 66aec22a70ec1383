"""Silenced intervals of a recording: merge, write and read them. They hold no values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import groupby
from math import ceil, floor
from typing import Any

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

VERSION = 1
Time = tuple[float, float]


class Cause(StrEnum):
    """Why an interval is silenced; merged intervals have the first of their causes."""

    FOUND = "found"
    HEARD_AGAIN = "heard-again"
    LOW_CONFIDENCE = "low-confidence"
    UNRECOGNISED = "unrecognised"


_FIRST = tuple(Cause)


@hide_values
@dataclass(frozen=True, slots=True)
class Interval:
    """A silenced interval in seconds; without a channel, all channels are silenced."""

    start: float
    end: float
    label: str
    channel: int | None = None
    cause: str = Cause.FOUND


def times_of(stretches: Sequence[tuple[int, int, Time | None]], duration: float) -> list[Time]:
    """Return the time of each stretch of a text.

    A stretch without a time gets the time between the stretches before and after it.
    """
    ends = [0.0]
    for _, _, time in stretches:
        ends.append(max(ends[-1], min(time[1], duration)) if time is not None else ends[-1])
    found: list[Time] = []
    following = duration
    for at in reversed(range(len(stretches))):
        time = stretches[at][2]
        if time is None:
            found.append((min(ends[at], following), max(following, ends[at])))
        else:
            found.append(time)
            following = min(following, time[0])
    return found[::-1]


def merged(
    intervals: Iterable[Interval],
    duration: float,
    *,
    padding: tuple[float, float] = (0, 0),
    gap: float = 0,
) -> list[Interval]:
    """Add padding to intervals, and merge intervals of a channel that are no farther apart than
    the gap.
    """
    before, behind = padding
    padded = [
        replace(one, start=max(0.0, one.start - before), end=min(duration, one.end + behind))
        for one in intervals
    ]
    padded.sort(key=lambda one: (_channel(one), one.start, one.end))
    found = [interval for _, own in groupby(padded, key=_channel) for interval in _joined(own, gap)]
    return sorted(found, key=lambda one: (one.start, one.end, _channel(one)))


def _channel(interval: Interval) -> int:
    return -1 if interval.channel is None else interval.channel


def _joined(intervals: Iterable[Interval], gap: float) -> Iterator[Interval]:
    run: list[Interval] = []
    end = 0.0
    for one in intervals:
        if run and one.start > end + gap:
            yield _one_of(run, end)
            run = []
        end = max(end, one.end) if run else one.end
        run.append(one)
    if run:
        yield _one_of(run, end)


def _one_of(run: list[Interval], end: float) -> Interval:
    labels = dict.fromkeys(label for one in run for label in one.label.split("+"))
    cause = min((one.cause for one in run), key=lambda cause: _FIRST.index(Cause(cause)))
    return replace(run[0], end=end, label="+".join(labels), cause=str(cause))


def as_json(intervals: Sequence[Interval], duration: float) -> str:
    """Return intervals as JSON, which :func:`read` reads."""
    entries = [
        {**asdict(one), "start": floor(one.start * 1000) / 1000, "end": ceil(one.end * 1000) / 1000}
        for one in intervals
    ]
    whole = {
        "anonfilter": "intervals",
        "version": VERSION,
        "duration": round(duration, 3),
        "intervals": entries,
    }
    return json.dumps(whole, indent=1) + "\n"


def read(text: str, name: str) -> tuple[list[Interval], float]:
    """Read the intervals of a file, and the duration of their recording."""
    try:
        whole = json.loads(text)
        if whole["anonfilter"] != "intervals" or whole["version"] != VERSION:
            raise ValueError
        return [_read(one) for one in whole["intervals"]], float(whole["duration"])
    except (ValueError, KeyError, TypeError, RecursionError):
        what = f"is no file of intervals, version {VERSION}"
        raise Incomplete(what, where=name) from None


def _read(one: dict[str, Any]) -> Interval:
    channel = one["channel"]
    if channel is not None and not isinstance(channel, int):
        raise TypeError
    cause = str(Cause(one["cause"]))
    return Interval(float(one["start"]), float(one["end"]), str(one["label"]), channel, cause)


def as_labels(intervals: Iterable[Interval]) -> str:
    """Return intervals as a label track of Audacity."""
    return "".join(f"{one.start:.6f}\t{one.end:.6f}\t{one.label}\n" for one in intervals)


def as_vtt(intervals: Iterable[Interval]) -> str:
    """Return intervals as WebVTT."""
    cues = (f"\n{clock(one.start)} --> {clock(one.end)}\n{one.label}\n" for one in intervals)
    return "WEBVTT\n" + "".join(cues)


def clock(seconds: float) -> str:
    """Format a time as ``00:01:02.500``."""
    minutes, rest = divmod(round(seconds * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"
