"""The progress of the file that this thread works on.

A document is read by models, perhaps several times. A long file has many documents: its parts
(:mod:`anonfilter.streams.parts_progress`).
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anonfilter.streams.parts_progress import PartsProgress

_READING = 0.9  # the share of a document's time in which models read, with the default rules


class _DocumentProgress:
    """The current step of the work on a document, and the share of the document that is done."""

    def __init__(self, name: str, text: str, readings: int) -> None:
        self.name = name
        self.doing = "reading"
        self._text = text
        self._readings, self._read = readings, 0
        self._share = 0.0
        self._reached = 0.0  # of the current reading
        self._began = self._reading_began = time.monotonic()
        self._last = 0.0  # seconds of the reading before this one

    @property
    def size(self) -> int:
        return len(self._text)

    @cached_property
    def words(self) -> int:
        return len(self._text.split())

    @property
    def share(self) -> float:
        """The share of the document that is done.

        If there are more readings than expected, the share is estimated from time, and may fall:
        after two unexpected readings, for example, two more are expected.
        """
        unexpected = self._read - self._readings + 1
        if unexpected <= 0:
            return self._share
        now = time.monotonic()
        left = max(0.0, self._reading_began + self._last - now) + unexpected * self._last
        return (now - self._began) / (now - self._began + left)

    def reach(self, share: float) -> None:
        """Record the share of the document that a detector has read.

        A smaller share than before begins the next reading, for example the verification.
        """
        if share < self._reached:
            self._read += 1
            now = time.monotonic()
            self._last, self._reading_began = now - self._reading_began, now
        self._reached = share
        done = min(1.0, (self._read + share) / self._readings)
        self._share = max(self._share, _READING * done)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a file: the share that is done, its size, and the words done."""

    share: float
    size: int
    words: int


class _Current(threading.local):
    document: _DocumentProgress | None = None
    parts: PartsProgress | None = None


current = _Current()


def begin_document(name: str, text: str, readings: int) -> None:
    """Begin the progress of a document that models read ``readings`` times."""
    current.document = _DocumentProgress(name, text, readings)


def end_document() -> None:
    """End the progress of the current document, which may be a part of a long file."""
    current.document = None
    if current.parts is not None:
        current.parts.worked = True


def begin_step(doing: str) -> None:
    """Record the next step of the work on the current document."""
    if current.document is not None and doing:
        current.document.doing = doing


def reach(share: float) -> None:
    """Record the share of the current document that a slow detector has read."""
    if current.document is not None:
        current.document.reach(share)


def progress() -> Progress:
    """Return the progress of the current file."""
    document, parts = current.document, current.parts
    within = document.share if document is not None else 0.0
    if parts is not None:
        done = 1.0 if parts.earlier else parts.here(within) / parts.read
        return Progress(parts.share(within), parts.size, round(parts.words * done))
    if document is None:
        return Progress(0.0, 0, 0)
    return Progress(within, document.size, round(document.words * within))


def next_file() -> None:
    """Forget how far a file was read in parts, so that the next file begins at 0."""
    current.parts = None


def current_work() -> tuple[str, str]:
    """Return the name of the current document and the step of the work; "" for both if none."""
    document = current.document
    return ("", "") if document is None else (document.name, document.doing)
