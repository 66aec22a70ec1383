"""Who is who: the corpora that carry clusters, with the gold's mentions and end to end.

The odd documents of each corpus were read when the linking was built, the even ones were not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from anonfilter.evaluate import linking, run
from anonfilter.evaluate.clusters import Compared
from anonfilter.evaluate.gold import GoldDocument
from benchmarks.accuracy import corpora, systems
from benchmarks.accuracy.measure import prepare

GIVEN, GIVEN_SURNAMES = "gold mentions", "gold mentions, equal surnames"
FOUND, FOUND_SURNAMES = "end to end", "end to end, equal surnames"
READ = "gold mentions, documents that were read"
WITHOUT = "without "


@dataclass(frozen=True, slots=True)
class Linked:
    """The gold's clusters of a corpus and somebody else's, by how the others were made.

    ``trained``: our model learnt from it, "yes" or "in part". ``words`` were scored end to end.
    """

    corpus: str
    trained: str
    words: int
    by: Mapping[str, tuple[Compared, ...]]


def measure(files: Sequence[Path], words: int, seed: int, jobs: int) -> Iterator[Linked]:
    """One for each corpus that has clusters of people; of ``words`` words end to end."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), prepare) as pool:
        for linked in pool.map(partial(_linked, words=words, seed=seed), files):
            if linked is not None:
                yield linked


def _linked(path: Path, words: int, seed: int) -> Linked | None:
    parts = corpora.read(path, systems.labels(), seed)
    documents = [one for part in parts for one in part.documents if linking.has_people(one)]
    if not documents:
        return None
    random.Random(f"{seed} {path.name}").shuffle(documents)
    unread = [one for one in documents if not was_read(one)]
    scored = sample(unread, words)
    trained = {part.trained for part in parts}
    labels = frozenset().union(*(part.labels for part in parts))
    return Linked(
        corpus=path.name.partition(".")[0],
        trained="in part" if len(trained) > 1 else "yes" if True in trained else "",
        words=sum(len(one.text.split()) for one in scored),
        by={
            **_given(unread, [one for one in documents if was_read(one)]),
            **_found(scored, labels),
        },
    )


def was_read(gold: GoldDocument) -> bool:
    """Whether it is of the half that was looked at."""
    return gold.number % 2 == 1


def sample(documents: Sequence[GoldDocument], words: int) -> list[GoldDocument]:
    """The first, until they have so many words."""
    return list(corpora.Corpus("", False, frozenset(), tuple(documents)).sample(words))


def _given(
    unread: Sequence[GoldDocument], read: Sequence[GoldDocument]
) -> Mapping[str, tuple[Compared, ...]]:
    engine = systems.engine_of(systems.DEFAULT)
    whole = linking.linkers_of(engine)
    given = [linking.Given.of(engine, gold) for gold in unread]
    seen = [linking.Given.of(engine, gold) for gold in read]
    return {
        GIVEN: tuple(one.linked(engine, whole) for one in given),
        GIVEN_SURNAMES: tuple(one.by_surname() for one in given),
        READ: tuple(one.linked(engine, whole) for one in seen),
        **{
            f"{WITHOUT}{kind}": tuple(one.linked(engine, linkers) for one in given)
            for kind, linkers in linking.without_each(whole).items()
        },
    }


def _found(
    documents: Sequence[GoldDocument], labels: frozenset[str]
) -> Mapping[str, tuple[Compared, ...]]:
    engine = systems.engine_of(systems.DEFAULT)
    results = list(run.score(engine, documents))
    return {
        FOUND: tuple(linking.found_linked(one, labels) for one in results),
        FOUND_SURNAMES: tuple(linking.found_by_surname(one, labels) for one in results),
    }
