"""ZIP files: archives, and the documents of offices, of which only changed members are written.

What is not changed keeps the bytes that it has in the file, compressed as it is.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

from anonfilter.containers.dividing import joined, parts_of
from anonfilter.containers.members import Member, Reader, read_members
from anonfilter.errors import Incomplete

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_ENCRYPTED, _DESCRIPTOR, _UTF8 = 0x1, 0x8, 0x800
_ZIP64, _UNICODE_PATH = 0x0001, 0x7075
_PREVIEW = re.compile(r"docProps/thumbnail\.|Thumbnails/")
_DESCRIPTORS = (0, 12, 16, 20, 24)
_COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class _Entry(NamedTuple):
    """A member as it stands: its stretch of the file, and its record in the directory."""

    info: zipfile.ZipInfo
    stands: bytes
    record: bytes


@dataclass(frozen=True, slots=True)
class ZipFile:
    """An opened ZIP file."""

    data: bytes
    entries: tuple[_Entry, ...]
    members: tuple[Member, ...]

    @classmethod
    def open(cls, data: bytes, name: str, reader: Reader) -> ZipFile:
        try:
            with zipfile.ZipFile(BytesIO(data)) as file:
                entries = tuple(_entries(data, file, name))
                contents = [(one.info.filename, _content(file, one.info, name)) for one in entries]
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, struct.error) as error:
            raise Incomplete(
                f"is damaged, or no ZIP file: {type(error).__name__}", where=name
            ) from None
        return cls(data, entries, read_members(contents, name, reader))

    def text(self, depth: int) -> str:
        return joined(((one.name, one.text) for one in self.members), depth)

    def pack(self, text: str) -> bytes:
        """The file with the members that this text has; a preview of what they were is emptied."""
        parts = list(parts_of(text))
        if len(parts) != len(self.members):
            raise ValueError("a text of other members")
        pairs = list(zip(self.members, parts, strict=True))
        if all(member.is_same(part, text) for member, part in pairs):
            return self.data
        body, directory = BytesIO(), BytesIO()
        for entry, (member, part) in zip(self.entries, pairs, strict=True):
            at = body.tell()
            stands, record = entry.stands, entry.record
            if _PREVIEW.match(member.name):
                stands, record = _written(entry, "", b"")
            elif not member.is_same(part, text):
                name = part.name if part.name != member.name else ""
                stands, record = _written(entry, name, member.content(text[part.start : part.end]))
            body.write(stands)
            directory.write(_moved(record, at))
        size, at, count = directory.tell(), body.tell(), len(self.entries)
        end = _END.pack(b"PK\5\6", 0, 0, count, count, size, at, 0)
        return body.getvalue() + directory.getvalue() + end


def _entries(data: bytes, file: zipfile.ZipFile, name: str) -> list[_Entry]:
    infos = sorted(file.infolist(), key=lambda info: info.header_offset)
    if len({info.filename for info in infos}) != len(infos):
        raise _odd(name, "has two members of one name")
    if file.comment:
        raise _odd(name, "has a comment, which is not read", "Remove it: zip -z FILE")
    records = _records(data, file.start_dir, len(infos))
    found: list[_Entry] = []
    starts = [info.header_offset for info in infos] + [file.start_dir]
    if starts[0] != 0:
        raise _odd(name, "holds bytes before its first member")
    for info, (start, end) in zip(infos, pairwise(starts), strict=True):
        if info.flag_bits & _ENCRYPTED:
            raise _odd(name, "is encrypted", "Save it without a password.")
        if info.compress_type not in _COMPRESSED:
            raise _odd(name, "is compressed in a way that is not read", "Pack it anew: zip")
        if info.comment:
            raise _odd(name, "has comments on members, which are not read")
        local = _LOCAL.unpack_from(data, start)
        used = _LOCAL.size + local[9] + local[10] + info.compress_size
        if end - start - used not in _DESCRIPTORS or (
            end - start > used and not info.flag_bits & _DESCRIPTOR
        ):
            raise _odd(name, "holds bytes between its members")
        found.append(_Entry(info, data[start:end], records[info.header_offset]))
    return found


def _records(data: bytes, at: int, count: int) -> dict[int, bytes]:
    """The records of the directory, by where their members begin."""
    records: dict[int, bytes] = {}
    for _ in range(count):
        head = _CENTRAL.unpack_from(data, at)
        size = _CENTRAL.size + sum(head[10:13])
        if head[16] == 0xFFFFFFFF or 0xFFFFFFFF in head[8:10]:
            raise ValueError("ZIP64")
        records[head[16]] = data[at : at + size]
        at += size
    return records


def _content(file: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> bytes:
    from anonfilter.containers.members import MOST

    if info.file_size > MOST:
        raise _odd(name, f"holds more than {MOST // 1_000_000} MB unpacked", "Unpack it first.")
    return file.read(info)


def _written(entry: _Entry, name: str, content: bytes) -> tuple[bytes, bytes]:
    """A member with this content, and name if it has a new one; and its record."""
    local = list(_LOCAL.unpack_from(entry.stands))
    central = list(_CENTRAL.unpack_from(entry.record))
    called = entry.stands[_LOCAL.size : _LOCAL.size + local[9]]
    local_extra = _extra(entry.stands[_LOCAL.size + local[9] :][: local[10]])
    central_extra = _extra(entry.record[_CENTRAL.size + central[10] :][: central[11]])
    flags = entry.info.flag_bits & ~_DESCRIPTOR
    if name:
        called, flags = name.encode(), flags | _UTF8
    packed = content
    if entry.info.compress_type == zipfile.ZIP_DEFLATED:
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = deflate.compress(content) + deflate.flush()
    sizes = [zlib.crc32(content), len(packed), len(content)]
    local[2], local[6:9], local[9:11] = flags, sizes, [len(called), len(local_extra)]
    central[3], central[7:10], central[10:12] = flags, sizes, [len(called), len(central_extra)]
    return (
        _LOCAL.pack(*local) + called + local_extra + packed,
        _CENTRAL.pack(*central) + called + central_extra,
    )


def _extra(data: bytes) -> bytes:
    """The extra fields without those of large files and of names."""
    kept, at = b"", 0
    while at + 4 <= len(data):
        kind, size = struct.unpack_from("<2H", data, at)
        if kind not in (_ZIP64, _UNICODE_PATH):
            kept += data[at : at + 4 + size]
        at += 4 + size
    return kept


def _moved(record: bytes, at: int) -> bytes:
    head = list(_CENTRAL.unpack_from(record))
    head[16] = at
    return _CENTRAL.pack(*head) + record[_CENTRAL.size :]


def _odd(name: str, what: str, hint: str = "") -> Incomplete:
    return Incomplete(what, where=name, hint=hint)
