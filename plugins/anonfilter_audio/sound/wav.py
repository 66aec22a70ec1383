"""WAV files: read their chunks, and write the file with silenced samples and without tags.

Samples are never decoded for writing: bytes outside of intervals are copied.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter_audio.sound.fills import BLOCK, Cut, Kind, encoded, sound, within

_HEAD = struct.Struct("<4sI")
_FORMAT = struct.Struct("<HHIIHH")
_SUBTYPES = {
    (1, 8): "PCM_U8",
    (1, 16): "PCM_16",
    (1, 24): "PCM_24",
    (1, 32): "PCM_32",
    (3, 32): "FLOAT",
    (3, 64): "DOUBLE",
    (6, 8): "ALAW",
    (7, 8): "ULAW",
}
_EXTENSIBLE = 0xFFFE
_KEPT = (b"fmt ", b"data", b"ds64")
_FILLERS = (b"JUNK", b"junk", b"PAD ", b"FLLR", b"filr", b"FILL")
_MANY = 10_000  # chunks
_LONG = 0xFFFFFFFF
_HEADERS = (16, 18, 40)  # sizes of a format chunk: plain, with an empty extension, EXTENSIBLE
_LARGEST_SIZES = 28  # size of a ds64 chunk without a table


@hide_values
@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk of a file, without its header of eight bytes; ``padding`` follows an odd size."""

    name: bytes
    start: int
    size: int
    padding: int = 0


@hide_values
@dataclass(frozen=True, slots=True)
class Wav:
    """The chunks of a WAV file."""

    rate: int
    channels: int
    frames: int
    subtype: str
    width: int  # bytes of a sample
    chunks: tuple[Chunk, ...]
    trailing: Chunk | None

    def others(self, file: BinaryIO) -> Iterator[Chunk]:
        """Yield the chunks that are not sound and may name people."""
        for chunk in self.chunks:
            if not (self._is_sound(chunk) or self._is_filler(chunk, file)):
                yield chunk
        if self.trailing is not None:
            yield self.trailing

    def _is_sound(self, chunk: Chunk) -> bool:
        """Return True for chunks that hold only sample data."""
        sizes = {b"fact": 4, b"PEAK": 8 * (1 + self.channels)}
        return chunk.name in _KEPT or sizes.get(chunk.name) == chunk.size

    def _is_filler(self, chunk: Chunk, file: BinaryIO) -> bool:
        return chunk.name in _FILLERS and not any(map(any, _blocks(file, chunk.start, chunk.size)))

    def written(self, file: BinaryIO, cuts: Sequence[Cut], kind: Kind) -> Iterator[bytes]:
        """Write the file with these frames silenced, and without other chunks."""
        cleared = set(self.others(file))
        kept = [chunk for chunk in self.chunks if chunk not in cleared]
        size = 4 + sum(_HEAD.size + chunk.size + chunk.padding for chunk in kept)
        long = kept[0].name == b"ds64"
        yield _HEAD.pack(b"RF64" if long else b"RIFF", _LONG if long else size) + b"WAVE"
        for chunk in kept:
            named = _LONG if long and chunk.name == b"data" else chunk.size
            yield _HEAD.pack(chunk.name, named)
            if chunk.name == b"data":
                yield from self._samples(file, chunk, cuts, kind)
            elif chunk.name == b"ds64":
                yield struct.pack("<Q", size) + b"".join(_blocks(file, chunk.start, chunk.size))[8:]
            else:
                yield from _blocks(file, chunk.start, chunk.size)
            yield from _blocks(file, chunk.start + chunk.size, chunk.padding)

    def _samples(
        self, file: BinaryIO, data: Chunk, cuts: Sequence[Cut], kind: Kind
    ) -> Iterator[bytes]:
        step = self.channels * self.width
        for at in range(0, self.frames, BLOCK):
            count = min(BLOCK, self.frames - at)
            block = _read(file, data.start + at * step, count * step)
            parts = list(within(cuts, at, at + count))
            if parts:
                frames = np.frombuffer(bytearray(block), np.uint8).reshape(count, -1, self.width)
                instead = encoded(sound(kind, at, count, self.rate), kind, self.subtype, self.rate)
                for own, channels in parts:
                    frames[own, channels] = instead[own, None, :]
                block = frames.tobytes()
            yield block
        whole = self.frames * step
        yield from _blocks(file, data.start + whole, data.size - whole)


def parse(file: BinaryIO, name: str) -> Wav:
    """Parse the chunks of a WAV file; raise ``Incomplete`` for a damaged file or another kind."""
    size = file.seek(0, 2)
    head = _read(file, 0, min(12, size))
    if head[:4] not in (b"RIFF", b"RF64") or head[8:] != b"WAVE":
        raise Incomplete("does not begin like a WAV file", where=name)
    end = _LONG if head[:4] == b"RF64" else 8 + _HEAD.unpack(head[:8])[1]
    chunks: list[Chunk] = []
    data_size: int | None = None
    at = 12
    while at + 8 <= min(size, end) and len(chunks) < _MANY:
        called, length = _HEAD.unpack(_read(file, at, 8))
        if called == b"data" and data_size is not None and length == _LONG:
            length = data_size
        padding = min(length % 2, max(0, size - at - 8 - length))
        chunks.append(Chunk(called, at + 8, length, padding))
        if called == b"ds64" and length >= 24:
            end, data_size = _long(file, at + 8)
        at += 8 + length + padding
    if at > size or (end != _LONG and end > size + 1):
        raise Incomplete(
            "is truncated: its header announces more data than it has",
            where=name,
            hint=f"Write it again: ffmpeg -i {name} whole.wav",
        )
    trailing = Chunk(b"(behind the end)", at, size - at) if at < size else None
    return _described(file, name, tuple(chunks), trailing)


def _long(file: BinaryIO, at: int) -> tuple[int, int]:
    """Return the end of a file of more than 4 GB, and the size of its samples."""
    whole, data = struct.unpack("<QQ", _read(file, at, 16))
    return 8 + whole, data


def _described(file: BinaryIO, name: str, chunks: tuple[Chunk, ...], trailing: Chunk | None) -> Wav:
    formats = [chunk for chunk in chunks if chunk.name == b"fmt "]
    data = [chunk for chunk in chunks if chunk.name == b"data"]
    if len(formats) != 1 or len(data) != 1 or formats[0].size < _FORMAT.size:
        raise Incomplete("does not have exactly one format and one block of samples", where=name)
    raw = _read(file, formats[0].start, min(formats[0].size, max(_HEADERS)))
    code, channels, rate, _, step, bits = _FORMAT.unpack(raw[:16])
    if code == _EXTENSIBLE and len(raw) >= 26:
        code = int.from_bytes(raw[24:26], "little")
    subtype = _SUBTYPES.get((code, bits))
    width = bits // 8
    if subtype is None or not (channels and rate) or step != channels * width:
        raise Incomplete(
            "holds samples that are compressed, or of an unknown kind",
            where=name,
            hint=f"Convert it first: ffmpeg -i {name} -c:a pcm_s16le converted.wav",
        )
    longer = any(chunk.name == b"ds64" and chunk.size > _LARGEST_SIZES for chunk in chunks)
    if longer or formats[0].size not in _HEADERS:
        raise Incomplete(
            "has a header that is longer than its format needs, and may hold text",
            where=name,
            hint=f"Write it again: ffmpeg -i {name} whole.wav",
        )
    frames = data[0].size // step
    return Wav(rate, channels, frames, subtype, width, chunks, trailing)


def _read(file: BinaryIO, at: int, count: int) -> bytes:
    file.seek(at)
    return file.read(count)


def _blocks(file: BinaryIO, at: int, count: int) -> Iterable[bytes]:
    for start in range(at, at + count, BLOCK):
        yield _read(file, start, min(BLOCK, at + count - start))
