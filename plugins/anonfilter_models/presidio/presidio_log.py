"""Suppress the log of presidio, whose messages may contain values.

presidio logs a pattern that takes too long, and skips it. Here this is an error, since a text that
is not fully scanned must not be called clean.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from anonfilter.errors import Incomplete


class _Listener(logging.Filter):
    """A filter that drops the log records of this thread, and notes if a pattern timed out."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = threading.get_ident()
        self.timed_out = False

    def filter(self, record: logging.LogRecord) -> bool:
        if record.thread != self._thread:
            return True
        kind = record.exc_info[0] if record.exc_info else None
        self.timed_out |= kind is not None and issubclass(kind, TimeoutError)
        return False


@contextmanager
def silenced(where: str = "") -> Iterator[None]:
    """Suppress the log of presidio; raise ``Incomplete`` if a pattern timed out."""
    logger = logging.getLogger("presidio-analyzer")
    listener = _Listener()
    logger.addFilter(listener)
    try:
        yield
    finally:
        logger.removeFilter(listener)
    if listener.timed_out:
        raise Incomplete("a recognizer of presidio timed out", where=where)
