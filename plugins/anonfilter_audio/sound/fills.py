"""The sound in silenced intervals: silence, a tone, or noise."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING, Literal

import numpy as np

from anonfilter_audio.sound.intervals import Interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

Kind = Literal["silence", "beep", "noise"]
BLOCK = 1 << 16  # frames that are read and written in one step
_HERTZ, _BEEP, _NOISE = 1000, 0.1, 0.01
_SILENCE = {"PCM_U8": b"\x80", "ULAW": b"\xff", "ALAW": b"\xd5"}


@dataclass(frozen=True, slots=True)
class Cut:
    """Frames of a recording that are silenced, in one channel or in all."""

    start: int
    end: int
    channel: int | None = None

    def within(self, start: int, end: int) -> slice:
        """Return the part of the cut between two frames, counted from the first frame."""
        return slice(max(self.start - start, 0), max(min(self.end, end) - start, 0))


def cuts_of(intervals: Iterable[Interval], rate: int, frames: int) -> list[Cut]:
    """Return the frames of intervals, ordered by time."""
    cuts = (
        Cut(max(0, floor(one.start * rate)), min(frames, ceil(one.end * rate)), one.channel)
        for one in intervals
    )
    return sorted((cut for cut in cuts if cut.end > cut.start), key=lambda cut: cut.start)


def within(cuts: Sequence[Cut], start: int, end: int) -> Iterator[tuple[slice, slice]]:
    """Yield the silenced frames of a block, with the channels that each cut silences."""
    for cut in cuts:
        if cut.start < end and cut.end > start:
            channel = slice(None) if cut.channel is None else slice(cut.channel, cut.channel + 1)
            yield cut.within(start, end), channel


def sound(kind: Kind, start: int, count: int, rate: int) -> NDArray[np.float32]:
    """Return the replacing samples of a block that begins at this frame, from -1 to 1."""
    if kind == "beep":
        at = np.arange(start, start + count, dtype=np.float64)
        return (_BEEP * np.sin(2 * np.pi * _HERTZ / rate * at)).astype(np.float32)
    if kind == "noise":  # the same noise at the same place
        made = np.random.default_rng(start).standard_normal(count, dtype=np.float32)
        return np.asarray(np.clip(made * _NOISE, -1, 1), np.float32)
    return np.zeros(count, np.float32)


def encoded(made: NDArray[np.float32], kind: Kind, subtype: str, rate: int) -> NDArray[np.uint8]:
    """Return samples as the bytes of a file of this subtype, one row for each frame."""
    import soundfile

    if kind == "silence" and subtype in _SILENCE:
        return np.frombuffer(_SILENCE[subtype] * len(made), np.uint8).reshape(len(made), 1)
    raw = io.BytesIO()
    soundfile.write(raw, made, rate, subtype=subtype, format="RAW", endian="LITTLE")
    return np.frombuffer(raw.getvalue(), np.uint8).reshape(len(made), -1)
