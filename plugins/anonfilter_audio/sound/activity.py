"""Find speech by its energy over the noise, to report speech without recognised words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from anonfilter_audio.sound.intervals import Time

if TYPE_CHECKING:
    from numpy.typing import NDArray

FRAME = 0.03  # seconds
_OVER_NOISE, _LEAST_RANGE, _BELOW_LOUD, _FAINTEST = 12.0, 6.0, 35.0, -65.0  # decibels
_STEADY = 2.0  # decibels: a tone, a hum or even noise; the level of speech varies by more
_QUIET, _LOUD = 10, 95  # percentiles of the frames that are not digital silence
_NOTHING = -95.0  # decibels
_DITHER = -86.0  # decibels: less than the dither of 16 bits
_PAUSE = 0.3  # seconds between sounds that count as one
_SHORTEST = 0.12  # seconds: a shorter sound is a click
_AROUND = 0.3  # seconds beside a word that belong to it
_AT_ONCE = 0.2  # share of speech that is in several channels if they record one room


@dataclass(slots=True)
class Levels:
    """The level of each frame of a channel in decibels; frames are added in blocks."""

    rate: int
    _levels: list[NDArray[np.float32]] = field(default_factory=list)
    _rest: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))

    def feed(self, samples: NDArray[np.float32]) -> None:
        step = max(1, int(self.rate * FRAME))
        samples = np.concatenate([self._rest, samples])
        whole = len(samples) // step * step
        self._levels.append(_decibels(samples[:whole].reshape(-1, step)))
        self._rest = samples[whole:].copy()

    @property
    def step(self) -> float:
        """The duration of a frame in seconds."""
        return max(1, int(self.rate * FRAME)) / self.rate

    def all(self) -> NDArray[np.float32]:
        """Return the levels of all frames."""
        if len(self._levels) > 1:
            self._levels = [np.concatenate(self._levels)]
        return self._levels[0] if self._levels else np.zeros(0, np.float32)

    def steady(self, start: float, end: float) -> bool:
        """Return True if the level hardly changes in this time, as in a tone or noise."""
        inside = self.all()[int(start / self.step) + 1 : int(end / self.step)]
        return not len(inside) or float(inside.std()) < _STEADY

    def active(self) -> NDArray[np.bool_]:
        """Return for each frame whether it is louder than the noise."""
        levels = self.all()
        heard = levels[levels > _NOTHING]
        if not len(heard):
            return np.zeros(len(levels), np.bool_)
        quiet, loud = np.percentile(heard, [_QUIET, _LOUD])
        least = min(quiet + _OVER_NOISE, loud - _LEAST_RANGE)
        return np.asarray(levels > max(least, loud - _BELOW_LOUD, _FAINTEST))

    def sound_outside(self, silenced: Iterable[Time]) -> Time | None:
        """Return the first and last time with sound outside these times; None if there is none."""
        heard = self.all() > _DITHER
        for start, end in silenced:
            heard[math.ceil(start / self.step) : int(end / self.step + 1e-6)] = False
        frames = np.flatnonzero(heard)
        if not len(frames):
            return None
        return float(frames[0]) * self.step, float(frames[-1] + 1) * self.step

    def stretches(self) -> list[Time]:
        """Return the times of speech as pairs of seconds."""
        edges = np.flatnonzero(np.diff(np.concatenate([[0], self.active().astype(np.int8), [0]])))
        bounds = edges.astype(float) * self.step
        joined = _joined(zip(bounds[::2].tolist(), bounds[1::2].tolist(), strict=True), _PAUSE)
        return [(start, end) for start, end in joined if end - start >= _SHORTEST]


def _decibels(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    frames = frames - frames.mean(axis=1, keepdims=True) if frames.size else frames
    power = np.square(frames, dtype=np.float64).mean(axis=1) if frames.size else np.zeros(0)
    return (10 * np.log10(power + 1e-12)).astype(np.float32)


def _joined(times: Iterable[Time], gap: float) -> list[Time]:
    found: list[Time] = []
    for start, end in sorted(times):
        if found and start - found[-1][1] <= gap:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def without(said: Iterable[Time], known: Iterable[Time], least: float) -> Iterator[Time]:
    """Yield the parts of these times outside the known times, if they are long enough."""
    known = _joined(((start - _AROUND, end + _AROUND) for start, end in known), 0)
    at = 0
    for start, end in said:
        while at < len(known) and known[at][1] <= start:
            at += 1
        here = at
        while here < len(known) and known[here][0] < end:
            if known[here][0] - start >= least:
                yield start, known[here][0]
            start = max(start, known[here][1])
            here += 1
        if end - start >= least:
            yield start, end


def apart(levels: Sequence[Levels]) -> bool:
    """Return True if channels have their own speakers: there is rarely sound in two at once."""
    active = np.stack([one.active() for one in levels]).sum(axis=0)
    heard = int((active > 0).sum())
    return heard > 0 and int((active > 1).sum()) < _AT_ONCE * heard
