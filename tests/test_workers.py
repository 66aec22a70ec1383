"""Workers: results in order, exceptions in their turn, and one that dies takes one item with it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

from anonfilter.errors import Incomplete
from anonfilter.run import loop
from anonfilter.run.worker_pool import WorkerPool

T = TypeVar("T")


def died(item: object, how: str) -> str:
    return f"{item} died of {how}"


def weightless(result: object) -> tuple[int, int, int]:
    return 0, 0, 0


def ordered(work: Callable[[int], object], items: Sequence[int], jobs: int) -> list[object]:
    return list(loop.results(work, items, died, jobs=jobs, weigh=weightless))


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_results_come_in_order(jobs: int) -> None:
    assert ordered(lambda item: item * item, range(7), jobs) == [0, 1, 4, 9, 16, 25, 36]


def test_several_jobs_are_several_processes() -> None:
    found = set(ordered(lambda item: os.getpid(), range(6), 2))
    assert len(found) == 2
    assert os.getpid() not in found


def test_one_that_dies_takes_one_item_with_it() -> None:
    def work(item: int) -> object:
        if item in (1, 4):
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    assert ordered(work, range(6), 2) == [0, "1 died of signal 9", 2, 3, "4 died of signal 9", 5]


def test_an_exception_is_raised_in_its_turn() -> None:
    def work(item: int) -> int:
        if item:
            raise Incomplete("no", where=f"{item}.txt", hint="Try.")
        return item

    done = loop.results(work, range(6), lambda item, how: -1, jobs=3, weigh=weightless)
    assert next(done) == 0
    with pytest.raises(Incomplete, match=r"1\.txt: no\n  Try\."):
        next(done)


def test_the_largest_are_begun_first() -> None:
    begun = loop.numbered_results(lambda item: item, "abcd", died, jobs=2, sizes=[1, 2, 1, 9])
    assert {number for number, _ in (next(begun), next(begun))} <= {3, 1, 0}
    begun.close()


def test_one_that_has_grown_is_replaced() -> None:
    crew: WorkerPool[int, int] = WorkerPool(lambda item: os.getpid(), 2, died_of, growth=0)
    for item in range(6):
        crew.give(item)
    assert len({process for _, process in everything(crew)}) == 6


def test_urgent_items_come_before_waiting_items() -> None:
    crew: WorkerPool[int, int] = WorkerPool(lambda item: item, 1, died_of, ahead=2)
    for item in range(5):
        crew.give(item)
    crew.give(9, urgent=True)
    assert everything(crew)[0] == (9, 9)


def test_forgotten_items_are_not_done() -> None:
    crew: WorkerPool[int, int] = WorkerPool(lambda item: item, 1, died_of)
    for item in range(4):
        crew.give(item, urgent=item % 2 == 1)
    crew.forget({2, 3})
    assert everything(crew) == [(1, 1), (0, 0)]


def test_one_has_several_items_and_what_a_dead_one_had_is_done_by_another() -> None:
    def work(item: int) -> int:
        if not item:
            os._exit(3)
        return item

    crew: WorkerPool[int, int] = WorkerPool(work, 1, died_of, ahead=4)
    for item in range(6):
        crew.give(item)
    assert everything(crew) == [(0, -1), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_neither_end_waits_for_the_other_to_read() -> None:
    much = "a" * 1_000_000
    crew: WorkerPool[str, str] = WorkerPool(lambda item: item, 1, lambda *_: "", ahead=9)
    for _ in range(8):
        crew.give(much)
    assert everything(crew) == [(much, much)] * 8


def died_of(item: int, how: str) -> int:
    return -1


def everything(crew: WorkerPool[T, T]) -> list[tuple[T, T | Exception]]:
    try:
        found = []
        while crew.busy:
            found += crew.done()
        return found
    finally:
        crew.dismiss()


def test_results_that_cannot_be_pickled_are_exceptions() -> None:
    with pytest.raises(TypeError, match="pickle"):
        ordered(lambda item: sys.stdout if item else item, range(3), 2)
