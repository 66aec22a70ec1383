"""How long a file may take, and how far it is: what takes longer ends as incomplete, never half
done.

What counts is the processor's time in this thread, so that no file is incomplete because the
machine is busy. It is checked between plugins and between what they find. The command line, which
owns its process, has a timer besides, which also interrupts a loop or a regex.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from anonfilter.errors import Incomplete

_MEGABYTE = 1_000_000
_INTERVAL = 1.0  # seconds between checks of the timer
_READING = 0.9  # of the time that a file takes: what models read, with the default rules
_SHOWING = 0.02  # of a reading: the time of less does not show how long all of it takes
_HINT = (
    "Divide the file, or allow more in the rules: `limits: {seconds: …, seconds_per_megabyte: …}`."
)

Owner = TypeVar("Owner")
File = TypeVar("File")
Given = ParamSpec("Given")
Made = TypeVar("Made")

_timer = False


class _Clock:
    """The time that one file has, what is being done, and how much of that is."""

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
        self._reached = 0.0  # in the reading at hand
        self._began, self._worked = time.monotonic(), time.thread_time()

    @property
    def over(self) -> bool:
        """Whether the time is over. The cheaper clock comes first: it is never behind the other."""
        passed = time.monotonic() - self._began
        return passed > self.seconds and time.thread_time() - self._worked > self.seconds

    @property
    def size(self) -> int:
        return len(self._text)

    @cached_property
    def words(self) -> int:
        return len(self._text.split())

    def reach(self, share: float) -> None:
        """Count what a model has read; it reads again from the beginning to verify."""
        self._read += share < self._reached
        self._reached = share
        done = min(1.0, (self._read + share) / self._readings)
        self.share = max(self.share, _READING * done)

    def check(self) -> None:
        if self.over:
            raise Incomplete(
                f"took longer than {self.seconds:.0f} seconds ({self.doing}), and was given up",
                where=self.name,
                hint=self._hint,
            )


@dataclass(slots=True)
class _Parts:
    """Progress through a file of this size that is read in parts, and perhaps more than once.

    ``done`` and ``read`` are shares of the file: before the part at hand, and with it. ``words``
    are in what was read. ``worked``: work on the part at hand was begun. Further readings are
    expected to take ``again`` times as long as the one before.
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
        """Return the share of this reading that is done, if the part at hand is this far."""
        return self.done + (self.read - self.done) * within

    def share(self, within: float) -> float:
        """Return the share of all readings that is done, if the part at hand is this far.

        The first reading has its share by what was read. A later one has it by time: how long it
        takes shows only while it goes on.
        """
        here = self.here(within)
        if not self.earlier:
            return here / (1 + self.again)
        passed = time.monotonic() - self.began
        whole = passed / here if here > _SHOWING else max(passed, self.again * self.last)
        return (self.earlier + passed) / (self.earlier + whole)


@dataclass(frozen=True, slots=True)
class HowFar:
    """The share of a file that is done, its size, and how many of its words are done."""

    share: float
    size: int
    words: int


class _Running(threading.local):
    def __init__(self) -> None:
        self.clock: _Clock | None = None
        self.parts = _Parts()


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


def reached(done: float, whole: float) -> None:
    """Say how much a detector has read that takes long, and check the time."""
    if _running.clock is not None:
        _running.clock.check()
        _running.clock.reach(done / whole)


def measured(chunks: Iterable[bytes], size: int, again: float = 0.0) -> Iterator[bytes]:
    """Pass on the chunks of a file of this size that is read in parts, and count what is read.

    Each further call is another reading of the same file. ``again`` is the time that further
    readings are expected to take, as a share of this one. A size of 0 is not known.
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


def how_far() -> HowFar:
    """How far the file at hand is."""
    clock, parts = _running.clock, _running.parts
    within = clock.share if clock is not None else 0.0
    if parts.size:
        done = 1.0 if parts.earlier else parts.here(within) / parts.read
        return HowFar(parts.share(within), parts.size, round(parts.words * done))
    return HowFar(within, clock.size, round(clock.words * within)) if clock else HowFar(0.0, 0, 0)


def next_file() -> None:
    """Forget how far the file at hand was."""
    _running.parts = _Parts()


def at_hand() -> tuple[str, str]:
    """The name of the file at hand, and what is being done with it."""
    clock = _running.clock
    return ("", "") if clock is None else (clock.name, clock.doing)


def limited(
    method: Callable[Concatenate[Owner, File, Given], Made],
) -> Callable[Concatenate[Owner, File, Given], Made]:
    """Limit an engine's method by the rules; its first argument is a source or a document."""

    @wraps(method)
    def within(engine: Owner, given: File, /, *rest: Given.args, **named: Given.kwargs) -> Made:
        source: Any = getattr(given, "source", given)
        if _running.clock is not None or not hasattr(source, "text"):
            return method(engine, given, *rest, **named)  # in time already; refuses what is given
        readings = 2 if method.__name__ == "redact" else 1
        allowed = seconds(engine, source.text)
        with _timed(_Clock(source.name, allowed, source.text, readings)):
            return method(engine, given, *rest, **named)

    return within


def timed(name: str, allowed: float) -> AbstractContextManager[None]:
    """Limit what is done with a file that no rules are for."""
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
    """How long a text may take by the engine's rules."""
    rules = engine.ruleset.model.limits
    return float(rules.seconds + rules.seconds_per_megabyte * len(text) / _MEGABYTE)


@contextmanager
def within(name: str, allowed: float) -> Iterator[None]:
    """Limit the work on a part of a file: in another process, where its clocks begin anew."""
    _running.clock = _Clock(name, allowed)
    try:
        with _interrupted(allowed):
            yield
    finally:
        _running.clock = None


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
