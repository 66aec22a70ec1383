"""ZIP files: archives, and the documents of offices, of which only changed members are written.

What is not changed keeps the bytes that it has in the file, compressed as it is.
"""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

from anonfilter.containers.dividing import joined
from anonfilter.containers.members import (
    PATH,
    PREVIEW,
    Member,
    Reader,
    is_binary,
    is_same,
    parts_for,
    read_members,
)
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_ENCRYPTED, _DESCRIPTOR, _UTF8 = 0x1, 0x8, 0x800
_ZIP64, _UNICODE_PATH = 0x0001, 0x7075
# sizes, names, times, numbers of users, room to grow, and marks of Java and Android
# with the most bytes that they need; what makes room holds nothing else
_MOST_BYTES = {
    _ZIP64: 28, 0x000A: 32, 0x5455: 13, 0x5855: 12, 0x7855: 4, 0x7875: 24, 0xCAFE: 0
}  # fmt: skip
_ROOM = {0xA220: 4, 0xD935: 2}
_PREVIEW = re.compile(
    r"docProps/thumbnail\.|Thumbnails/|Pictures/TablePreview[0-9]+\.svm|ObjectReplacements/."
)
_DESCRIPTORS = (0, 12, 16, 20, 24)
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, OverflowError,
    NotImplementedError, RuntimeError,
)  # fmt: skip
_COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@hide_values
class _Entry(NamedTuple):
    """A member as it stands: its stretch of the file, and its record in the directory."""

    info: zipfile.ZipInfo
    stands: bytes
    record: bytes


@hide_values
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
            reader.room.require(sum(one.info.file_size for one in entries), name)
            names = {one.info.filename for one in entries}
            is_document = not names.isdisjoint({"[Content_Types].xml", "mimetype"})
            contents = (_content(one, is_document=is_document) for one in entries)
            members = read_members(contents, name, reader)
        except _DAMAGE as error:
            raise Incomplete(
                f"is damaged, encrypted, or no ZIP file: {type(error).__name__}", where=name
            ) from None
        return cls(data, entries, members)

    def text(self, depth: int) -> str:
        return joined(((one.name, one.text) for one in self.members), depth)

    def pack(self, text: str) -> bytes:
        """The file with the members that this text has; a preview of what they were is emptied."""
        parts = parts_for(self.members, text)
        pairs = list(zip(self.members, parts, strict=True))
        if is_same(self.members, parts, text):
            return self.data
        body, directory = BytesIO(), BytesIO()
        for entry, (member, part) in zip(self.entries, pairs, strict=True):
            at = body.tell()
            stands, record = entry.stands, entry.record
            if member.role == PREVIEW:
                stands, record = _written(entry, "", b"")
            elif not member.is_same(part, text):
                name = part.name if part.name != member.name else ""
                stands, record = _written(entry, name, member.content(text[part.start : part.end]))
            body.write(stands)
            directory.write(_moved(record, at))
        size, at, count = directory.tell(), body.tell(), len(self.entries)
        end = _END.pack(b"PK\5\6", 0, 0, count, count, size, at, 0)
        return body.getvalue() + directory.getvalue() + end


def _entries(data: bytes, file: zipfile.ZipFile, name: str) -> Iterator[_Entry]:
    """The members in the order in which they stand; nothing else may stand in the file."""
    infos = sorted(file.infolist(), key=lambda info: info.header_offset)
    if file.comment:
        raise _odd(name, "has a comment, which is not read", "Remove it: zip -z FILE")
    records = _records(data, file.start_dir, len(infos))
    if file.start_dir + sum(map(len, records.values())) + _END.size != len(data):
        raise _odd(name, "holds bytes behind its directory")
    starts = [info.header_offset for info in infos] + [file.start_dir]
    if starts[0] != 0:
        raise _odd(name, "holds bytes before its first member")
    for info, (start, end) in zip(infos, pairwise(starts), strict=True):
        _require_readable(info, name)
        entry = _Entry(info, data[start:end], records[info.header_offset])
        _require_nothing_else(entry, name)
        yield entry


def _require_readable(info: zipfile.ZipInfo, name: str) -> None:
    if info.flag_bits & _ENCRYPTED:
        raise _odd(name, "is encrypted", "Save it without a password.")
    if info.compress_type not in _COMPRESSED:
        raise _odd(name, "is compressed in a way that is not read", "Pack it anew: zip")
    if info.comment:
        raise _odd(name, "has comments on members, which are not read")


def _require_nothing_else(entry: _Entry, name: str) -> None:
    """Refuse what is neither name nor content nor a note that is known to be harmless."""
    local, central = _LOCAL.unpack_from(entry.stands), _CENTRAL.unpack_from(entry.record)
    called = entry.stands[_LOCAL.size :][: local[9]]
    if b"\0" in called or called != entry.record[_CENTRAL.size :][: central[10]]:
        raise _odd(name, "has a member of two names")
    for extra in _notes(entry):
        if not all(_is_harmless(kind, note[4:], called) for kind, note in _extras(extra)):
            raise _odd(name, "has members with notes, which are not read", "Pack it anew: zip -X")
    left = len(entry.stands) - _LOCAL.size - local[9] - local[10] - entry.info.compress_size
    if left not in _DESCRIPTORS or (left and not entry.info.flag_bits & _DESCRIPTOR):
        raise _odd(name, "holds bytes between its members")


def _is_harmless(kind: int, note: bytes, called: bytes) -> bool:
    """Return True for a note of known form that says nothing but what it is for."""
    if kind == _UNICODE_PATH:
        return note[5:] == called
    if kind in _ROOM:
        return not note[_ROOM[kind] :].strip(b"\0")
    return len(note) <= _MOST_BYTES.get(kind, -1)


def _notes(entry: _Entry) -> tuple[bytes, bytes]:
    """The extra fields of a member, at the member and in the directory."""
    local, central = _LOCAL.unpack_from(entry.stands), _CENTRAL.unpack_from(entry.record)
    at, listed = _LOCAL.size + local[9], _CENTRAL.size + central[10]
    return entry.stands[at : at + local[10]], entry.record[listed : listed + central[11]]


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


def _content(entry: _Entry, *, is_document: bool) -> tuple[str, bytes] | Member:
    """A member's name and bytes, which must be all that stands there.

    Of a document of an office, pictures that show what it says are previews.
    """
    info, local = entry.info, _LOCAL.unpack_from(entry.stands)
    start = _LOCAL.size + local[9] + local[10]
    content = entry.stands[start : start + info.compress_size]
    if info.compress_type == zipfile.ZIP_DEFLATED:
        inflate = zlib.decompressobj(-15)
        content = inflate.decompress(content, info.file_size + 1)
        if not inflate.eof or inflate.unused_data:
            raise ValueError("other bytes than it says")
    if len(content) != info.file_size or zlib.crc32(content) != info.CRC:
        raise ValueError("other bytes than it says")
    if is_document and _PREVIEW.match(info.filename):
        return Member(info.filename, content, None, role=PREVIEW)
    if is_document and is_binary(info.filename):
        return Member.binary(info.filename, content)
    if info.is_dir():
        return Member.saying(info.filename, content.decode(), "")
    if stat.S_ISLNK(info.external_attr >> 16):
        return Member.saying(info.filename, content.decode("utf-8", "surrogateescape"), PATH)
    return info.filename, content


def _written(entry: _Entry, name: str, content: bytes) -> tuple[bytes, bytes]:
    """A member with this content, and name if it has a new one; and its record."""
    local = list(_LOCAL.unpack_from(entry.stands))
    central = list(_CENTRAL.unpack_from(entry.record))
    called = entry.stands[_LOCAL.size : _LOCAL.size + local[9]]
    local_extra, central_extra = _notes(entry)
    flags = entry.info.flag_bits & ~_DESCRIPTOR
    twice = {kind for kind, _ in _extras(local_extra + central_extra)} & {_UNICODE_PATH}
    if name or twice:
        called, flags = (name or entry.info.filename).encode(), flags | _UTF8
    local_extra, central_extra = _extra(local_extra), _extra(central_extra)
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
    return b"".join(one for kind, one in _extras(data) if kind not in (_ZIP64, _UNICODE_PATH))


def _extras(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The extra fields, by their kinds."""
    at = 0
    while at < len(data):
        kind, size = struct.unpack_from("<2H", data, at)
        yield kind, data[at : at + 4 + size]
        at += 4 + size


def _moved(record: bytes, at: int) -> bytes:
    head = list(_CENTRAL.unpack_from(record))
    head[16] = at
    return _CENTRAL.pack(*head) + record[_CENTRAL.size :]


def _odd(name: str, what: str, hint: str = "") -> Incomplete:
    return Incomplete(what, where=name, hint=hint)
