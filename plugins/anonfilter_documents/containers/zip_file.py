"""ZIP files, which are archives or office documents.

Only changed members are written again. The other members keep their compressed bytes.
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

from anonfilter.containers.members import (
    PATH,
    PREVIEW,
    Member,
    MemberReader,
    is_binary,
    is_unchanged,
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
# Extra fields with sizes, names, times, numbers of users and marks of Java and Android, with the
# most bytes that they need; and extra fields that reserve room, with the length of their header.
_MOST_BYTES = {_ZIP64: 28, 0x000A: 32, 0x5455: 13, 0x5855: 12, 0x7855: 4, 0x7875: 24, 0xCAFE: 0}
_ROOM = {0xA220: 4, 0xD935: 2}
_PREVIEW = re.compile(
    r"docProps/thumbnail\.|Thumbnails/|Pictures/TablePreview[0-9]+\.svm|ObjectReplacements/."
)
_DESCRIPTORS = (0, 12, 16, 20, 24)
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
)
_COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@hide_values
class _Entry(NamedTuple):
    """A member: its bytes in the file, and its record in the central directory."""

    info: zipfile.ZipInfo
    stored: bytes
    record: bytes


@hide_values
@dataclass(frozen=True, slots=True)
class ZipFile:
    """An open ZIP file."""

    data: bytes
    entries: tuple[_Entry, ...]
    members: tuple[Member, ...]

    @classmethod
    def open(cls, data: bytes, name: str, reader: MemberReader) -> ZipFile:
        try:
            with zipfile.ZipFile(BytesIO(data)) as file:
                entries = tuple(_read_entries(data, file, name))
            reader.room.require(sum(entry.info.file_size for entry in entries), name)
            names = {entry.info.filename for entry in entries}
            is_document = not names.isdisjoint({"[Content_Types].xml", "mimetype"})
            contents = (_read_content(entry, name, is_document) for entry in entries)
            members = read_members(contents, name, reader)
        except _DAMAGE as error:
            raise Incomplete(
                f"is not a ZIP file, or is damaged or encrypted ({type(error).__name__})",
                where=name,
            ) from None
        return cls(data, entries, members)

    def pack(self, text: str) -> bytes:
        """Return the bytes of the file with the changed text; previews of members are emptied."""
        parts = parts_for(self.members, text)
        if is_unchanged(self.members, parts, text):
            return self.data
        body, directory = BytesIO(), BytesIO()
        for entry, member, part in zip(self.entries, self.members, parts, strict=True):
            at = body.tell()
            stored, record = entry.stored, entry.record
            if member.role == PREVIEW:
                stored, record = _write_member(entry, "", b"")
            elif not member.is_unchanged(part, text):
                new_name = part.name if part.name != member.name else ""
                content = member.encode(text[part.start : part.end])
                stored, record = _write_member(entry, new_name, content)
            body.write(stored)
            header = list(_CENTRAL.unpack_from(record))
            header[16] = at
            directory.write(_CENTRAL.pack(*header) + record[_CENTRAL.size :])
        size, at, count = directory.tell(), body.tell(), len(self.entries)
        end = _END.pack(b"PK\5\6", 0, 0, count, count, size, at, 0)
        return body.getvalue() + directory.getvalue() + end


def _read_entries(data: bytes, file: zipfile.ZipFile, name: str) -> Iterator[_Entry]:
    """Yield the members in the order of the file; raise ``Incomplete`` for any other data."""
    infos = sorted(file.infolist(), key=lambda info: info.header_offset)
    if file.comment:
        hint = "Remove the comment: zip -z FILE"
        raise Incomplete("has a comment, which is not read", where=name, hint=hint)
    records = _read_records(data, file.start_dir, len(infos))
    if file.start_dir + sum(map(len, records.values())) + _END.size != len(data):
        raise Incomplete("holds data after its central directory", where=name)
    starts = [info.header_offset for info in infos] + [file.start_dir]
    if starts[0] != 0:
        raise Incomplete("holds data before its first member", where=name)
    for number, (info, (start, end)) in enumerate(zip(infos, pairwise(starts), strict=True), 1):
        _require_readable(info, name)
        entry = _Entry(info, data[start:end], records[info.header_offset])
        _require_nothing_else(entry, f"member {number}", name)
        yield entry


def _require_readable(info: zipfile.ZipInfo, name: str) -> None:
    if info.flag_bits & _ENCRYPTED:
        raise Incomplete("is encrypted", where=name, hint="Save it without a password.")
    if info.compress_type not in _COMPRESSED:
        message = "has a member whose compression is neither 'stored' nor 'deflate'"
        raise Incomplete(message, where=name, hint="Pack it again with zip.")
    if info.comment:
        raise Incomplete("has comments on members, which are not read", where=name)


def _require_nothing_else(entry: _Entry, member: str, name: str) -> None:
    """Raise ``Incomplete`` for data besides name, content and harmless extra fields."""
    local, central = _LOCAL.unpack_from(entry.stored), _CENTRAL.unpack_from(entry.record)
    member_name = entry.stored[_LOCAL.size :][: local[9]]
    if b"\0" in member_name or member_name != entry.record[_CENTRAL.size :][: central[10]]:
        message = f"{member} has another name in the central directory, or a NUL in its name"
        raise Incomplete(message, where=name)
    for extra in _extra_bytes(entry):
        if not all(_is_harmless(kind, field[4:], member_name) for kind, field in _fields(extra)):
            message = f"{member} has extra fields that are not read"
            raise Incomplete(message, where=name, hint="Pack it again: zip -X")
    rest = len(entry.stored) - _LOCAL.size - local[9] - local[10] - entry.info.compress_size
    if rest not in _DESCRIPTORS or (rest and not entry.info.flag_bits & _DESCRIPTOR):
        raise Incomplete(f"holds data after the end of {member}", where=name)


def _is_harmless(kind: int, value: bytes, member_name: bytes) -> bool:
    """Return True for an extra field of a known kind that has no room for other data."""
    if kind == _UNICODE_PATH:
        return value[5:] == member_name
    if kind in _ROOM:
        return not value[_ROOM[kind] :].strip(b"\0")
    return len(value) <= _MOST_BYTES.get(kind, -1)


def _extra_bytes(entry: _Entry) -> tuple[bytes, bytes]:
    """Return the extra fields before the member's content, and those in the central directory."""
    local, central = _LOCAL.unpack_from(entry.stored), _CENTRAL.unpack_from(entry.record)
    at, listed = _LOCAL.size + local[9], _CENTRAL.size + central[10]
    return entry.stored[at : at + local[10]], entry.record[listed : listed + central[11]]


def _read_records(data: bytes, at: int, count: int) -> dict[int, bytes]:
    """Return the records of the central directory, by the offset of their member."""
    records: dict[int, bytes] = {}
    for _ in range(count):
        header = _CENTRAL.unpack_from(data, at)
        size = _CENTRAL.size + sum(header[10:13])
        if header[16] == 0xFFFFFFFF or 0xFFFFFFFF in header[8:10]:
            raise ValueError("ZIP64")
        records[header[16]] = data[at : at + size]
        at += size
    return records


def _read_content(entry: _Entry, name: str, is_document: bool) -> tuple[str, bytes] | Member:
    """Return the name and the bytes of a member.

    In office documents, pictures that show the content are previews.
    """
    info, local = entry.info, _LOCAL.unpack_from(entry.stored)
    start = _LOCAL.size + local[9] + local[10]
    content = entry.stored[start : start + info.compress_size]
    is_whole = True
    if info.compress_type == zipfile.ZIP_DEFLATED:
        inflate = zlib.decompressobj(-15)
        content = inflate.decompress(content, info.file_size + 1)
        is_whole = inflate.eof and not inflate.unused_data
    if not is_whole or len(content) != info.file_size or zlib.crc32(content) != info.CRC:
        message = f"checksum or size mismatch in the member at offset {info.header_offset}"
        hint = "The file is damaged. Test it: unzip -t FILE"
        raise Incomplete(message, where=name, hint=hint)
    if is_document and _PREVIEW.match(info.filename):
        return Member(info.filename, content, None, role=PREVIEW)
    if is_document and is_binary(info.filename):
        return Member.from_binary(info.filename, content)
    if info.is_dir():
        return Member.from_text(info.filename, content.decode(), "")
    if stat.S_ISLNK(info.external_attr >> 16):
        return Member.from_text(info.filename, content.decode("utf-8", "surrogateescape"), PATH)
    return info.filename, content


def _write_member(entry: _Entry, new_name: str, content: bytes) -> tuple[bytes, bytes]:
    """Return the bytes and the record of a member with new content, and perhaps a new name."""
    local = list(_LOCAL.unpack_from(entry.stored))
    central = list(_CENTRAL.unpack_from(entry.record))
    name = entry.stored[_LOCAL.size : _LOCAL.size + local[9]]
    extras = _extra_bytes(entry)
    flags = entry.info.flag_bits & ~_DESCRIPTOR
    if new_name or any(kind == _UNICODE_PATH for kind, _ in _fields(b"".join(extras))):
        name, flags = (new_name or entry.info.filename).encode(), flags | _UTF8
    # The fields for large files and for names would no longer be true.
    local_extra, central_extra = (
        b"".join(field for kind, field in _fields(extra) if kind not in (_ZIP64, _UNICODE_PATH))
        for extra in extras
    )
    packed = content
    if entry.info.compress_type == zipfile.ZIP_DEFLATED:
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = deflate.compress(content) + deflate.flush()
    sizes = [zlib.crc32(content), len(packed), len(content)]
    local[2], local[6:9], local[9:11] = flags, sizes, [len(name), len(local_extra)]
    central[3], central[7:10], central[10:12] = flags, sizes, [len(name), len(central_extra)]
    return (
        _LOCAL.pack(*local) + name + local_extra + packed,
        _CENTRAL.pack(*central) + name + central_extra,
    )


def _fields(extra: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the bytes of each extra field."""
    at = 0
    while at < len(extra):
        kind, size = struct.unpack_from("<2H", extra, at)
        yield kind, extra[at : at + 4 + size]
        at += 4 + size
