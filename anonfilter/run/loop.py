"""The loop of all commands: run a job on each input, in this process or in workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from anonfilter.errors import AnonfilterError, Incomplete

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine

Item = TypeVar("Item")
Output = TypeVar("Output")
Numbered = tuple[int, Output | Exception]
Weight = tuple[int, int, int]
"""The bytes and words of a finished item, and the number of findings in it."""

_MOST = 0.7  # the share of all text above which workers divide one document by its fields


class Progress:
    """A display of the number of finished items. This base class shows nothing."""

    def waiting(self) -> AbstractContextManager[None]:
        """Show progress while the caller waits for a result inside this context."""
        return nullcontext()

    def count(self, weight: Weight) -> None:
        """Count an item that is done."""

    def watch(
        self, results: Iterable[Output], weigh: Callable[[Output], Weight]
    ) -> Iterator[Output]:
        """Yield the results; show progress while waiting for each, and count it."""
        ready = iter(results)
        while True:
            with self.waiting():
                following = list(islice(ready, 1))
            if not following:
                return
            self.count(weigh(following[0]))
            yield following[0]


def weight_of(result: Any) -> Weight:
    """Return the weight of a :class:`~anonfilter.run.result.Result` for the progress."""
    return result.size, result.tally.words, result.tally.mentions


def worker_ended(doing: str, name: str, how: str) -> Incomplete:
    """Return the error for a file whose worker has ended; ``how`` is a signal or an exit code."""
    hint = "Is there enough memory? -j 1 needs the least."
    return Incomplete(f"{doing} has ended: {how}", where=name, hint=hint)


def available() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def sizes_of(paths: Iterable[str | Path]) -> list[int]:
    """Return the sizes of files; 0 for a path without a regular file."""
    return [os.path.getsize(path) if os.path.isfile(path) else 0 for path in paths]


def results(
    job: Callable[[Item], Output],
    items: Sequence[Item],
    died: Callable[[Item, str], Output],
    *,
    engine: Engine | None = None,
    sizes: Sequence[int] = (),
    jobs: int = 1,
    stored: Callable[[Item], Output | int] | None = None,
    progress: Progress | None = None,
    weigh: Callable[[Output], Weight] = weight_of,
    ordered: bool = True,
) -> Generator[Output, None, None]:
    """Yield the result of the job on each item.

    - ``died``: makes the result of an item whose worker has ended, from a text that says how.
    - ``stored``: returns the result of an earlier run for an item, or else the size of the item. It
      is called before several workers start, which then get only new items.
    - ``ordered``: results come in the order of the items, and an exception is raised when its item
      is due. Otherwise, results and exceptions come as soon as
      items finish.

    Close the generator to end its workers.
    """
    progress = progress or Progress()
    earlier: dict[int, Output] = {}
    if stored is not None and jobs > 1:
        earlier, sizes = _read_stored(stored, items, progress, weigh)
    left = [number for number in range(len(items)) if number not in earlier]
    left_sizes = [sizes[number] for number in left] if sizes else ()
    with division(engine, left_sizes, len(left), jobs) as workers:
        if workers == 1:
            # These statements are in this frame, not in their own generator, to keep stacks short.
            for number, item in enumerate(items):
                if number in earlier:
                    yield earlier.pop(number)
                    continue
                with progress.waiting():
                    result = job(item)
                progress.count(weigh(result))
                yield result
            return
        made = _by_workers(job, [items[number] for number in left], workers, died, left_sizes)
        with closing(made):
            watched = progress.watch(made, lambda done: _weight(done[1], weigh))
            new = ((left[at], result) for at, result in watched)
            numbered: Iterable[Numbered[Output]] = chain(earlier.items(), new)
            yield from in_order(numbered) if ordered else as_done(numbered)


def _read_stored(
    stored: Callable[[Item], Output | int],
    items: Sequence[Item],
    progress: Progress,
    weigh: Callable[[Output], Weight],
) -> tuple[dict[int, Output], list[int]]:
    """Return the results of earlier runs by item number, and the sizes of the other items."""
    earlier: dict[int, Output] = {}
    sizes = [0] * len(items)
    for number, item in enumerate(items):
        with progress.waiting():
            found = stored(item)
        if isinstance(found, int):
            sizes[number] = found
        else:
            progress.count(weigh(found))
            earlier[number] = found
    return earlier, sizes


def numbered_results(
    job: Callable[[Item], Output],
    items: Sequence[Item],
    died: Callable[[Item, str], Output],
    *,
    engine: Engine | None = None,
    sizes: Sequence[int] = (),
    jobs: int = 1,
) -> Generator[Numbered[Output], None, None]:
    """Yield the number of each item with its result or exception, as items finish.

    Of items of different ``sizes``, the largest are started first. In one process, exceptions are
    raised.
    """
    with division(engine, sizes, len(items), jobs) as workers:
        if workers == 1:
            yield from enumerate(map(job, items))
        else:
            yield from _by_workers(job, items, workers, died, sizes)


@contextmanager
def division(engine: Engine | None, sizes: Sequence[int], items: int, jobs: int) -> Iterator[int]:
    """Yield the number of workers that take whole items.

    If one document has most of the text, or if a document depends on earlier documents (as with
    surrogates), this number is 1, and workers read fields for the engine inside this context.
    """
    if jobs == 1 or not items or (engine is not None and not _may_fork(engine)):
        yield 1
        return
    whole = items > 1 and (
        engine is None or (not engine.is_in_order and max(sizes, default=0) <= _MOST * sum(sizes))
    )
    if whole or engine is None:
        yield min(jobs, items)
        return
    from anonfilter.run.field_readers import FieldReaders  # multiprocessing is slow to import

    engine.resources.readers = readers = FieldReaders(engine, jobs)
    try:
        yield 1
    finally:
        engine.resources.readers = None
        readers.dismiss()


def _may_fork(engine: Engine) -> bool:
    """Load the models that forks can share; return True if forks can use all loaded models."""
    try:
        return engine.load(to_fork=True)
    # one process reports the error in turn, with the document that needs the model
    except AnonfilterError:
        return False


def _by_workers(
    job: Callable[[Item], Output],
    items: Sequence[Item],
    jobs: int,
    died: Callable[[Item, str], Output],
    sizes: Sequence[int] = (),
) -> Generator[Numbered[Output], None, None]:
    """Yield the numbered results of workers.

    Of items of different ``sizes``, the largest start first.
    """
    from anonfilter.run.worker_pool import WorkerPool  # multiprocessing is slow to import

    crew: WorkerPool[int, Output] = WorkerPool(
        lambda number: job(items[number]), jobs, lambda number, how: died(items[number], how)
    )
    try:
        for number in sorted(range(len(items)), key=lambda at: -sizes[at] if sizes else at):
            crew.give(number)
        while crew.busy:
            for number, result in crew.done():
                if isinstance(result, Exception):  # the items after it are dropped
                    crew.forget(range(number + 1, len(items)))
                yield number, result
    finally:
        crew.dismiss()


def _weight(result: Output | Exception, weigh: Callable[[Output], Weight]) -> Weight:
    return (0, 0, 0) if isinstance(result, Exception) else weigh(result)


def as_done(numbered: Iterable[Numbered[Output]]) -> Iterator[Output]:
    """Yield results as they finish; raise an exception at once."""
    for _, result in numbered:
        if isinstance(result, Exception):
            raise result
        yield result


def in_order(numbered: Iterable[Numbered[Output]]) -> Iterator[Output]:
    """Yield results in the order of the items; raise an exception when its item is due."""
    early: dict[int, Output | Exception] = {}
    following = 0
    for number, result in numbered:
        early[number] = result
        while following in early:
            first = early.pop(following)
            if isinstance(first, Exception):
                raise first
            yield first
            following += 1
