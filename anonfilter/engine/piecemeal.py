"""The protocol of detectors that read a long field in pieces, and remember unchanged pieces."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


class Memory(Protocol):
    """The results of a detector for pieces of one document, in this run and in earlier ones.

    A key is made of everything that the result for a piece depends on.
    """

    def get(self, key: bytes) -> bytes | None: ...

    def add(self, key: bytes, found: bytes) -> None: ...


@runtime_checkable
class Piecemeal(Protocol):
    """A detector of scope "field" that reads only the changed pieces of an edited field."""

    def remember(self, memory: Memory) -> None:
        """Called before a document is read."""
