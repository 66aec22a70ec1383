"""FLAC files: read the blocks before the sound, and write the file with other samples."""

from __future__ import annotations

import re
import struct
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from anonfilter.errors import Incomplete
from anonfilter_audio.sound.fills import BLOCK, Cut, Kind, sound, within
from anonfilter_audio.sound.sounds import opened

_NAMES = tuple("STREAMINFO PADDING APPLICATION SEEKTABLE VORBIS_COMMENT CUESHEET PICTURE".split())
_INFO, _PADDING, _SEEKS, _COMMENT = 0, 1, 3, 4
_VENDOR = re.compile(rb"(?:reference )?libFLAC [0-9.]{1,12} [0-9]{8}|Lavf[0-9.]{1,20}")
_BEHIND = 0x80  # a number that no block has
_SYNC = re.compile(rb"\xff[\xf8\xf9]")
_MOST_BEGUN = 16  # places where the last frame may begin, from the end of the file
_LARGEST_FRAME = 1 << 20


def _remainder(byte: int) -> int:
    """Return the remainder of eight bits in the checksum of a frame."""
    left = byte << 8
    for _ in range(8):
        left = left << 1 ^ (0x18005 if left & 0x8000 else 0)
    return left


_CRC = tuple(map(_remainder, range(256)))


@dataclass(frozen=True, slots=True)
class Block:
    """A block before the sound, without its header of four bytes."""

    kind: int
    start: int
    size: int

    @property
    def name(self) -> str:
        if self.kind == _BEHIND:
            return "(behind the end)"
        return _NAMES[self.kind] if self.kind < len(_NAMES) else f"block {self.kind}"


@dataclass(frozen=True, slots=True)
class Flac:
    """The blocks of a FLAC file and the start of its sound; ``ended`` if nothing follows it."""

    blocks: tuple[Block, ...]
    start: int
    size: int
    ended: bool

    def others(self, file: BinaryIO) -> Iterator[Block]:
        """Yield the blocks that are not sound and may name people."""
        for block in self.blocks:
            if not _is_plain(block, file):
                yield block
        if not self.ended:
            yield Block(_BEHIND, self.start, self.size - self.start)

    def copied(self, file: BinaryIO) -> Iterator[bytes]:
        """Yield the file without these blocks, with all sound unchanged."""
        cleared = set(self.others(file))
        kept = [block for block in self.blocks if block not in cleared]
        yield b"fLaC"
        for block in kept:
            last = 0x80 if block is kept[-1] else 0
            yield bytes([last | block.kind]) + block.size.to_bytes(3, "big")
            yield from _stored(file, block.start, block.size)
        yield from _stored(file, self.start, self.size - self.start)


def _is_plain(block: Block, file: BinaryIO) -> bool:
    if block.kind in (_INFO, _SEEKS):
        return True
    content = b"".join(_stored(file, block.start, block.size))
    if block.kind == _PADDING:
        return not any(content)
    if block.kind != _COMMENT or len(content) < 8:
        return False
    (length,) = struct.unpack_from("<I", content)
    return content[4 + length :] == bytes(4) and _VENDOR.fullmatch(content[4:-4]) is not None


def parse(file: BinaryIO, name: str) -> Flac:
    """Parse the blocks of a FLAC file; raise ``Incomplete`` if it is cut off."""
    size = file.seek(0, 2)
    file.seek(0)
    if file.read(4) != b"fLaC":
        raise Incomplete("is not a FLAC file: it does not begin with fLaC", where=name)
    blocks: list[Block] = []
    at, last = 4, False
    while not last:
        head = file.read(4)
        if len(head) < 4:
            raise Incomplete("is cut off", where=name)
        last, length = bool(head[0] & 0x80), int.from_bytes(head[1:], "big")
        blocks.append(Block(head[0] & 0x7F, at + 4, length))
        at = file.seek(at + 4 + length)
    if at > size:
        raise Incomplete("is cut off", where=name)
    file.seek(max(at, size - _LARGEST_FRAME))
    return Flac(tuple(blocks), at, size, _is_ended(file.read()))


def _is_ended(sound: bytes) -> bool:
    """Return True if a frame, perhaps with zeros after it, ends here: its checksum is zero."""
    begun = [match.start() for match in _SYNC.finditer(sound)]
    return any(_checksum(sound[at:]) == 0 for at in begun[: -_MOST_BEGUN - 1 : -1])


def _checksum(frame: bytes) -> int:
    left = 0
    for byte in frame:
        left = (left << 8 & 0xFF00) ^ _CRC[left >> 8 ^ byte]
    return left


def written(file: BinaryIO, name: str, cuts: Sequence[Cut], kind: Kind) -> Iterator[bytes]:
    """Write the sound with these frames silenced; all other samples are equal."""
    import soundfile

    with tempfile.TemporaryFile() as place:
        with (
            opened(file, name) as sounds,
            soundfile.SoundFile(
                place, "w", sounds.samplerate, sounds.channels, sounds.subtype, format="FLAC"
            ) as packed,
        ):
            at = 0
            for block in sounds.blocks(BLOCK, dtype="int32", always_2d=True):
                instead = sound(kind, at, len(block), sounds.samplerate).astype("float64")
                for own, channels in within(cuts, at, at + len(block)):
                    block[own, channels] = (instead[own, None] * (2**31 - 1)).astype("int32")
                packed.write(block)
                at += len(block)
            if at != sounds.frames:
                raise Incomplete("is cut off, or damaged", where=name)
        yield from _stored(place, 0, place.seek(0, 2))


def _stored(file: BinaryIO, at: int, count: int) -> Iterable[bytes]:
    for start in range(at, at + count, BLOCK):
        file.seek(start)
        yield file.read(min(BLOCK, at + count - start))
