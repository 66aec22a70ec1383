"""Speech for tests: espeak-ng says it, each voice and text once."""

from __future__ import annotations

import io
import subprocess
from functools import cache

import numpy as np
import soundfile
from numpy.typing import NDArray

VOICE = "en-us+klatt2"  # which the recogniser understands best
RATE = 22_050


@cache
def said(text: str, voice: str = VOICE, speed: int = 140) -> NDArray[np.int16]:
    """The samples of a text, 22,050 a second."""
    command = ["espeak-ng", "-v", voice, "-s", str(speed), "--stdout", text]
    done = subprocess.run(command, capture_output=True, check=True)
    samples, rate = soundfile.read(_whole(done.stdout), dtype="int16")
    assert rate == RATE
    return np.asarray(samples)


def _whole(data: bytes) -> io.BytesIO:
    """A WAV file from a pipe, with its size."""
    sizes = [(4, len(data) - 8), (40, len(data) - 44)]
    for at, size in sizes:
        data = data[:at] + size.to_bytes(4, "little") + data[at + 4 :]
    return io.BytesIO(data)


def pause(seconds: float) -> NDArray[np.int16]:
    return np.zeros(int(seconds * RATE), np.int16)


def side_by_side(*channels: NDArray[np.int16]) -> NDArray[np.int16]:
    """Channels of one recording, one behind the other in time: a call."""
    length = sum(map(len, channels))
    whole = np.zeros((length, len(channels)), np.int16)
    at = 0
    for number, one in enumerate(channels):
        whole[at : at + len(one), number] = one
        at += len(one)
    return whole
