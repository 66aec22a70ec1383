"""How documents, or the fields of a long one, are divided among workers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import TypeVar

from anonfilter import workers
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOST = 0.7  # of all text: workers share the fields of a document that has more of it


def results(
    engine: Engine,
    work: Callable[[Item], Result],
    items: Sequence[Item],
    sizes: Sequence[int],
    jobs: int,
    died: Callable[[Item, str], Result],
) -> Generator[workers.Numbered[Result], None, None]:
    """Have the engine's work done on documents of these sizes, by workers that have its models.

    They take whole documents; where one has most of the text, they share its fields instead.
    """
    if len(items) < 2 or max(sizes) > _MOST * sum(sizes):
        engine.jobs = jobs
        return workers.results(work, items, 1, died)
    engine.jobs = 1
    if jobs > 1 and workers.SHARES_MODELS:
        with suppress(AnonfilterError):  # it is told with the document that needs the model
            engine.load(to_fork=True)
    return workers.results(work, items, jobs, died, sizes)
