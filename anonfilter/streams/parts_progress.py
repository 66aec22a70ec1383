"""The progress of a file that is read in parts."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from anonfilter.file_progress import current

_SHOWING = 0.02  # the smallest share of a reading whose time predicts the time of all of it


@dataclass(slots=True)
class PartsProgress:
    """The progress through a file that is read in parts, perhaps more than once.

    ``done`` and ``read`` are the shares of the file before and after the current part. ``words``
    counts the words read. ``worked`` is True once work on the current part has begun. Each further
    reading is expected to take ``again`` times as long as the one before.
    """

    size: int = 0
    again: float = 0.0
    done: float = 0.0
    read: float = 1.0
    words: int = 0
    worked: bool = False
    began: float = 0.0
    earlier: float = 0.0  # seconds of earlier readings
    last: float = 0.0  # seconds of the reading before this one

    def begin(self, size: int, again: float) -> None:
        now = time.monotonic()
        if self.size:
            self.last = now - self.began
            self.earlier += self.last
        self.size, self.again, self.began = size, again, now
        self.done, self.read, self.worked = 0.0, 1.0, False

    def take(self, share: float, words: int) -> None:
        if self.worked:
            self.done, self.worked = self.read, False
        self.read = share
        if not self.earlier:
            self.words += words

    def here(self, within: float) -> float:
        """Return the share of this reading that is done; ``within`` is that of the current part."""
        return self.done + (self.read - self.done) * within

    def share(self, within: float) -> float:
        """Return the share of all readings that is done; ``within`` is that of the current part.

        The progress of the first reading is measured in characters. That of later readings is
        estimated from their time, since their duration shows only while they go on.
        """
        here = self.here(within)
        if not self.earlier:
            return here / (1 + self.again)
        passed = time.monotonic() - self.began
        whole = passed / here if here > _SHOWING else max(passed, self.again * self.last)
        return (self.earlier + passed) / (self.earlier + whole * (1 + self.again))


def measured(chunks: Iterable[bytes], size: int, again: float = 0.0) -> Iterator[bytes]:
    """Yield the chunks of a file that is read in parts, and record the progress.

    Each further call is another reading of the same file. ``again`` is the time that further
    readings are expected to take, as a share of this one. The size is 0 if it is not known.
    """
    if not size:
        yield from chunks
        return
    if current.parts is None:
        current.parts = PartsProgress()
    parts, done = current.parts, 0
    parts.begin(size, again)
    for chunk in chunks:
        done += len(chunk)
        parts.take(min(1.0, done / size), len(chunk.split()))
        yield chunk


def expect_again(share: float) -> None:
    """Record the expected time of the next reading of the current file, as a share of this one."""
    if current.parts is not None:
        current.parts.again = share
