"""Gzip files: a single member, whose name may be stored in the file."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import PurePath

from anonfilter.containers.members import (
    Member,
    MemberReader,
    is_unchanged,
    parts_for,
    read_members,
)
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

_HEADER, _CHECK = struct.Struct("<2sBBLBB"), struct.Struct("<2L")
_HEADER_CHECKSUM, _EXTRA, _NAME, _COMMENT, _RESERVED = 0x02, 0x04, 0x08, 0x10, 0xE0
_MAGIC = b"\x1f\x8b\x08"  # with the one method of compression
_MOST_MEMBERS = 100
_INNER = {".tgz": ".tar", ".gz": ""}


@hide_values
@dataclass(frozen=True, slots=True)
class GzipFile:
    """An open gzip file; ``codec`` is the codec of the stored name."""

    data: bytes
    members: tuple[Member, ...]
    codec: str

    @classmethod
    def open(cls, data: bytes, name: str, reader: MemberReader) -> GzipFile:
        try:
            stored, at = _read_header(data, name)
            content = _decompress(data, at, name, reader.room.left)
        except (zlib.error, ValueError, struct.error) as error:
            raise Incomplete(
                f"is not a gzip file, or is damaged ({type(error).__name__})", where=name
            ) from None
        reader.room.require(len(content), name)
        stored_name, codec = _decode_name(stored)
        path = PurePath(name)
        own_name = f"{path.stem}{_INNER.get(path.suffix.lower(), '')}"
        inner = own_name if PurePath(own_name).suffix else stored_name or own_name
        (member,) = read_members([(inner, content)], name, reader)
        return cls(data, (Member(stored_name, member.data, member.source, member.why),), codec)

    def pack(self, text: str) -> bytes:
        """Return the bytes of the file with the changed text."""
        parts = parts_for(self.members, text)
        if is_unchanged(self.members, parts, text):
            return self.data
        (member,), (part,) = self.members, parts
        content = member.encode(text[part.start : part.end])
        header = list(_HEADER.unpack_from(self.data))
        header[2] = _NAME if part.name else 0
        stored = part.name.encode(self.codec, "surrogateescape") + b"\0" if part.name else b""
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = deflate.compress(content) + deflate.flush()
        return _HEADER.pack(*header) + stored + packed + _CHECK.pack(*_checksum(content))


def _checksum(content: bytes) -> tuple[int, int]:
    return zlib.crc32(content), len(content) & 0xFFFFFFFF


def _read_header(data: bytes, name: str, at: int = 0) -> tuple[bytes, int]:
    """Return the stored name of a gzip member, and the offset of its compressed data."""
    _, _, flags, *_ = _HEADER.unpack_from(data, at)
    if not data.startswith(_MAGIC, at):
        raise ValueError("no gzip header")
    if flags & (_EXTRA | _COMMENT | _RESERVED):
        raise Incomplete(
            "has a comment or an extra field in its gzip header, which is not read",
            where=name,
            hint="Pack it again: gzip -dc FILE | gzip -n > NEW",
        )
    at += _HEADER.size
    stored = b""
    if flags & _NAME:
        end = data.index(b"\0", at)
        stored, at = data[at:end], end + 1
    return stored, at + 2 * bool(flags & _HEADER_CHECKSUM)


def _decompress(data: bytes, at: int, name: str, most: int) -> bytes:
    """Return the content of all gzip members; stop after more than ``most`` bytes."""
    parts: list[bytes] = []
    size = 0
    for number in range(1, _MOST_MEMBERS + 1):
        inflate = zlib.decompressobj(-15)
        content = inflate.decompress(data[at:], most + 1 - size)
        parts.append(content)
        size += len(content)
        if size > most:
            return b"".join(parts)
        if not inflate.eof:
            raise Incomplete(f"is truncated in gzip member {number}", where=name)
        end = len(data) - len(inflate.unused_data)
        if _CHECK.unpack_from(data, end) != _checksum(content):
            raise Incomplete(
                f"checksum mismatch in gzip member {number} at offset {end}",
                where=name,
                hint="The file is damaged. Test it: gzip -t FILE",
            )
        end += _CHECK.size
        if end == len(data):
            return b"".join(parts)
        if not data.startswith(_MAGIC, end):
            raise Incomplete(
                f"has {len(data) - end} bytes after gzip member {number}, at offset {end}",
                where=name,
                hint="Pack it again without them: gzip -dc FILE | gzip -n > NEW",
            )
        stored, at = _read_header(data, name, end)
        if stored:
            raise Incomplete("holds several named files", where=name, hint="Unpack it first.")
    raise Incomplete(
        f"has more than {_MOST_MEMBERS} gzip members", where=name, hint="Unpack it first."
    )


def _decode_name(stored: bytes) -> tuple[str, str]:
    """Return a stored name as text, and the codec that decodes it."""
    try:
        return stored.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return stored.decode("latin-1"), "latin-1"
