"""The members of a file that holds others: what each says, and its bytes once that changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from anonfilter.containers.dividing import Part
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete

MOST = 256_000_000  # bytes of all members together

Reader = Callable[[bytes, str], Source]
"""Decodes a member by its bytes and name."""


@dataclass(frozen=True, slots=True)
class Member:
    """One member: its bytes, and what they say if they are text."""

    name: str
    data: bytes
    source: Source | None

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
    contents: Iterable[tuple[str, bytes]], name: str, reader: Reader
) -> tuple[Member, ...]:
    """The members by name and bytes; those that are no text are kept as they are."""
    members: list[Member] = []
    size = 0
    for called, data in contents:
        size += len(data)
        if size > MOST:
            raise Incomplete(
                f"holds more than {MOST // 1_000_000} MB unpacked",
                where=name,
                hint="Unpack it, and filter the files in it.",
            )
        if any(ord(char) < 32 for char in called):
            raise Incomplete("has a member with control characters in its name", where=name)
        try:
            source = reader(data, called)
        except Incomplete:
            source = None
        members.append(Member(called, data, source))
    return tuple(members)
