"""How documents, or the fields of a long one, are divided among workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from anonfilter import workers
from anonfilter.errors import AnonfilterError

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOST = 0.7  # of all text: workers share the fields of a document that has more of it


def sizes_of(paths: Iterable[str | Path]) -> list[int]:
    """The sizes of files; 0 where there is none."""
    return [os.path.getsize(path) if os.path.isfile(path) else 0 for path in paths]


def results(
    engine: Engine,
    work: Callable[[Item], Result],
    items: Sequence[Item],
    sizes: Sequence[int],
    jobs: int,
    died: Callable[[Item, str], Result],
) -> Generator[workers.Numbered[Result], None, None]:
    """Have the engine's work done on documents of these sizes, by workers that have its models.

    They take whole documents; where one has most of the text, they share its fields instead. So
    they do where a document depends on those before it, as surrogates do.
    """
    if jobs == 1 or not items or not _may_fork(engine):
        return workers.results(work, items, 1, died)
    if len(items) > 1 and not engine.makes_surrogates and max(sizes) <= _MOST * sum(sizes):
        return workers.results(work, items, jobs, died, sizes)
    return _by_fields(engine, work, items, jobs)


def _by_fields(
    engine: Engine, work: Callable[[Item], Result], items: Sequence[Item], jobs: int
) -> Generator[workers.Numbered[Result], None, None]:
    from anonfilter.field_readers import FieldReaders

    engine.readers = readers = FieldReaders(engine, jobs)
    try:
        yield from enumerate(map(work, items))
    finally:
        engine.readers = None
        readers.dismiss()


def _may_fork(engine: Engine) -> bool:
    """Load the models that forks can share; whether they can use all that is loaded."""
    try:
        return engine.load(to_fork=True)
    except AnonfilterError:  # one process says so in its turn, with the document that needs them
        return False
