"""Stamps of files: git's name for their content, and their state on the disk.

The content decides whether a file has changed. The state only saves reading a file again, if it is
old enough: within one tick of the clock, a file can change twice and keep its state.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from anonfilter.errors import Incomplete
from anonfilter.files.read import State, changed, state
from anonfilter.text.values import hide_values

_SETTLED = 2_000_000_000  # nanoseconds, the tick of the coarsest clock of a file system
_AT_ONCE = 64 << 20  # bytes of the largest files that are read at once


@hide_values
@dataclass(frozen=True, slots=True)
class Stamp:
    """The git names and the state of a file's content.

    ``ids`` has git's name for the content and, if they differ, its name for the content with LF
    line ends. ``state`` is None if a later write might not change it.
    """

    ids: tuple[str, ...]
    state: State | None = None

    def as_json(self) -> list[Any]:
        return [list(self.ids), None if self.state is None else list(self.state)]

    @classmethod
    def from_json(cls, value: Sequence[Any]) -> Stamp:
        ids, known = value
        return cls(tuple(map(str, ids)), None if known is None else _state(known))


def _state(known: Sequence[int]) -> State:
    device, inode, size, modified, changed_at = known
    return (device, inode, size, modified, changed_at)


def settled(status: os.stat_result) -> State | None:
    """Return the state of a file that was just read; None if a later write might not change it."""
    age = time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns)
    return state(status) if age > _SETTLED else None


@hide_values
@dataclass(frozen=True, slots=True)
class Stamping:
    """A maker of stamps; ``algorithm`` is the hash algorithm of the repository."""

    algorithm: str = "sha1"

    def ids(self, data: bytes) -> tuple[str, ...]:
        """Return git's name for these bytes; if they have CR LF, also for the bytes with LF."""
        whole = self._name(data)
        return (whole, self._name(data.replace(b"\r\n", b"\n"))) if b"\r\n" in data else (whole,)

    def take(self, path: str, now: os.stat_result | None = None) -> Stamp:
        """Return the stamp of a file; ``now`` is its status, if already known."""
        try:
            status = now or os.stat(path)
            ids = self._streamed(path, status)
        except OSError as error:
            raise Incomplete(f"cannot be read: {error.strerror}", where=path) from None
        return Stamp(ids, settled(status))

    def again(self, path: str, before: Stamp, now: os.stat_result | None = None) -> Stamp:
        """Return the earlier stamp if the file was not written since then, else a new stamp."""
        if before.state is not None:
            try:
                status = now or os.stat(path)
            except OSError:
                status = None
            if status is not None and state(status) == before.state:
                return before
        return self.take(path, now)

    def _streamed(self, path: str, status: os.stat_result) -> tuple[str, ...]:
        with open(path, "rb") as file:
            if status.st_size <= _AT_ONCE:
                data = file.read()
                if len(data) != status.st_size:
                    raise changed(path)
                return self.ids(data)
            digest, size = self._begun(status.st_size), 0
            while piece := file.read(1 << 20):
                digest.update(piece)
                size += len(piece)
        if size != status.st_size:
            raise changed(path)
        return (digest.hexdigest(),)

    def _name(self, data: bytes) -> str:
        digest = self._begun(len(data))
        digest.update(data)
        return str(digest.hexdigest())

    def _begun(self, size: int) -> Any:
        return hashlib.new(self.algorithm, b"blob %d\0" % size, usedforsecurity=False)
