"""Worker processes: each takes one item after the other, and sends back what comes of it.

Workers are forks of this process, so all have the same rules and known originals, and what is
loaded already is in memory once. A worker that dies loses only the item that it had; the pools of
the standard library and of loky lose all that wait. No worker outlives this process.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import accumulate, chain, groupby
from pickle import PicklingError
from typing import TYPE_CHECKING, Generic, TypeVar

from anonfilter import limits
from anonfilter.errors import Incomplete

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

Item = TypeVar("Item")
Result = TypeVar("Result")
Numbered = tuple[int, Result | Exception]

SHARES_MODELS = sys.platform == "linux"
"""Elsewhere, libraries of the system must not be used in a fork of a process that has used them."""

LARGE = 20_000  # characters: to share fewer is not worth a fork
HINT = "Is there enough memory? -j 1 needs the least."
GROWTH = 1_000_000_000 if sys.platform == "darwin" else 1_000_000  # of ru_maxrss: a gigabyte
_PATIENCE = 5.0  # seconds that a worker has to clean up when it is told to end
_SHARES = 2  # of fields, a worker


def available() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def results(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    died: Callable[[Item, str], Result],
    sizes: Sequence[int] = (),
    growth: int = GROWTH,
) -> Generator[Numbered[Result], None, None]:
    """Yield the number of each item with its result, or the exception that it ended with, as they
    get done; of different ``sizes``, the largest are begun first.

    ``died`` makes the result of an item whose worker has ended, given how it ended. A worker that
    has grown by ``growth`` is replaced. One job works in this process, where exceptions are raised.
    """
    if min(jobs, len(items)) <= 1:
        yield from enumerate(map(work, items))
        return
    crew = Crew(work, items, died, growth)
    order = sorted(range(len(items)), key=lambda number: -sizes[number] if sizes else number)
    try:
        yield from crew.through(order, jobs)
    finally:
        crew.dismiss()


def as_done(numbered: Iterable[Numbered[Result]]) -> Iterator[Result]:
    """Yield results as they get done; an exception is raised at once."""
    for _, result in numbered:
        if isinstance(result, Exception):
            raise result
        yield result


def in_order(numbered: Iterable[Numbered[Result]]) -> Iterator[Result]:
    """Yield results in the order of the items, as one process would; an exception is raised in its
    turn."""
    early: dict[int, Result | Exception] = {}
    following = 0
    for number, result in numbered:
        early[number] = result
        while following in early:
            first = early.pop(following)
            if isinstance(first, Exception):
                raise first
            yield first
            following += 1


def in_shares(
    ask: Callable[[Sequence[Item]], list[Result]],
    items: Sequence[Item],
    sizes: Sequence[int],
    jobs: int,
    name: str,
) -> list[Result]:
    """What is answered to parts of the file of this name; workers share them, if they are large."""
    if jobs == 1 or sum(sizes) < LARGE:
        return ask(items)
    share = -(-sum(sizes) // (jobs * _SHARES))
    ends = zip(items, accumulate(sizes), strict=True)
    grouped = groupby(ends, lambda one: (one[1] - 1) // share)
    shares = [[item for item, _ in group] for _, group in grouped]

    def died(_: Sequence[Item], how: str) -> list[Result]:
        what = f"a process that read a part of it has ended: {how}"
        raise Incomplete(what, where=name, hint=HINT)

    with closing(results(ask, shares, jobs, died)) as answers:
        return list(chain.from_iterable(in_order(_counted(answers, len(shares)))))


def _counted(answers: Iterable[Numbered[Result]], shares: int) -> Iterator[Numbered[Result]]:
    for done, answer in enumerate(answers, start=1):
        limits.reached(done, shares)
        yield answer


@dataclass(slots=True)
class _Member:
    process: ForkProcess
    ours: Connection
    number: int = -1


class Crew(Generic[Item, Result]):
    """A pool of workers, each with a pipe of its own. (multiprocessing takes a while to import.)"""

    def __init__(
        self,
        work: Callable[[Item], Result],
        items: Sequence[Item],
        died: Callable[[Item, str], Result],
        growth: int,
    ) -> None:
        self._work = work
        self._growth = growth
        self._items = items
        self._died = died
        self._members: list[_Member] = []

    def through(self, order: Sequence[int], jobs: int) -> Iterator[Numbered[Result]]:
        """Have the items of these numbers done. After an exception, those behind are left."""
        from multiprocessing import connection

        waiting = list(reversed(order))
        for _ in range(min(jobs, len(order))):
            self._begin(waiting)
        while self._members:
            ready = connection.wait([member.ours for member in self._members])
            for member in [each for each in self._members if each.ours in ready]:
                number = member.number
                try:
                    result, goes_on = member.ours.recv()
                except (EOFError, OSError):
                    result, goes_on = self._died(self._items[number], self._end(member)), False
                else:
                    self._go_on(member, waiting) if goes_on else self._end(member)
                if isinstance(result, Exception):
                    waiting = [other for other in waiting if other < number]
                if waiting and not goes_on:
                    self._begin(waiting)
                yield number, result

    def dismiss(self) -> None:
        """Terminate all workers. A file that one was writing stays old, or is new."""
        for member in self._members:
            member.process.terminate()
        for member in self._members:
            member.process.join(_PATIENCE)
            member.process.kill()
            member.process.join()
            member.ours.close()
        self._members.clear()

    def _begin(self, waiting: list[int]) -> None:
        """Start a worker and give it an item."""
        from multiprocessing import get_context

        context = get_context("fork")
        ours, theirs = context.Pipe()
        others = [ours, *(member.ours for member in self._members)]
        process = context.Process(
            target=_serve,
            args=(self._work, self._items, theirs, others, self._growth),
            daemon=True,
        )
        process.start()
        theirs.close()
        member = _Member(process, ours)
        self._members.append(member)
        self._go_on(member, waiting)

    def _go_on(self, member: _Member, waiting: list[int]) -> None:
        """Give a worker the next item, or let it end where there is none."""
        if not waiting:
            self._end(member)
            return
        member.number = waiting.pop()
        with suppress(OSError):  # it has died: the next wait finds the pipe closed
            member.ours.send(member.number)

    def _end(self, member: _Member) -> str:
        """Let a worker go; how it ended."""
        self._members.remove(member)
        member.ours.close()
        member.process.join()
        code = member.process.exitcode or 0
        return f"signal {-code}" if code < 0 else f"code {code}"


def _serve(
    work: Callable[[Item], object],
    items: Sequence[Item],
    theirs: Connection,
    others: Sequence[Connection],
    growth: int,
) -> None:
    """Run a worker. Ctrl-C reaches all processes; the caller terminates its workers then.

    One that has grown by so much since its first item ends, and another takes its place.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what is collected would be copied: it is no longer the caller's
    for pipe in others:  # else no pipe would close when this worker, or the caller, ends
        pipe.close()
    begun_with = 0
    goes_on = True
    while goes_on:
        try:
            number = theirs.recv()
        except EOFError:
            return
        result: object
        try:
            with limits.in_fork():
                result = work(items[number])
        except Exception as error:
            result = error
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begun_with = begun_with or peak
        goes_on = peak - begun_with < growth
        with suppress(BrokenPipeError):  # who asked is gone: the next thing read is the end
            try:
                theirs.send((result, goes_on))
            except (TypeError, PicklingError) as error:  # it cannot be sent
                theirs.send((error, goes_on))
