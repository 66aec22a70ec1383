"""TAR files. Only changed members are written again, with their times and permissions.

The owners of members may be people, so their names are the text of an additional member.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

from anonfilter.containers.members import (
    OWNERS,
    OWNERS_NAME,
    PATH,
    Member,
    MemberReader,
    is_unchanged,
    parts_for,
    read_members,
)
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

_BLOCK = 512
# The text fields of a header; each ends with a NUL, and nothing follows it.
_TEXT_FIELDS = ((0, 100), (157, 257), (265, 297), (297, 329))
_LINK_FIELD = (157, 257)
# The attributes that a member may have: each is read as text, or is a number.
_KEYS = (
    "path linkpath uname gname size mtime atime ctime uid gid charset hdrcharset"
    " LIBARCHIVE.creationtime SCHILY.dev SCHILY.ino SCHILY.nlink"
)
_KNOWN_KEYS = frozenset(_KEYS.split())
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")  # the comment that `git archive` writes
_FIRST_USER = 500  # the first number that systems give to people
_SYSTEM = "root wheel staff daemon admin users nobody nogroup sys bin operator www-data everyone"


@hide_values
class _Entry(NamedTuple):
    """A member with its ``blocks``, and the global ``header`` before it, or b""."""

    info: tarfile.TarInfo
    header: bytes
    blocks: bytes
    content: bytes
    is_gnu: bool


@hide_values
@dataclass(frozen=True, slots=True)
class TarFile:
    """An open TAR file; the first of its ``members`` is the list of owners."""

    data: bytes
    entries: tuple[_Entry, ...]
    members: tuple[Member, ...]
    end: int

    @classmethod
    def open(cls, data: bytes, name: str, reader: MemberReader) -> TarFile:
        try:
            with tarfile.open(
                fileobj=BytesIO(data), mode="r:", encoding="utf-8", errors="surrogateescape"
            ) as file:
                infos = file.getmembers()
                _require_known_keys(file.pax_headers, name, is_global=True)
            entries = tuple(_read_entries(data, infos, name))
        except (tarfile.TarError, ValueError, OverflowError, EOFError) as error:
            raise Incomplete(
                f"is not a TAR file, or is damaged ({type(error).__name__})", where=name
            ) from None
        end = sum(len(entry.header) + len(entry.blocks) for entry in entries)
        if data[end:].strip(b"\0"):
            raise Incomplete(f"holds data after its last member, at offset {end}", where=name)
        owners = Member.from_text(OWNERS_NAME, "\n".join(_owner_names(infos)), OWNERS)
        members = read_members(map(_read_content, entries), name, reader)
        return cls(data, entries, (owners, *members), end)

    def pack(self, text: str) -> bytes:
        """Return the bytes of the file with the changed text."""
        parts = parts_for(self.members, text)
        if is_unchanged(self.members, parts, text):
            return self.data
        owners = parts.pop(0)
        before = _owner_names(entry.info for entry in self.entries)
        after = text[owners.start : owners.end].split("\n") if before else []
        new_names = dict(zip(before, after, strict=True))
        packed = BytesIO()
        for entry, member, part in zip(self.entries, self.members[1:], parts, strict=True):
            info = _with_owners(entry.info, new_names)
            packed.write(entry.header)
            if member.is_unchanged(part, text) and info is entry.info:
                packed.write(entry.blocks)
                continue
            content = member.encode(text[part.start : part.end])
            is_link = member.role == PATH
            info = _with_content(info, part.name, content, is_link=is_link)
            packed.write(_to_blocks(info, b"" if is_link else content, entry.is_gnu))
        blocks = packed.getvalue()
        return blocks + bytes(_zeros_after(len(blocks), self.end, len(self.data)))


def _read_entries(data: bytes, infos: list[tarfile.TarInfo], name: str) -> Iterator[_Entry]:
    at = 0
    for info in infos:
        if info.type not in tarfile.SUPPORTED_TYPES or info.sparse is not None:
            raise Incomplete(
                "has a member that is neither a regular file nor a folder nor a link", where=name
            )
        _require_known_keys(info.pax_headers, name)
        size = info.size if info.isreg() else 0
        end = info.offset_data + -(-size // _BLOCK) * _BLOCK
        global_header = data[at : info.offset]
        header = data[info.offset_data - _BLOCK : info.offset_data]
        unread = data[info.offset_data + size : end] + b"".join(
            header[low:high].partition(b"\0")[2] for low, high in _TEXT_FIELDS
        )
        if not (info.issym() or info.islnk()):
            unread += header[slice(*_LINK_FIELD)]
        is_global = not global_header or global_header[156:157] == tarfile.XGLTYPE
        if end > len(data) or not is_global or unread.strip(b"\0"):
            raise Incomplete(
                f"holds data that belongs to no member, near offset {info.offset}", where=name
            )
        content = data[info.offset_data : info.offset_data + size]
        is_gnu = header[257:265] == tarfile.GNU_MAGIC
        yield _Entry(info, global_header, data[info.offset : end], content, is_gnu)
        at = end


def _require_known_keys(
    attributes: Mapping[str, str], name: str, *, is_global: bool = False
) -> None:
    """Raise ``Incomplete`` for attributes that are not read, such as comments."""
    for key, value in attributes.items():
        is_commit = key == "comment" and _COMMIT.fullmatch(value)
        if not (is_commit or (key in _KNOWN_KEYS and not is_global)):
            raise Incomplete(
                "has members with comments or extended attributes, which are not read",
                where=name,
                hint="Pack it again: tar --format=ustar; on a Mac --no-mac-metadata --no-xattrs",
            )


def _read_content(entry: _Entry) -> tuple[str, bytes] | Member:
    info = entry.info
    if info.isreg():
        return info.name, entry.content
    name = f"{info.name}/" if info.isdir() else info.name
    return Member.from_text(name, info.linkname, PATH)


def _owner_names(infos: Iterable[tarfile.TarInfo]) -> list[str]:
    """Return the names of users and groups that are not accounts of the system, each once."""
    owners = (owner for info in infos for owner in ((info.uid, info.uname), (info.gid, info.gname)))
    system = _SYSTEM.split()
    names = (name for number, name in owners if number >= _FIRST_USER or name not in system)
    return list(dict.fromkeys(filter(None, names)))


def _with_owners(info: tarfile.TarInfo, new_names: Mapping[str, str]) -> tarfile.TarInfo:
    """Return a copy with new names of the owners, or ``info`` itself if no name is changed."""
    user, group = (new_names.get(owner, owner) for owner in (info.uname, info.gname))
    if (user, group) == (info.uname, info.gname):
        return info
    changed = copy(info)
    changed.uname, changed.gname = user, group
    return changed


def _with_content(
    info: tarfile.TarInfo, name: str, content: bytes, *, is_link: bool
) -> tarfile.TarInfo:
    """Return a copy with a new name, and with the new size or the new target of a link."""
    info = copy(info)
    info.name = name.removesuffix("/") if info.isdir() else name
    if is_link:
        info.linkname = content.decode("utf-8", "surrogateescape")
    else:
        info.size = len(content)
    written_by_tarfile = {"path", "linkpath", "size", "uname", "gname", "comment"}
    info.pax_headers = {k: v for k, v in info.pax_headers.items() if k not in written_by_tarfile}
    return info


def _to_blocks(info: tarfile.TarInfo, content: bytes, is_gnu: bool) -> bytes:
    """Return the blocks of a member.

    Long names of owners need the PAX format, because the GNU format has no room for them.
    """
    is_short = all(len(name.encode("utf-8", "replace")) < 32 for name in (info.uname, info.gname))
    is_gnu = is_gnu and is_short
    header = info.tobuf(
        tarfile.GNU_FORMAT if is_gnu else tarfile.PAX_FORMAT, "utf-8", "surrogateescape"
    )
    return header + content + bytes(-len(content) % _BLOCK)


def _zeros_after(size: int, end: int, whole: int) -> int:
    """Return the number of zeros to write after members of ``size`` bytes in total.

    In the original file, the members end at ``end``, and zeros fill the file up to ``whole``. If
    these zeros fill the last record and perhaps further records, the new zeros do the same;
    otherwise their number stays the same.
    """
    zeros = whole - end
    more = zeros - _to_record(end)
    return zeros if more < 0 or whole % tarfile.RECORDSIZE else _to_record(size) + more


def _to_record(size: int) -> int:
    """Return the number of zeros in the two final blocks and in the rest of the last record."""
    return 2 * _BLOCK + -(size + 2 * _BLOCK) % tarfile.RECORDSIZE
