"""Sinks take the result of each document: for standard output, a file or a sidecar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anonfilter.files.read import LoadedFile
    from anonfilter.run.result import FilteredFile
    from anonfilter.sidecars.memory import Memory


Take = Callable[["LoadedFile", "FilteredFile"], Iterable[bytes] | None]
TakeParts = Callable[["LoadedFile", Iterable[bytes]], Iterable[bytes] | None]


class Sink:
    """The destination of the result of one document.

    ``take`` gets a whole result; ``take_parts`` gets the result of a long file, a chunk at a time.
    Both return the bytes for standard output, if any. Without ``take_parts``, a long file is taken
    as a whole. With ``keeps_sidecar``, the result must have its mentions, and their numbers must
    come from the ``memory``.
    """

    keeps_sidecar = False

    def __init__(self, take: Take, take_parts: TakeParts | None = None) -> None:
        self.take = take
        self.take_parts = take_parts

    def memory(self, source: LoadedFile) -> Memory | None:
        """Return the numbers and names of the last run for the document; None if there are none."""
        return None

    @property
    def remark(self) -> str:
        """A remark to show after the result was taken."""
        return ""


OpenSink = Callable[[str], AbstractContextManager[Sink]]
"""Opens the sink of the document of this name."""


def without_sidecars(take: Take, take_parts: TakeParts | None = None) -> OpenSink:
    """Return an opener of sinks that write no sidecars."""

    @contextmanager
    def sink(name: str) -> Iterator[Sink]:
        yield Sink(take, take_parts)

    return sink


def nowhere(source: LoadedFile, made: FilteredFile) -> None:
    """Take a result without writing anything."""


to_standard_output = without_sidecars(
    lambda source, made: [made.output], lambda source, parts: parts
)
"""Opens sinks that pass all output on, for standard output."""
