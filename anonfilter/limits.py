"""Limits of the time and the size of a file. A file that exceeds a limit is incomplete.

The time limit of a file counts processor time of this thread, so that a busy machine makes no file
incomplete. The deadline of a run, such as a check that a push waits for, counts wall time. Both are
checked between plugins and between the spans that they find. The command line, which owns its
process, also has a timer that interrupts loops and regular expressions.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from anonfilter import file_progress
from anonfilter.errors import DeadlinePassed, Incomplete

if TYPE_CHECKING:
    from anonfilter.contract.document import Source
    from anonfilter.engine.pipeline import Engine

MEGABYTE = 1_000_000
ALLOW_MORE = "allow more in the rules: `limits: {whole_megabytes: …}`."
"""The end of hints for files that are too long to be read as a whole."""
ALLOW_TIME = "Allow more in the rules: `limits: {seconds: …, seconds_per_megabyte: …}`."
"""The hint for files that take longer than the rules allow."""
_INTERVAL = 1.0  # seconds between checks of the timer
_INTERVAL_TO_DEADLINE = 0.1

_timer = False
_deadline: float | None = None  # on the clock of `time.monotonic`


class _Clock:
    """The time limit of one document."""

    def __init__(self, name: str, seconds: float, hint: str) -> None:
        self.seconds = seconds
        self._name = name
        self._hint = hint
        self._began, self._worked = time.monotonic(), time.thread_time()

    def check(self) -> None:
        require_time(self._name)
        passed = time.monotonic() - self._began  # wall time: cheaper, and never too short
        if passed > self.seconds and time.thread_time() - self._worked > self.seconds:
            _, doing = file_progress.current_work()
            raise Incomplete(
                f"took longer than {self.seconds:.0f} seconds ({doing}) and was stopped",
                where=self._name,
                hint=self._hint,
            )


class _Running(threading.local):
    clock: _Clock | None = None


_running = _Running()


def _forget_limit() -> None:
    """Forget the limit of the document in a new worker: a fork has it without its timer."""
    _running.clock = None


os.register_at_fork(after_in_child=_forget_limit)


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Set a time limit for a run, counted from now; None for no limit."""
    global _deadline
    _deadline = None if seconds is None else time.monotonic() + seconds
    try:
        yield
    finally:
        _deadline = None


def require_time(name: str) -> None:
    """Raise ``DeadlinePassed`` for a file if the deadline of the run has passed."""
    if _deadline is not None and time.monotonic() > _deadline:
        raise DeadlinePassed("was not checked before the deadline", where=name)


def whole_process() -> None:
    """Let a timer interrupt work that takes too long in the main thread of this process."""
    global _timer
    _timer = True


def check(doing: str = "") -> None:
    """Raise ``Incomplete`` if the time of the current document is over.

    ``doing`` is the next step of the work, for messages and the display of progress.
    """
    if _running.clock is not None:
        _running.clock.check()
        file_progress.begin_step(doing)


def reached(done: float, whole: float) -> None:
    """Record that a slow detector has read ``done`` of ``whole``, and check the time limit."""
    check()
    file_progress.reach(done / whole)


@contextmanager
def limited(engine: Engine, source: Source, readings: int = 1) -> Iterator[None]:
    """Limit the time that an engine works on a source, unless an outer call has set the limit.

    ``readings`` is the number of times that models read the source, for the display of progress.
    """
    allowed = seconds(engine, source.text)
    with timed(source.name, allowed, ALLOW_TIME, text=source.text, readings=readings):
        yield


def seconds(engine: Engine, text: str) -> float:
    """Return the number of seconds that the engine's rules allow for a text."""
    rules = engine.ruleset.model.limits
    return rules.seconds + rules.seconds_per_megabyte * len(text) / MEGABYTE


@contextmanager
def timed(
    name: str, allowed: float, hint: str = "", *, text: str = "", readings: int = 1
) -> Iterator[None]:
    """Limit the work on a document to ``allowed`` seconds, and begin its progress.

    If an outer call has set a limit, that limit applies.
    """
    if _running.clock is not None:
        yield
        return
    _running.clock = _Clock(name, allowed, hint)
    file_progress.begin_document(name, text, readings)
    try:
        with _interrupted(allowed):
            yield
    finally:
        _running.clock = None
        file_progress.end_document()


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Check the clock every second, even within a loop or a regular expression."""
    if not _timer or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, lambda *_: check())
    signal.siginterrupt(signal.SIGVTALRM, False)
    interval = min(_INTERVAL if _deadline is None else _INTERVAL_TO_DEADLINE, seconds)
    signal.setitimer(signal.ITIMER_VIRTUAL, interval, interval)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
