"""presidio's log, kept off standard error: its messages may hold values.

One of them matters. A pattern that took too long is logged and skipped, and a text that was not
fully scanned must not be called clean.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from anonfilter.errors import Incomplete


class _Listener(logging.Filter):
    """Holds back what this thread logs, and remembers whether a pattern timed out."""

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
    """Log nothing of presidio's, and fail if it gave up on a text."""
    logger = logging.getLogger("presidio-analyzer")
    listener = _Listener()
    logger.addFilter(listener)
    try:
        yield
    finally:
        logger.removeFilter(listener)
    if listener.timed_out:
        raise Incomplete("a recognizer of presidio's took too long and gave up", where=where)
