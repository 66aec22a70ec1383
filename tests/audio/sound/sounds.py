"""Sounds for tests: a wave in each channel, in files of every kind."""

from __future__ import annotations

import io
import struct

import numpy as np
import soundfile
from numpy.typing import NDArray

RATE = 8000
PACKED = ("PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE", "ULAW", "ALAW")


def wave(seconds: float = 1.0, channels: int = 2, rate: int = RATE) -> NDArray[np.float32]:
    """Something that is nowhere silent, from -1 to 1."""
    at = np.arange(int(seconds * rate)) / rate
    tones = [0.5 * np.sin(2 * np.pi * (200 + 90 * one) * at) + 0.1 for one in range(channels)]
    return np.stack(tones, axis=1).astype(np.float32)


def packed(
    samples: NDArray[np.float32], subtype: str = "PCM_16", form: str = "WAV", rate: int = RATE
) -> bytes:
    """A file with these samples."""
    place = io.BytesIO()
    soundfile.write(place, samples, rate, subtype=subtype, format=form)
    return place.getvalue()


def with_chunk(data: bytes, name: bytes, content: bytes) -> bytes:
    """A WAV file with a chunk more, before its samples."""
    chunk = name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)
    at = data.index(b"data")
    whole = data[:at] + chunk + data[at:]
    return whole[:4] + struct.pack("<I", len(whole) - 8) + whole[8:]
