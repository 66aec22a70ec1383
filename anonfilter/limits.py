"""How long a file may take: what takes longer ends as incomplete, never half done.

What counts is the processor's time in this thread, so that no file is incomplete because the
machine is busy. It is checked between plugins and between what they find. The command line, which
owns its process, has a timer besides, which also interrupts a loop or a regex.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from anonfilter.errors import Incomplete

_MEGABYTE = 1_000_000
_INTERVAL = 1.0  # seconds between checks of the timer

Given = ParamSpec("Given")
Made = TypeVar("Made")

_timer = False


class _Clock:
    """The time that one file has, and what is being done."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self.seconds = seconds
        self.doing = "reading"
        self._began, self._worked = time.monotonic(), time.thread_time()

    @property
    def over(self) -> bool:
        """Whether the time is over. The cheaper clock comes first: it is never behind the other."""
        passed = time.monotonic() - self._began
        return passed > self.seconds and time.thread_time() - self._worked > self.seconds

    def check(self) -> None:
        if self.over:
            raise Incomplete(
                f"took longer than {self.seconds:.0f} seconds ({self.doing}), and was given up",
                where=self.name,
                hint="Divide the file, or allow more in the rules: "
                "`limits: {seconds: …, seconds_per_megabyte: …}`.",
            )


class _Running(threading.local):
    clock: _Clock | None = None


_running = _Running()


def whole_process() -> None:
    """Let a timer interrupt what takes too long in the main thread of this process."""
    global _timer
    _timer = True


def check(doing: str = "") -> None:
    """Raise ``Incomplete`` if the time of the file at hand is over; then say what is done next."""
    clock = _running.clock
    if clock is not None:
        clock.check()
        clock.doing = doing or clock.doing


def at_hand() -> tuple[str, str]:
    """The name of the file at hand, and what is being done with it."""
    clock = _running.clock
    return ("", "") if clock is None else (clock.name, clock.doing)


def limited(
    method: Callable[Concatenate[Any, Any, Given], Made],
) -> Callable[Concatenate[Any, Any, Given], Made]:
    """Limit an engine's method by the rules; its first argument is a source or a document."""

    @wraps(method)
    def within(engine: Any, given: Any, /, *rest: Given.args, **named: Given.kwargs) -> Made:
        if _running.clock is not None:  # a part of what is timed already
            return method(engine, given, *rest, **named)
        source, limits = getattr(given, "source", given), engine.ruleset.model.limits
        more = limits.seconds_per_megabyte * len(source.text) / _MEGABYTE
        _running.clock = _Clock(source.name, limits.seconds + more)
        try:
            with _interrupted(_running.clock.seconds):
                return method(engine, given, *rest, **named)
        finally:
            _running.clock = None

    return within


@contextmanager
def in_fork() -> Iterator[None]:
    """Begin the time of the file at hand anew: in a fork of the process, its clocks do."""
    if _running.clock is None:
        yield
        return
    _running.clock = _Clock(_running.clock.name, _running.clock.seconds)
    with _interrupted(_running.clock.seconds):
        yield


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Check the clock every second, also within a loop or a regex."""
    if not _timer or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, lambda *_: check())
    signal.siginterrupt(signal.SIGVTALRM, False)
    interval = min(_INTERVAL, seconds)
    signal.setitimer(signal.ITIMER_VIRTUAL, interval, interval)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
