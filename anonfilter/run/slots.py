"""Slots, which take the result of each document: for standard output, a file or a sidecar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from anonfilter.contract.document import Replacement, RewrittenText, Source, TaggedMention
    from anonfilter.files.read import Input
    from anonfilter.sidecars.memory import Memory


class Result(Protocol):
    """What the filter made of a file: a ``Redaction``, or as much as an earlier run has left."""

    @property
    def output(self) -> bytes: ...
    @property
    def beside(self) -> Mapping[str, bytes]: ...
    @property
    def edits(self) -> Sequence[Replacement]: ...


class Made(Result, Protocol):
    """What a sidecar is made of: a ``Redaction``, or all that was done in parts."""

    @property
    def source(self) -> Source: ...
    @property
    def tagged(self) -> Sequence[TaggedMention]: ...
    @property
    def rewritten(self) -> RewrittenText: ...


Take = Callable[["Input", Result], None]
TakeParts = Callable[["Input", Iterable[bytes]], None]


class Slot:
    """The place of the result of one document.

    ``take`` takes a whole result, ``take_parts`` that of a long file, a chunk at a time. Without
    ``take_parts``, the result of a long file is taken as a whole.

    With ``keeps_sidecar`` the result must be ``Made``, with the ``memory``.
    """

    keeps_sidecar = False

    def __init__(self, take: Take, take_parts: TakeParts | None = None) -> None:
        self.take = take
        self.take_parts = take_parts

    def memory(self, source: Input) -> Memory | None:
        """Return what the last run knew of the document."""
        return None

    @property
    def remark(self) -> str:
        """A remark to show after the result was taken."""
        return ""


Open = Callable[[str], AbstractContextManager[Slot]]
"""Opens the slot of the document of this name."""


def without_sidecars(take: Take, take_parts: TakeParts | None = None) -> Open:
    """Open slots without sidecars: for standard output."""

    @contextmanager
    def slot(name: str) -> Iterator[Slot]:
        yield Slot(take, take_parts)

    return slot
