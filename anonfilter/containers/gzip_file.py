"""Files that are compressed by gzip: one member, whose name may stand in the file."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import PurePath

from anonfilter.containers.dividing import joined
from anonfilter.containers.members import Member, Reader, is_same, parts_for, read_members
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

_HEAD = struct.Struct("<2sBBLBB")
_CHECKED, _EXTRA, _NAME, _COMMENT, _OTHERS = 0x02, 0x04, 0x08, 0x10, 0xE0
_STREAMS = 100
_INNER = {".tgz": ".tar", ".gz": ""}


@hide_values
@dataclass(frozen=True, slots=True)
class GzipFile:
    """An opened file; ``codec`` is that of the name in it."""

    data: bytes
    members: tuple[Member, ...]
    codec: str

    @classmethod
    def open(cls, data: bytes, name: str, reader: Reader) -> GzipFile:
        try:
            stored, at = _head(data, name)
            content = _content(data, at, name, reader.room.left)
        except (zlib.error, ValueError, struct.error) as error:
            raise Incomplete(
                f"is damaged, or no gzip file: {type(error).__name__}", where=name
            ) from None
        reader.room.require(len(content), name)
        called, codec = _decoded(stored)
        path = PurePath(name)
        outer = f"{path.stem}{_INNER.get(path.suffix.lower(), '')}"
        inner = outer if PurePath(outer).suffix else called or outer
        (member,) = read_members([(inner, content)], name, reader)
        return cls(data, (Member(called, member.data, member.source, member.why),), codec)

    def text(self, depth: int) -> str:
        return joined(((one.name, one.text) for one in self.members), depth)

    def pack(self, text: str) -> bytes:
        """The file with this text."""
        parts = parts_for(self.members, text)
        if is_same(self.members, parts, text):
            return self.data
        (member,), (part,) = self.members, parts
        content = member.content(text[part.start : part.end])
        head = list(_HEAD.unpack_from(self.data))
        head[2] = _NAME if part.name else 0
        named = part.name.encode(self.codec, "surrogateescape") + b"\0" if part.name else b""
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = deflate.compress(content) + deflate.flush()
        check = struct.pack("<2L", zlib.crc32(content), len(content) & 0xFFFFFFFF)
        return _HEAD.pack(*head) + named + packed + check


def _head(data: bytes, name: str, at: int = 0) -> tuple[bytes, int]:
    """The name that is stored at the head of a stream, and where the stream begins."""
    magic, method, flags, *_ = _HEAD.unpack_from(data, at)
    if magic != b"\x1f\x8b" or method != 8:
        raise ValueError("no gzip")
    if flags & (_EXTRA | _COMMENT | _OTHERS):
        raise Incomplete(
            "has a comment or other notes, which are not read", where=name,
            hint="Pack it anew: gzip -dc FILE | gzip -n > NEW",
        )  # fmt: skip
    at += _HEAD.size
    stored = b""
    if flags & _NAME:
        end = data.index(b"\0", at)
        stored, at = data[at:end], end + 1
    return stored, at + 2 * bool(flags & _CHECKED)


def _content(data: bytes, at: int, name: str, most: int) -> bytes:
    """What all streams of the file say, up to so many bytes and one."""
    parts: list[bytes] = []
    size = 0
    for _ in range(_STREAMS):
        inflate = zlib.decompressobj(-15)
        content = inflate.decompress(data[at:], most + 1 - size)
        parts.append(content)
        size += len(content)
        if size > most:
            return b"".join(parts)
        if not inflate.eof:
            raise ValueError("cut off")
        end = len(data) - len(inflate.unused_data)
        if struct.unpack_from("<2L", data, end) != (zlib.crc32(content), len(content) & 0xFFFFFFFF):
            raise ValueError("other bytes than it says")
        if end + 8 == len(data):
            return b"".join(parts)
        stored, at = _head(data, name, end + 8)
        if stored:
            raise Incomplete("holds several files", where=name, hint="Unpack it first.")
    raise Incomplete("is made of many streams", where=name, hint="Unpack it first.")


def _decoded(stored: bytes) -> tuple[str, str]:
    """A name as it is stored, and the codec that it is read by."""
    try:
        return stored.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return stored.decode("latin-1"), "latin-1"
