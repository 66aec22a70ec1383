"""Workers: results in order, exceptions in their turn, and one that dies takes one item with it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence

import pytest

from anonfilter import workers
from anonfilter.errors import Incomplete


def died(item: object, how: str) -> str:
    return f"{item} died of {how}"


def ordered(work: Callable[[int], object], items: Sequence[int], jobs: int) -> list[object]:
    return list(workers.in_order(workers.results(work, items, jobs, died)))


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

    done = workers.in_order(workers.results(work, range(6), 3, died))
    assert next(done) == 0
    with pytest.raises(Incomplete, match=r"1\.txt: no\n  Try\."):
        next(done)


def test_the_largest_are_begun_first() -> None:
    begun = workers.results(lambda item: item, "abcd", 2, died, sizes=[1, 2, 1, 9])
    assert {number for number, _ in (next(begun), next(begun))} <= {3, 1, 0}
    begun.close()


def test_one_that_has_grown_is_replaced() -> None:
    found = workers.results(lambda item: os.getpid(), range(6), 2, lambda item, how: 0, growth=0)
    assert len({process for _, process in found}) == 6


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_answers_of_shares_are_those_of_the_whole(jobs: int) -> None:
    items = ["item " * (number % 5) for number in range(3000)]
    sizes = list(map(len, items))
    assert sum(sizes) > workers.LARGE
    asked = workers.in_shares(lambda share: [(len(one), os.getpid()) for one in share],
                              items, sizes, jobs, "a.txt")  # fmt: skip
    assert [size for size, _ in asked] == sizes
    assert len({process for _, process in asked}) == jobs


def test_a_part_that_is_lost_is_said_of_the_file() -> None:
    def ask(share: Sequence[str]) -> list[str]:
        os._exit(9)

    with pytest.raises(Incomplete, match=r"a\.txt: a process that read a part of it has ended"):
        workers.in_shares(ask, ["a", "b"], [workers.LARGE] * 2, 2, "a.txt")


def test_what_cannot_be_sent_back_is_an_exception() -> None:
    with pytest.raises(TypeError, match="pickle"):
        ordered(lambda item: sys.stdout if item else item, range(3), 2)
