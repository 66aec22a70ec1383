"""Work on many items, in this process or in a :class:`~anonfilter.crew.Crew` of workers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Numbered = tuple[int, Result | Exception]

SHARES_MODELS = sys.platform == "linux"
"""Elsewhere, libraries of the system must not be used in a fork of a process that has used them."""

HINT = "Is there enough memory? -j 1 needs the least."
GROWTH = 1_000_000_000 if sys.platform == "darwin" else 1_000_000  # of ru_maxrss: a gigabyte


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
    from anonfilter.crew import Crew

    crew: Crew[int, Result] = Crew(
        lambda number: work(items[number]), jobs, lambda number, how: died(items[number], how),
        growth,
    )  # fmt: skip
    try:
        for number in sorted(range(len(items)), key=lambda one: -sizes[one] if sizes else one):
            crew.give(number)
        while crew.busy:
            for number, result in crew.done():
                if isinstance(result, Exception):  # those behind it are left
                    crew.forget(range(number + 1, len(items)))
                yield number, result
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
