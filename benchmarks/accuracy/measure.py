"""Everybody over all corpora, in all ways of writing: counts, and the time that they took."""

from __future__ import annotations

import logging
import os
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from anonfilter_measure.evaluation import mention_scores
from anonfilter_measure.evaluation.filtered_gold import FilteredGold
from anonfilter_measure.evaluation.gold import GoldDocument

from anonfilter.engine import offline
from benchmarks.accuracy import corpora, systems
from benchmarks.accuracy.systems import Scorer

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of each corpus is scored: of the first words by all, of more by whole systems."""

    words: int
    part_words: int
    documents: int | None
    seed: int


@dataclass(frozen=True, slots=True)
class Row:
    """What one system did with one corpus, written in one way, and the CPU time that it took.

    ``short``: with the smaller sample, by which all can be compared. ``documents`` has the counts
    of each document.
    """

    system: str
    corpus: str
    trained: bool
    written: str
    short: bool
    documents: tuple[mention_scores.Tally, ...]
    seconds: float

    @property
    def tally(self) -> mention_scores.Tally:
        """All documents together."""
        return added(self.documents)


@dataclass(frozen=True, slots=True)
class _Task:
    path: Path
    written: str
    extent: Extent
    left_out: tuple[str, ...]
    only: tuple[str, ...]


def prepare() -> None:
    """One thread for all, of which libraries read when they are imported; no network, no noise."""
    os.environ.update(dict.fromkeys(THREADS, "1"))
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    offline.whole_process()


def measure(
    files: Sequence[Path],
    extent: Extent,
    left_out: Iterable[str],
    jobs: int,
    only: Iterable[str] = (),
) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of each file and way of writing, as they come, and what they are of: of all
    systems, or ``only`` of some."""
    tasks = [
        _Task(path, written, extent, tuple(left_out), tuple(only))
        for path in files
        for written in corpora.WRITTEN
    ]
    with ProcessPoolExecutor(jobs, get_context("spawn"), prepare) as pool:
        running = {pool.submit(_rows, task): task for task in tasks}
        for done in as_completed(running):
            task = running[done]
            yield f"{task.path.name}, {task.written}", done.result()


@cache
def _loaded(left_out: tuple[str, ...], only: tuple[str, ...]) -> list[systems.System]:
    """Once for each process."""
    return systems.load(left_out, only)


@cache
def _read(path: Path, seed: int) -> list[corpora.Corpus]:
    return corpora.read(path, systems.labels(), seed)


def _rows(task: _Task) -> list[Row]:
    return [
        row
        for corpus in _read(task.path, task.extent.seed)
        for system in _loaded(task.left_out, task.only)
        for row in rows(system, corpus, task.written, task.extent)
    ]


def rows(
    system: systems.System, corpus: corpora.Corpus, written: str, extent: Extent
) -> Iterator[Row]:
    """One row for the smaller sample and, of a whole system, one for the larger."""
    change = corpora.WRITTEN[written]
    sample = [change(one) for one in corpus.sample(extent.words, extent.documents)]
    first = len(corpus.sample(min(extent.part_words, extent.words), extent.documents))
    results, seconds = _timed(system.score, sample[:first])
    place = system.name, corpus.name, corpus.trained, written
    yield Row(*place, True, tallies(results, corpus.labels), seconds)
    if systems.group(system.name) is systems.Group.WHOLE:
        more, longer = _timed(system.score, sample[first:])
        yield Row(*place, False, tallies(results + more, corpus.labels), seconds + longer)


def _timed(score: Scorer, documents: Sequence[GoldDocument]) -> tuple[list[FilteredGold], float]:
    start = time.process_time()
    return list(score(documents)), time.process_time() - start


def tallies(
    results: Sequence[FilteredGold], gold: frozenset[str]
) -> tuple[mention_scores.Tally, ...]:
    """Count each document by itself."""
    annotated = {one.gold.file: gold for one in results}
    overall = systems.labels().counts_overall
    return tuple(mention_scores.tally([one], annotated, overall) for one in results)


def added(tallies: Iterable[mention_scores.Tally]) -> mention_scores.Tally:
    """Several counts as one, each mention and word counting alike."""
    whole = mention_scores.Tally()
    for one in tallies:
        whole.overall.add(one.overall)
        for name in ("documents", "words", "false", "false_as_annotated"):
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
        for label, counts in one.labels.items():
            whole.labels.setdefault(label, mention_scores.Counts()).add(counts)
    whole.labels = dict(sorted(whole.labels.items()))
    return whole


def speeds(measured: Iterable[Row]) -> Mapping[str, float]:
    """Words a second by system, over the text as it is of all smaller samples."""
    words: dict[str, int] = {}
    seconds: dict[str, float] = {}
    for row in measured:
        if row.short and row.written == corpora.AS_IT_IS:
            words[row.system] = words.get(row.system, 0) + row.tally.words
            seconds[row.system] = seconds.get(row.system, 0.0) + row.seconds
    return {name: words[name] / took for name, took in seconds.items() if took}
