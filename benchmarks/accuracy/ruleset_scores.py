"""Score all systems on all corpora, in each way of writing, and measure their time."""

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
    """How much of each corpus is scored.

    Whole rulesets score ``words`` words of at most ``documents`` documents, and their parts the
    first ``part_words`` words. ``seed`` decides which documents are drawn.
    """

    words: int
    part_words: int
    documents: int | None
    seed: int


@dataclass(frozen=True, slots=True)
class Row:
    """The counts of one system for one corpus in one way of writing, and its CPU seconds.

    ``short`` is True for the smaller sample, with which all systems can be compared. ``documents``
    has the counts of each document.
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
        """The sum of the counts of all documents."""
        return added(self.documents)


@dataclass(frozen=True, slots=True)
class _Task:
    path: Path
    written: str
    extent: Extent
    left_out: tuple[str, ...]
    only: tuple[str, ...]


def prepare() -> None:
    """Limit libraries to one thread, no network and no warnings; call it before their import."""
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
    """Yield a title and the rows for each file and way of writing, in the order of completion.

    The rows are of all systems, or of those in ``only``; rulesets in ``left_out`` are skipped.
    """
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
    """Return the loaded systems; each process loads them only once."""
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
    """Yield a row for the smaller sample and, for a whole ruleset, a row for the larger sample."""
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
    """Return the counts of each document."""
    annotated = {one.gold.file: gold for one in results}
    overall = systems.labels().counts_overall
    return tuple(mention_scores.tally([one], annotated, overall) for one in results)


def added(tallies: Iterable[mention_scores.Tally]) -> mention_scores.Tally:
    """Return the sum of several counts, so that each mention and each word has the same weight."""
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
    """Return words per second by system, for the unchanged texts of all smaller samples."""
    words: dict[str, int] = {}
    seconds: dict[str, float] = {}
    for row in measured:
        if row.short and row.written == corpora.AS_IT_IS:
            words[row.system] = words.get(row.system, 0) + row.tally.words
            seconds[row.system] = seconds.get(row.system, 0.0) + row.seconds
    return {name: words[name] / took for name, took in seconds.items() if took}
