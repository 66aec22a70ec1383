"""Score the linking of people in corpora with clusters, with the gold's mentions and end to end.

The developers of the linking read the documents with odd numbers, and not those with even numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from anonfilter_measure.evaluation import filtered_gold, linking_scores
from anonfilter_measure.evaluation.cluster_scores import KeyAndResponse
from anonfilter_measure.evaluation.gold import GoldDocument

from anonfilter.engine.pipeline import Engine
from benchmarks.accuracy import corpora, labelled, systems
from benchmarks.accuracy.ruleset_scores import prepare

GIVEN, GIVEN_SURNAMES = "gold mentions", "gold mentions, equal surnames"
FOUND, FOUND_SURNAMES = "end to end", "end to end, equal surnames"
FOUND_GOLD = "end to end, linked by the gold"
READ = "gold mentions, documents that were read"
WITHOUT = "without "
LABELLED = ", with speakers' labels"

T = TypeVar("T", linking_scores.GoldPeople, filtered_gold.FilteredGold)


@dataclass(frozen=True, slots=True)
class Linked:
    """Annotated and found clusters of people in a corpus, by the way in which they were found.

    ``trained`` is "yes" or "in part" if the shipped model was trained on the corpus, else "".
    ``words`` is the number of words that were scored end to end.
    """

    corpus: str
    trained: str
    words: int
    by: Mapping[str, tuple[KeyAndResponse, ...]]


def measure(files: Sequence[Path], words: int, seed: int, jobs: int) -> Iterator[Linked]:
    """Yield the clusters of each corpus that has clusters of people.

    About ``words`` words of each corpus are scored end to end.
    """
    with ProcessPoolExecutor(jobs, get_context("spawn"), prepare) as pool:
        for found in pool.map(partial(_linked, words=words, seed=seed), files):
            yield from found


def _linked(path: Path, words: int, seed: int) -> list[Linked]:
    """Return the scored corpus; for dialogues, also the version with the names of speakers."""
    name = path.name.partition(".")[0]
    parts = corpora.read(path, systems.labels(), seed)
    documents = [one for part in parts for one in part.documents if linking_scores.has_people(one)]
    if not documents:
        return []
    random.Random(f"{seed} {path.name}").shuffle(documents)
    found = [_scored(name, parts, documents, words)]
    if name in labelled.TALK:
        turns = labelled.turns(path)
        labelled_texts = [labelled.labelled(one, turns[one.number - 1]) for one in documents]
        found.append(_scored(f"{name}{LABELLED}", parts, labelled_texts, words))
    return found


def _scored(
    name: str, parts: Sequence[corpora.Corpus], documents: Sequence[GoldDocument], words: int
) -> Linked:
    unread = [one for one in documents if not was_read(one)]
    scored = sample(unread, words)
    trained = {part.trained for part in parts}
    labels = frozenset().union(*(part.labels for part in parts))
    return Linked(
        corpus=name,
        trained="in part" if len(trained) > 1 else "yes" if True in trained else "",
        words=sum(len(one.text.split()) for one in scored),
        by={
            **_given(unread, [one for one in documents if was_read(one)]),
            **_found(scored, labels),
        },
    )


def was_read(gold: GoldDocument) -> bool:
    """Return True if the developers of the linking read this document, else False."""
    return gold.number % 2 == 1


def sample(documents: Sequence[GoldDocument], words: int) -> list[GoldDocument]:
    """Return the first documents that together have this number of words."""
    return list(corpora.Corpus("", False, frozenset(), tuple(documents)).sample(words))


def _given(
    unread: Sequence[GoldDocument], read: Sequence[GoldDocument]
) -> Mapping[str, tuple[KeyAndResponse, ...]]:
    engine = systems.engine_of(systems.DEFAULT)
    whole = linking_scores.linkers_of(engine)
    given = [linking_scores.GoldPeople.of(engine, gold) for gold in unread]
    seen = [linking_scores.GoldPeople.of(engine, gold) for gold in read]
    return {
        GIVEN: _spoken(given, lambda one: one.linked(engine, whole)),
        GIVEN_SURNAMES: _spoken(given, linking_scores.GoldPeople.by_surname),
        READ: _spoken(seen, lambda one: one.linked(engine, whole)),
        **{
            f"{WITHOUT}{kind}": _spoken(given, partial(_by, engine, linkers))
            for kind, linkers in linking_scores.without_each(whole).items()
        },
    }


def _found(
    documents: Sequence[GoldDocument], labels: frozenset[str]
) -> Mapping[str, tuple[KeyAndResponse, ...]]:
    engine = systems.engine_of(systems.DEFAULT)
    results = list(filtered_gold.filter_gold(engine, documents))
    return {
        FOUND: _spoken(results, lambda one: linking_scores.found_linked(one, labels)),
        FOUND_SURNAMES: _spoken(results, lambda one: linking_scores.found_by_surname(one, labels)),
        FOUND_GOLD: _spoken(results, lambda one: linking_scores.found_as_marked(one, labels)),
    }


def _by(
    engine: Engine, linkers: linking_scores.Linkers, given: linking_scores.GoldPeople
) -> KeyAndResponse:
    return given.linked(engine, linkers)


def _spoken(of: Sequence[T], how: Callable[[T], KeyAndResponse]) -> tuple[KeyAndResponse, ...]:
    return tuple(labelled.of_speech(one.gold, how(one)) for one in of)
