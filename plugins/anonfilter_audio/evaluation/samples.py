"""Find sound in a recording, and the stretches that are silent in its redacted version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter.errors import Incomplete
from anonfilter_audio.evaluation.gold import GoldWord
from anonfilter_audio.recordings.opening import opened, recording_of
from anonfilter_audio.sound.intervals import Interval
from anonfilter_audio.sound.recording import Recording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]

_QUIET = 0.001  # of full scale: -60 dB
_SECONDS = 0.02  # a shorter pause is part of speech


def audible(path: Path, words: Iterable[GoldWord]) -> Iterator[bool]:
    """Yield for each word whether there is sound in the recording at its time."""
    with _recording(path) as recording:
        for word in words:
            first, last = (
                int(min(second, recording.duration) * recording.rate)
                for second in (word.start, word.end)
            )
            yield any(
                (abs(block if word.channel is None else block[:, [word.channel]]) > _QUIET).any()
                for block in recording.blocks(first, last)
                if word.channel is None or word.channel < recording.channels
            )


def silenced(original: Path, redacted: Path) -> list[Interval]:
    """Return the stretches that are silent in the redacted recording and not in the original.

    A pause of the original beside such a stretch belongs to the stretch. A tone or noise in place
    of speech is not recognised as silenced: for such recordings, give `intervals` in the gold.
    """
    with _recording(original) as before, _recording(redacted) as after:
        if _shape(before) != _shape(after):
            what = "differs from its original in channels, rate or length"
            raise Incomplete(what, where=str(redacted))
        runs = [_Runs(channel, before.rate) for channel in range(before.channels)]
        found = [
            interval
            for one, other in zip(before.blocks(), after.blocks(), strict=True)
            for run in runs
            for interval in run.add(abs(one) > _QUIET, abs(other) > _QUIET)
        ]
        return [*found, *(one for run in runs for one in run.end())]


@contextmanager
def _recording(path: Path) -> Iterator[Recording]:
    with opened(str(path)) as file:
        yield recording_of(file, str(path))


def _shape(recording: Recording) -> tuple[int, int, int]:
    return recording.channels, recording.rate, recording.frames


class _Runs:
    """The silent runs of one channel, which is read block by block."""

    def __init__(self, channel: int, rate: int) -> None:
        self._channel = channel
        self._rate = rate
        self._at = 0
        self._open: tuple[int, bool] | None = None  # its first frame; has the original sound?

    def add(self, before: Flags, after: Flags) -> Iterator[Interval]:
        """Yield the runs that end in this block."""
        import numpy as np

        heard = np.concatenate(([0], np.cumsum(before[:, self._channel])))
        edges = np.flatnonzero(np.diff(after[:, self._channel], prepend=True, append=True))
        starts, ends = edges[::2], edges[1::2]
        long = (ends - starts >= _SECONDS * self._rate) | (starts == 0) | (ends == len(after))
        if self._open is not None and not (len(starts) and starts[0] == 0):
            yield from self.end()
        for start, end in zip(starts[long].tolist(), ends[long].tolist(), strict=True):
            was = bool(heard[end] > heard[start])
            first, earlier = self._open if start == 0 and self._open else (self._at + start, False)
            self._open = first, earlier or was
            if end < len(after):
                yield from self.end(self._at + end)
        self._at += len(after)

    def end(self, at: int | None = None) -> Iterator[Interval]:
        """Yield the open run if it was silenced, so that only the original has sound in it."""
        end = self._at if at is None else at
        if self._open is not None:
            start, heard = self._open
            self._open = None
            if heard and end - start >= _SECONDS * self._rate:
                yield Interval(start / self._rate, end / self._rate, "", self._channel)
