"""The members of a file that holds others: what each says, and its bytes once that changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from anonfilter.containers.dividing import Part, parts_of
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values

MOST = 256_000_000  # bytes of all members together, and of those in them
PATH, OWNERS, PREVIEW = "path", "owners", "preview"
OWNERS_NAME = "(owners)"
_OUTSIDE = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:")


_BINARY = re.compile(r"(?:.*/)?(?:printerSettings|customProperty)[0-9]*\.bin")


def is_binary(name: str) -> bool:
    """Return True for a part of a document whose bytes are read in hexadecimal."""
    return _BINARY.fullmatch(name) is not None


class _InHexadecimal:
    """Bytes that a part of a document has in place of text."""

    members = ()

    def pack(self, text: str) -> bytes:
        return bytes.fromhex(text)


class TooMuch(Incomplete):
    """More bytes than are unpacked, with all that is in a file."""


@dataclass(slots=True)
class Room:
    """How many bytes may still be unpacked of a file."""

    left: int = MOST

    def require(self, size: int, name: str) -> None:
        """Refuse what would have more."""
        if size > self.left:
            raise TooMuch(
                f"holds more than {MOST // 1_000_000} MB unpacked",
                where=name,
                hint="Unpack it, and filter the files in it.",
            )

    def take(self, size: int, name: str) -> None:
        self.require(size, name)
        self.left -= size


class Reader(Protocol):
    """Decodes a member by its bytes and name."""

    @property
    def room(self) -> Room: ...

    def __call__(self, data: bytes, name: str) -> Source: ...


@hide_values
@dataclass(frozen=True, slots=True)
class Member:
    """One member: its bytes, and what they say if they are text; else ``why`` they are not read.

    ``role`` is that of a text which is no file: of the ``PATH`` that a link leads to, and of the
    ``OWNERS`` of all members, one a line; or of a ``PREVIEW`` of the others, which says nothing.
    """

    name: str
    data: bytes
    source: Source | None
    why: Incomplete | None = field(default=None, compare=False)
    role: str = ""

    @classmethod
    def saying(cls, name: str, text: str, role: str) -> Member:
        """One that is no file, but says something."""
        source = Source(name, text)
        return cls(name, source.encode(text), source, role=role)

    @classmethod
    def binary(cls, name: str, data: bytes) -> Member:
        """One whose text is its bytes in hexadecimal."""
        return cls(name, data, Source(name, data.hex(), container=_InHexadecimal()))

    @property
    def text(self) -> str | None:
        return None if self.source is None else self.source.text

    def is_same(self, part: Part, text: str) -> bool:
        """Whether a part of the whole text is this member as it is."""
        return part.name == self.name and text[part.start : part.end] == (self.text or "")

    def content(self, text: str) -> bytes:
        """The member's bytes with this text."""
        return self.data if self.source is None else self.source.encode(text)


def head_of(source: Source) -> bytes:
    """How a member begins, for formats that refuse what begins as another kind."""
    return source.text[:4096].encode("utf-8", "replace")


def read_members(
    contents: Iterable[tuple[str, bytes] | Member], name: str, reader: Reader
) -> tuple[Member, ...]:
    """The members by name and bytes; those that are no text are kept as they are."""
    members: list[Member] = []
    for one in contents:
        member = one if isinstance(one, Member) else _read(*one, name, reader)
        if any(ord(char) < 32 for char in member.name):
            raise Incomplete("has a member with control characters in its name", where=name)
        if _OUTSIDE.search(member.name):
            raise Incomplete("has a member that would be unpacked outside of it", where=name)
        members.append(member)
    if len({member.name for member in members}) != len(members):
        raise Incomplete("has two members of one name", where=name)
    return tuple(members)


def _read(called: str, data: bytes, name: str, reader: Reader) -> Member:
    reader.room.take(len(data), name)
    try:
        return Member(called, data, reader(data, called))
    except TooMuch:
        raise
    except Incomplete as error:
        return Member(called, data, None, error)


def parts_for(members: Sequence[Member], text: str) -> list[Part]:
    """The part of the text of each member; refused where names can no longer be told apart."""
    parts = list(parts_of(text))
    if len(parts) != len(members):
        raise ValueError("a text of other members")
    pairs = list(zip(members, parts, strict=True))
    if any(member.name.count("/") != part.name.count("/") for member, part in pairs):
        raise Incomplete("has a member whose name would have other folders")
    if len({part.name for part in parts}) != len(parts):
        raise Incomplete(
            "has members that would have one name once it is filtered",
            hint="Give them other names, or unpack it.",
        )
    return parts


def is_same(members: Sequence[Member], parts: Sequence[Part], text: str) -> bool:
    """Whether no member is changed."""
    return all(member.is_same(part, text) for member, part in zip(members, parts, strict=True))
