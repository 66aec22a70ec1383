"""What is heard in a recording, and what no longer is in a redacted one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anonfilter.audio.intervals import Interval
from anonfilter.errors import Incomplete
from anonfilter.evaluating.audio.gold import GoldWord

if TYPE_CHECKING:
    import soundfile

_QUIET = 0.001  # of full scale: -60 dB
_SECONDS = 0.02  # what is quiet for less is a part of speech
_FRAMES = 1 << 16


def audible(path: Path, words: Iterable[GoldWord]) -> Iterator[bool]:
    """Yield for each word whether there is a sound in the recording at its time."""
    with _opened(path) as file:
        for word in words:
            start, end = (int(second * file.samplerate) for second in (word.start, word.end))
            if start >= min(end, file.frames):
                yield False
                continue
            file.seek(start)
            frames = file.read(min(end - start, _FRAMES), dtype="float32", always_2d=True)
            own = frames if word.channel is None else frames[:, word.channel : word.channel + 1]
            yield bool((abs(own) > _QUIET).any())


def silenced(original: Path, redacted: Path) -> list[Interval]:
    """Return the stretches of the redacted recording that are quiet, where the original is heard.

    What is quiet about them in the original belongs to them. A sound that takes the place of
    speech, a tone or noise, is not told from speech: intervals say where it is.
    """
    with _opened(original) as before, _opened(redacted) as after:
        if _shape(before) != _shape(after):
            what = "has other channels, another rate or another length than what it was made of"
            raise Incomplete(what, where=str(redacted))
        runs = [_Runs(channel, before.samplerate) for channel in range(before.channels)]
        blocks = _blocks(before, after)
        found = [one for both in blocks for run in runs for one in run.add(*both)]
        return [*found, *(one for run in runs for one in run.end())]


@contextmanager
def _opened(path: Path) -> Iterator[soundfile.SoundFile]:
    import soundfile

    try:
        with soundfile.SoundFile(str(path)) as file:
            yield file
    except (OSError, soundfile.LibsndfileError):
        raise Incomplete("cannot be read as a recording", where=str(path)) from None


def _shape(file: soundfile.SoundFile) -> tuple[int, int, int]:
    return file.channels, file.samplerate, file.frames


def _blocks(before: soundfile.SoundFile, after: soundfile.SoundFile) -> Iterator[tuple[Any, Any]]:
    """Yield where both are heard, block by block, a row for each frame."""
    while True:
        one = before.read(_FRAMES, dtype="float32", always_2d=True)
        two = after.read(_FRAMES, dtype="float32", always_2d=True)
        if len(one) != len(two):
            raise Incomplete("ends before what it was made of", where=str(after.name))
        if not len(one):
            return
        yield abs(one) > _QUIET, abs(two) > _QUIET


class _Runs:
    """The quiet runs of one channel, known as it is read block by block."""

    def __init__(self, channel: int, rate: int) -> None:
        self._channel = channel
        self._rate = rate
        self._at = 0
        self._open: tuple[int, bool] | None = None  # a run's first frame; whether it was heard

    def add(self, before: Any, after: Any) -> Iterator[Interval]:
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
        """Yield the open run, if it is one that was silenced."""
        end = self._at if at is None else at
        if self._open is not None:
            start, heard = self._open
            self._open = None
            if heard and end - start >= _SECONDS * self._rate:
                yield Interval(start / self._rate, end / self._rate, "", self._channel)
