"""Detectors that read a long field piece by piece, and know pieces again."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


class Memory(Protocol):
    """What a detector found in pieces of one document, in this run and in earlier ones.

    A key is made of all in a piece that the detector goes by.
    """

    def get(self, key: bytes) -> bytes | None: ...

    def add(self, key: bytes, found: bytes) -> None: ...


@runtime_checkable
class Piecemeal(Protocol):
    """A field-scoped detector that reads an edited field again where it changed."""

    def remember(self, memory: Memory) -> None:
        """Called before a document is read."""
