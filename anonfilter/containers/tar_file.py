"""TAR files: only changed members are written anew, with their times and rights.

The names of those who own members are the text of a part of its own: they may be people's.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

from anonfilter.containers.dividing import joined
from anonfilter.containers.members import (
    OWNERS,
    OWNERS_NAME,
    PATH,
    Member,
    Reader,
    is_same,
    parts_for,
    read_members,
)
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

_BLOCK = 512
# where text stands in a header; it ends with a NUL, and nothing is behind that
_TEXTS = ((0, 100), (157, 257), (265, 297), (297, 329))
_LINK = (157, 257)
# what a member may say besides: all of it is read, or a number
_KEYS = (
    "path linkpath uname gname size mtime atime ctime uid gid charset hdrcharset"
    " LIBARCHIVE.creationtime SCHILY.dev SCHILY.ino SCHILY.nlink"
)
_SAID = frozenset(_KEYS.split())
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")  # what `git archive` says of all members
_PEOPLE = 500  # the first number that systems give to people
_SYSTEM = "root wheel staff daemon admin users nobody nogroup sys bin operator www-data everyone"


@hide_values
class _Entry(NamedTuple):
    """A member as it stands: what is said of all from here on, and its own blocks."""

    info: tarfile.TarInfo
    above: bytes
    stands: bytes
    content: bytes
    is_gnu: bool


@hide_values
@dataclass(frozen=True, slots=True)
class TarFile:
    """An opened TAR file; the first of its ``members`` are the owners."""

    data: bytes
    entries: tuple[_Entry, ...]
    members: tuple[Member, ...]
    end: int

    @classmethod
    def open(cls, data: bytes, name: str, reader: Reader) -> TarFile:
        try:
            with tarfile.open(
                fileobj=BytesIO(data), mode="r:", encoding="utf-8", errors="surrogateescape"
            ) as file:
                infos = file.getmembers()
                _require_known(file.pax_headers, name, of_all=True)
            entries = tuple(_entries(data, infos, name))
        except (tarfile.TarError, ValueError, OverflowError, EOFError) as error:
            raise Incomplete(
                f"is damaged, or no TAR file: {type(error).__name__}", where=name
            ) from None
        end = sum(len(one.above) + len(one.stands) for one in entries)
        if data[end:].strip(b"\0"):
            raise Incomplete("holds bytes between its members, or behind the last", where=name)
        owners = Member.saying(OWNERS_NAME, "\n".join(_owners(infos)), OWNERS)
        return cls(
            data, entries, (owners, *read_members(map(_content, entries), name, reader)), end
        )

    def text(self, depth: int) -> str:
        return joined(((one.name, one.text) for one in self.members), depth)

    def pack(self, text: str) -> bytes:
        """The file with the members that this text has."""
        parts = parts_for(self.members, text)
        if is_same(self.members, parts, text):
            return self.data
        owners = parts.pop(0)
        before = _owners(one.info for one in self.entries)
        now = text[owners.start : owners.end].split("\n") if before else []
        called = dict(zip(before, now, strict=True))
        packed = BytesIO()
        for entry, member, part in zip(self.entries, self.members[1:], parts, strict=True):
            info = _owned(entry.info, called)
            packed.write(entry.above)
            if member.is_same(part, text) and info is entry.info:
                packed.write(entry.stands)
                continue
            content = member.content(text[part.start : part.end])
            info = _changed(info, part.name, content, link=member.role == PATH)
            packed.write(_written(info, b"" if member.role == PATH else content, entry.is_gnu))
        blocks = packed.getvalue()
        return blocks + bytes(_zeros_after(len(blocks), self.end, len(self.data)))


def _entries(data: bytes, infos: list[tarfile.TarInfo], name: str) -> Iterator[_Entry]:
    at = 0
    for info in infos:
        if info.type not in tarfile.SUPPORTED_TYPES or info.sparse is not None:
            raise Incomplete("has a member of a kind that is not read", where=name)
        _require_known(info.pax_headers, name)
        size = info.size if info.isreg() else 0
        end = info.offset_data + -(-size // _BLOCK) * _BLOCK
        above = data[at : info.offset]
        own = data[info.offset_data - _BLOCK : info.offset_data]
        hidden = data[info.offset_data + size : end] + b"".join(
            own[low:high].partition(b"\0")[2] for low, high in _TEXTS
        )
        if not (info.issym() or info.islnk()):
            hidden += own[slice(*_LINK)]
        is_global = not above or above[156:157] == tarfile.XGLTYPE
        if end > len(data) or not is_global or hidden.strip(b"\0"):
            raise Incomplete("holds bytes that belong to no member", where=name)
        content = data[info.offset_data : info.offset_data + size]
        yield _Entry(
            info, above, data[info.offset : end], content, own[257:265] == tarfile.GNU_MAGIC
        )
        at = end


def _require_known(said: Mapping[str, str], name: str, *, of_all: bool = False) -> None:
    """Refuse what may be said of members and is not read, such as comments and attributes."""
    for key, value in said.items():
        commit = key == "comment" and _COMMIT.fullmatch(value)
        if not (commit if of_all else commit or key in _SAID):
            raise Incomplete(
                "has members with notes or attributes, which are not read",
                where=name,
                hint="Pack it anew: tar --format=ustar; on a Mac --no-mac-metadata --no-xattrs",
            )


def _content(entry: _Entry) -> tuple[str, bytes] | Member:
    info = entry.info
    if info.isreg():
        return info.name, entry.content
    name = f"{info.name}/" if info.isdir() else info.name
    return Member.saying(name, info.linkname, PATH)


def _owners(infos: Iterator[tarfile.TarInfo] | list[tarfile.TarInfo]) -> list[str]:
    """The names of users and groups that are no system's own, each once."""
    named: dict[str, None] = {}
    for info in infos:
        for number, name in ((info.uid, info.uname), (info.gid, info.gname)):
            if name and (number >= _PEOPLE or name not in _SYSTEM.split()):
                named[name] = None
    return list(named)


def _owned(info: tarfile.TarInfo, called: Mapping[str, str]) -> tarfile.TarInfo:
    """The member with the names that its owners have now; the same, if none is changed."""
    user, group = called.get(info.uname, info.uname), called.get(info.gname, info.gname)
    if (user, group) == (info.uname, info.gname):
        return info
    changed = copy(info)
    changed.uname, changed.gname = user, group
    return changed


def _changed(info: tarfile.TarInfo, name: str, content: bytes, *, link: bool) -> tarfile.TarInfo:
    """What the header of a member says once that is changed."""
    info = copy(info)
    info.name = name.removesuffix("/") if info.isdir() else name
    if link:
        info.linkname = content.decode("utf-8", "surrogateescape")
    else:
        info.size = len(content)
    said_by_itself = {"path", "linkpath", "size", "uname", "gname", "comment"}
    info.pax_headers = {k: v for k, v in info.pax_headers.items() if k not in said_by_itself}
    return info


def _written(info: tarfile.TarInfo, content: bytes, is_gnu: bool) -> bytes:
    """The blocks of a member; those of GNU have no room for long names of owners."""
    is_short = all(len(name.encode("utf-8", "replace")) < 32 for name in (info.uname, info.gname))
    header = info.tobuf(
        tarfile.GNU_FORMAT if is_gnu and is_short else tarfile.PAX_FORMAT,
        "utf-8",
        "surrogateescape",
    )
    return header + content + bytes(-len(content) % _BLOCK)


def _zeros_after(size: int, end: int, whole: int) -> int:
    """Return how many zeros follow members of this size.

    In the file as it was, the members ended at ``end``, and zeros filled it up to ``whole``. If
    these zeros filled the last record and some further ones, the new ones do so as well.
    """
    zeros = whole - end
    more = zeros - _to_record(end)
    return zeros if more < 0 or whole % tarfile.RECORDSIZE else _to_record(size) + more


def _to_record(size: int) -> int:
    """Return the zeros of the two blocks that end a file, and of the rest of its last record."""
    return 2 * _BLOCK + -(size + 2 * _BLOCK) % tarfile.RECORDSIZE
