"""Limits the time of a file, and measures its progress. A file that takes longer is incomplete.

The limit is on processor time of this thread, so that a busy machine makes no file incomplete. It
is checked between plugins and between the spans that they find. The command line, which owns its
process, also has a timer that interrupts loops and regular expressions.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from anonfilter.errors import Incomplete

MEGABYTE = 1_000_000
_INTERVAL = 1.0  # seconds between checks of the timer
_READING = 0.9  # the share of a file's time in which models read, with the default rules
_SHOWING = 0.02  # the smallest share of a reading whose time predicts the time of all of it
_HINT = (
    "Divide the file, or allow more in the rules: `limits: {seconds: …, seconds_per_megabyte: …}`."
)

_timer = False


class _Clock:
    """The time limit and the progress of one file."""

    def __init__(
        self, name: str, seconds: float, text: str = "", readings: int = 1, hint: str = _HINT
    ) -> None:
        self.name = name
        self.seconds = seconds
        self.doing = "reading"
        self._hint = hint
        self._text = text
        self.share = 0.0
        self._readings, self._read = readings, 0
        self._reached = 0.0  # of the current reading
        self._began, self._worked = time.monotonic(), time.thread_time()

    @property
    def is_over(self) -> bool:
        """True if the time is over. The first clock is cheaper, and never behind the second."""
        passed = time.monotonic() - self._began
        return passed > self.seconds and time.thread_time() - self._worked > self.seconds

    @property
    def size(self) -> int:
        return len(self._text)

    @cached_property
    def words(self) -> int:
        return len(self._text.split())

    def reach(self, share: float) -> None:
        """Record the share that a model has read; to verify, it starts again from 0."""
        self._read += share < self._reached
        self._reached = share
        done = min(1.0, (self._read + share) / self._readings)
        self.share = max(self.share, _READING * done)

    def check(self) -> None:
        if self.is_over:
            raise Incomplete(
                f"took longer than {self.seconds:.0f} seconds ({self.doing}) and was stopped",
                where=self.name,
                hint=self._hint,
            )


@dataclass(slots=True)
class _Parts:
    """Progress through a file that is read in parts, perhaps more than once.

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
        """Return the share of this reading that is done; ``within``: of the current part."""
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


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a file: the share that is done, its size, and the words done."""

    share: float
    size: int
    words: int


class _Running(threading.local):
    def __init__(self) -> None:
        self.clock: _Clock | None = None
        self.parts = _Parts()


_running = _Running()


def whole_process() -> None:
    """Let a timer interrupt work that takes too long in the main thread of this process."""
    global _timer
    _timer = True


def check(doing: str = "") -> None:
    """Raise ``Incomplete`` if the time of the current file is over.

    Record the next step of the work.
    """
    clock = _running.clock
    if clock is not None:
        clock.check()
        clock.doing = doing or clock.doing


def reached(done: float, whole: float) -> None:
    """Record how much a slow detector has read, and check the time."""
    if _running.clock is not None:
        _running.clock.check()
        _running.clock.reach(done / whole)


def measured(chunks: Iterable[bytes], size: int, again: float = 0.0) -> Iterator[bytes]:
    """Pass on the chunks of a file that is read in parts, and record the progress.

    Each further call is another reading of the same file. ``again`` is the time that further
    readings are expected to take, as a share of this one. The size is 0 if it is not known.
    """
    parts, done = _running.parts, 0
    if not size:
        yield from chunks
        return
    parts.begin(size, again)
    for chunk in chunks:
        done += len(chunk)
        parts.take(min(1.0, done / size), len(chunk.split()))
        yield chunk


def expect_again(share: float) -> None:
    """Record the expected time of further readings of the current file.

    It is given as a share of the time of this reading.
    """
    _running.parts.again = share


def progress() -> Progress:
    """Return the progress of the current file."""
    clock, parts = _running.clock, _running.parts
    within = clock.share if clock is not None else 0.0
    if parts.size:
        done = 1.0 if parts.earlier else parts.here(within) / parts.read
        return Progress(parts.share(within), parts.size, round(parts.words * done))
    if clock is None:
        return Progress(0.0, 0, 0)
    return Progress(within, clock.size, round(clock.words * within))


def next_file() -> None:
    """Forget the progress of the current file."""
    _running.parts = _Parts()


def current_work() -> tuple[str, str]:
    """Return the name of the current file, and the current step of the work on it."""
    clock = _running.clock
    return ("", "") if clock is None else (clock.name, clock.doing)


@contextmanager
def limited(engine: Any, source: Any, readings: int = 1) -> Iterator[None]:
    """Limit the time that an engine works on a source, unless an outer call has set the limit."""
    if _running.clock is not None:
        yield
        return
    with _timed(_Clock(source.name, seconds(engine, source.text), source.text, readings)):
        yield


def timed(name: str, allowed: float) -> AbstractContextManager[None]:
    """Limit the time of work on a file without rules."""
    return _timed(_Clock(name, allowed, hint=""))


@contextmanager
def _timed(clock: _Clock) -> Iterator[None]:
    _running.clock = clock
    try:
        with _interrupted(clock.seconds):
            yield
    finally:
        _running.clock = None
        _running.parts.worked = True


def seconds(engine: Any, text: str) -> float:
    """Return how long a text may take by the engine's rules."""
    rules = engine.ruleset.model.limits
    return float(rules.seconds + rules.seconds_per_megabyte * len(text) / MEGABYTE)


@contextmanager
def within(name: str, allowed: float) -> Iterator[None]:
    """Limit the time of work on a part of a file in another process, whose clocks start at 0."""
    _running.clock = _Clock(name, allowed)
    try:
        with _interrupted(allowed):
            yield
    finally:
        _running.clock = None


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Check the clock every second, even within a loop or a regular expression."""
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
