"""Members of containers: their bytes, their text, and the checks that all containers share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from anonfilter.containers.member_text import MemberPart, split_parts
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

MOST = 256_000_000  # bytes of all members together, including members of members
PATH, OWNERS, PREVIEW = "path", "owners", "preview"
OWNERS_NAME = "(owners)"
_OUTSIDE = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:")
_BINARY = re.compile(r"(?:.*/)?(?:printerSettings|customProperty)[0-9]*\.bin")


def is_binary(name: str) -> bool:
    """Return True for a part of an office document whose bytes are read as hexadecimal digits."""
    return _BINARY.fullmatch(name) is not None


class _Hexadecimal:
    """The container of a binary part, whose text is its bytes as hexadecimal digits."""

    members = ()

    def pack(self, text: str) -> bytes:
        return bytes.fromhex(text)


class TooMuch(Incomplete):
    """The members of a file have more bytes than the limit."""


@dataclass(slots=True)
class UnpackingRoom:
    """A count of the bytes that may still be unpacked from a file."""

    left: int = MOST

    def require(self, size: int, name: str) -> None:
        """Raise ``TooMuch`` if there is no room for this number of bytes."""
        if size > self.left:
            raise TooMuch(
                f"holds more than {MOST // 1_000_000} MB unpacked",
                where=name,
                hint="Unpack it, and filter the files in it.",
            )

    def take(self, size: int, name: str) -> None:
        self.require(size, name)
        self.left -= size


class MemberReader(Protocol):
    """The function that decodes a member from its bytes and name."""

    @property
    def room(self) -> UnpackingRoom: ...

    def __call__(self, data: bytes, name: str) -> Source: ...


@hide_values
@dataclass(frozen=True, slots=True)
class Member:
    """A member of a container: its bytes, and its text or the reason ``why`` it has none.

    ``role`` marks members that are not files: the ``PATH`` that a link leads to, the ``OWNERS`` of
    all members, one on each line, and a ``PREVIEW`` of other members, which is emptied.
    """

    name: str
    data: bytes
    source: Source | None
    why: Incomplete | None = field(default=None, compare=False)
    role: str = ""

    @classmethod
    def from_text(cls, name: str, text: str, role: str) -> Member:
        """Return a member that is not a file but has text."""
        source = Source(name, text)
        return cls(name, source.encode(text), source, role=role)

    @classmethod
    def from_binary(cls, name: str, data: bytes) -> Member:
        """Return a member whose text is its bytes as hexadecimal digits."""
        return cls(name, data, Source(name, data.hex(), container=_Hexadecimal()))

    @property
    def text(self) -> str | None:
        return None if self.source is None else self.source.text

    def is_unchanged(self, part: MemberPart, text: str) -> bool:
        """Return True if a part of the whole ``text`` has this member's name and text."""
        return part.name == self.name and text[part.start : part.end] == (self.text or "")

    def encode(self, text: str) -> bytes:
        """Return the bytes of the member with this text; a member without text is unchanged."""
        return self.data if self.source is None else self.source.encode(text)


def head_of(source: Source) -> bytes:
    """Return the beginning of a member, by which formats recognise files of another kind."""
    return source.text[:4096].encode("utf-8", "replace")


def read_members(
    contents: Iterable[tuple[str, bytes] | Member], name: str, reader: MemberReader
) -> tuple[Member, ...]:
    """Return the members for these names and bytes; members that are not text have no source."""
    members: list[Member] = []
    for content in contents:
        member = content if isinstance(content, Member) else _read_member(*content, name, reader)
        if any(ord(char) < 32 for char in member.name):
            raise Incomplete("has a member with control characters in its name", where=name)
        if _OUTSIDE.search(member.name):
            raise Incomplete(
                "has a member whose path leads out of the folder where it is unpacked", where=name
            )
        members.append(member)
    if len({member.name for member in members}) != len(members):
        raise Incomplete("has two members with the same name", where=name)
    return tuple(members)


def _read_member(member_name: str, data: bytes, name: str, reader: MemberReader) -> Member:
    reader.room.take(len(data), name)
    try:
        return Member(member_name, data, reader(data, member_name))
    except TooMuch:
        raise
    except Incomplete as error:
        return Member(member_name, data, None, error)


def parts_for(members: Sequence[Member], text: str) -> list[MemberPart]:
    """Return the part of a changed text for each member.

    Raise ``Incomplete`` if the changed names are not unique or have another number of folders, and
    ``ValueError`` if the text has another number of members.
    """
    parts = list(split_parts(text))
    if len(parts) != len(members):
        raise ValueError("the text has other members than the file")
    pairs = list(zip(members, parts, strict=True))
    if any(member.name.count("/") != part.name.count("/") for member, part in pairs):
        raise Incomplete("has a member whose folders would change when its name is replaced")
    if len({part.name for part in parts}) != len(parts):
        raise Incomplete(
            "has members whose names would be the same once they are replaced",
            hint="Rename these members, or unpack the file.",
        )
    return parts


def is_unchanged(members: Sequence[Member], parts: Sequence[MemberPart], text: str) -> bool:
    """Return True if no member has a new name or text."""
    return all(member.is_unchanged(part, text) for member, part in zip(members, parts, strict=True))
