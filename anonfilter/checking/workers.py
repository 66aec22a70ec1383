"""Worker processes: each has its own engine and takes one document after the other.

Workers are forks of this process, made before it has loaded a model, so all have the same rules
and known originals. A worker that dies loses only the document that it had; the pools of the
standard library and of loky lose all that wait. No worker outlives this process.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context
from multiprocessing.context import ForkProcess
from typing import Generic, TypeVar

T = TypeVar("T")
Conn = connection.Connection


def available() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def results(
    work: Callable[[str], T], names: Sequence[str], jobs: int, died: Callable[[str, str], T]
) -> Iterator[T]:
    """Yield the result for each name, as it gets done; ``died`` makes that of a name whose worker
    has ended, from the name and how the worker ended."""
    if min(jobs, len(names)) <= 1:
        yield from map(work, names)
        return
    crew = Crew(work, died)
    try:
        yield from crew.through(names, jobs)
    finally:
        crew.dismiss()


@dataclass(slots=True)
class _Member:
    process: ForkProcess
    ours: Conn
    name: str = ""


class Crew(Generic[T]):
    """A pool of workers, each with a pipe of its own."""

    def __init__(self, work: Callable[[str], T], died: Callable[[str, str], T]) -> None:
        self._work = work
        self._died = died
        self._members: list[_Member] = []

    def through(self, names: Sequence[str], jobs: int) -> Iterator[T]:
        waiting = list(reversed(names))
        for _ in range(min(jobs, len(names))):
            self._begin(waiting)
        while self._members:
            ready = connection.wait([member.ours for member in self._members])
            for member in [each for each in self._members if each.ours in ready]:
                try:
                    result = member.ours.recv()
                except (EOFError, OSError):
                    yield self._died(member.name, self._end(member))
                    if waiting:
                        self._begin(waiting)
                    continue
                if isinstance(result, BaseException):
                    raise result
                self._hand(member, waiting)
                yield result

    def dismiss(self) -> None:
        """Terminate all workers. A file that one was writing stays old, or is new."""
        for member in self._members:
            member.process.terminate()
        for member in self._members:
            member.process.join()
            member.ours.close()
        self._members.clear()

    def _begin(self, waiting: list[str]) -> None:
        """Start a worker and give it a document."""
        context = get_context("fork")
        ours, theirs = context.Pipe()
        others = [ours, *(member.ours for member in self._members)]
        process = context.Process(target=_serve, args=(self._work, theirs, others), daemon=True)
        process.start()
        theirs.close()
        member = _Member(process, ours)
        self._members.append(member)
        self._hand(member, waiting)

    def _hand(self, member: _Member, waiting: list[str]) -> None:
        """Give a worker the next document, or let it end where there is none."""
        if not waiting:
            self._end(member)
            return
        member.name = waiting.pop()
        with suppress(OSError):  # it has died: the next wait finds the pipe closed
            member.ours.send(member.name)

    def _end(self, member: _Member) -> str:
        """Let a worker go; how it ended."""
        self._members.remove(member)
        member.ours.close()
        member.process.join()
        code = member.process.exitcode or 0
        return f"signal {-code}" if code < 0 else f"code {code}"


def _serve(work: Callable[[str], object], theirs: Conn, others: Sequence[Conn]) -> None:
    """Run a worker. Ctrl-C reaches all processes; the caller terminates its workers then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for pipe in others:  # else no pipe would close when this worker, or the caller, ends
        pipe.close()
    while True:
        try:
            name = theirs.recv()
        except EOFError:
            return
        try:
            result = work(name)
        except Exception as error:
            theirs.send(error)
            return
        theirs.send(result)
