"""A pool of worker processes, each of which takes one item after the other.

Workers are forks of this process, so they share its rules, known originals and loaded modules in
memory. A worker that dies loses only its current item; the pools of the standard library and of
loky lose all waiting items. No worker outlives this process.
"""

from __future__ import annotations

import gc
import resource
import signal
import sys
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pickle import PicklingError
from queue import PriorityQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

Item = TypeVar("Item")
Result = TypeVar("Result")

# the unit of ru_maxrss: this many are a gigabyte
GROWTH = 1_000_000_000 if sys.platform == "darwin" else 1_000_000
_PATIENCE = 5.0  # seconds that a worker has to clean up before it is killed
_ENDED = -1


@hide_values
@dataclass(slots=True)
class _Worker:
    process: ForkProcess
    ours: Connection
    given: dict[int, Any] = field(default_factory=dict)


class WorkerPool(Generic[Item, Result]):
    """A pool of workers that take items as they arrive, each through its own pipe.

    A worker has up to ``ahead`` items at a time, so that it has work while this process is busy.
    Methods import multiprocessing when they need it, because its import takes a while.
    """

    def __init__(
        self,
        work: Callable[[Item], Result],
        jobs: int,
        died: Callable[[Item, str], Result],
        growth: int = GROWTH,
        ahead: int = 1,
    ) -> None:
        self._work = work
        self._jobs = jobs
        self._died = died
        self._growth = growth
        self._ahead = ahead
        self._numbers = count()
        self._waiting: deque[Item] = deque()
        self._urgent: deque[Item] = deque()
        self._members: list[_Worker] = []

    @property
    def busy(self) -> bool:
        """True if an item is not done yet."""
        waiting = self._waiting or self._urgent
        return bool(waiting or any(member.given for member in self._members))

    def give(self, item: Item, *, urgent: bool = False) -> None:
        """Add an item; an ``urgent`` item is done before all waiting items."""
        (self._urgent if urgent else self._waiting).append(item)

    def forget(self, items: Container[Item]) -> None:
        """Remove these items, except those that a worker already has."""
        self._urgent, self._waiting = (
            deque(item for item in queue if item not in items)
            for queue in (self._urgent, self._waiting)
        )

    def done(self, *, wait: bool = True) -> Iterator[tuple[Item, Result | Exception]]:
        """Yield finished items with their results, and give waiting items to workers.

        With ``wait``, block until an item is finished.
        """
        from multiprocessing import connection

        self._feed()
        pipes = [member.ours for member in self._members if member.given]
        ready = connection.wait(pipes, None if wait else 0) if pipes else []
        for member in [each for each in self._members if each.ours in ready]:
            try:
                serial, result, goes_on = member.ours.recv()
            except (EOFError, OSError):
                item = member.given.pop(next(iter(member.given)))
                result = self._died(item, self._end(member))
            else:
                item = member.given.pop(serial)
                if not goes_on:
                    self._end(member)
            self._feed()
            yield item, result

    def dismiss(self) -> None:
        """Terminate all workers.

        A file that a worker was writing is left in its old or its new state.
        """
        for member in self._members:
            member.process.terminate()
        for member in self._members:
            member.process.join(_PATIENCE)
            member.process.kill()
            member.process.join()
            member.ours.close()
        self._members.clear()

    def _feed(self) -> None:
        """Give items to workers; give urgent items also to workers that have enough items."""
        while self._urgent or self._waiting:
            free = min(self._members, key=lambda member: len(member.given), default=None)
            if (free is None or free.given) and len(self._members) < self._jobs:
                free = self._begin()
            most = self._ahead + (2 if self._urgent else 0)
            if free is None or len(free.given) >= most:
                return
            urgent = bool(self._urgent)
            item = (self._urgent if urgent else self._waiting).popleft()
            serial = next(self._numbers)
            free.given[serial] = item
            with suppress(OSError):  # the worker has died: the next wait finds the pipe closed
                free.ours.send((urgent, serial, item))

    def _begin(self) -> _Worker:
        """Start a worker."""
        from multiprocessing import get_context

        context = get_context("fork")
        ours, theirs = context.Pipe()
        others = [ours, *(member.ours for member in self._members)]
        process = context.Process(
            target=_serve, args=(self._work, theirs, others, self._growth), daemon=True
        )
        process.start()
        theirs.close()
        member = _Worker(process, ours)
        self._members.append(member)
        return member

    def _end(self, member: _Worker) -> str:
        """Remove a worker that ended, queue its other items again, and return how it ended."""
        self._members.remove(member)
        self._waiting.extendleft(reversed(member.given.values()))
        member.ours.close()
        member.process.join()
        code = member.process.exitcode or 0
        return f"signal {-code}" if code < 0 else f"code {code}"


def _serve(
    work: Callable[[Item], object], theirs: Connection, others: Sequence[Connection], growth: int
) -> None:
    """Run a worker.

    Ctrl-C reaches all processes, and the caller then terminates its workers. A worker that has
    grown by ``growth`` since its first item ends, and another takes its place.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # garbage collection would copy the pages that are shared with the caller
    for pipe in others:  # otherwise no pipe would close when this worker or the caller ends
        pipe.close()
    begun_with = 0
    goes_on = True
    for serial, item in _received(theirs):
        result: object
        try:
            result = work(item)
        except Exception as error:
            result = error
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begun_with = begun_with or peak
        goes_on = peak - begun_with < growth
        with suppress(BrokenPipeError):  # the caller is gone: the next read returns the end
            try:
                theirs.send((serial, result, goes_on))
            except (TypeError, PicklingError) as error:  # the result cannot be sent
                theirs.send((serial, error, goes_on))
        if not goes_on:
            return


def _received(theirs: Connection) -> Iterator[tuple[int, Any]]:
    """Yield the received items, urgent items first.

    A thread empties the pipe; otherwise both ends could wait for each other.
    """
    inbox: PriorityQueue[tuple[bool, int, Any]] = PriorityQueue()

    def receive() -> None:
        with suppress(EOFError, OSError):
            while True:
                urgent, serial, item = theirs.recv()
                inbox.put((not urgent, serial, item))
        inbox.put((False, _ENDED, None))

    Thread(target=receive, daemon=True).start()
    while True:
        _, serial, item = inbox.get()
        if serial == _ENDED:
            return
        yield serial, item
