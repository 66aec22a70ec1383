"""The measured systems: the shipped rulesets, parts of the default rules, and presidio."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from anonfilter_measure.evaluation import filtered_gold
from anonfilter_measure.evaluation.gold import GoldDocument
from anonfilter_measure.evaluation.gold_labels import Labels

from anonfilter import Engine, Options, load_ruleset
from anonfilter.errors import ModelMissing
from anonfilter.rules.find import shipped
from benchmarks.accuracy.peer import Peer

DEFAULT = "default"
GENERAL = (DEFAULT, "fast", "thorough")
"""The shipped rulesets for any text; the others are for texts of one kind."""

SWITCHED_OFF = ("presidio", "spacy")
"""Detectors that the default rules switch off."""

PEER = "presidio alone"


class Group(StrEnum):
    """The beginning of a system's name, which shows if it is a whole ruleset or only a part."""

    WHOLE = ""
    ONLY = "only "
    WITHOUT = "without "
    WITH = "with "


WARMING = GoldDocument(
    id="",
    text="Jane Smith of Paris, born on 3 May 1970: jane@example.org, 212-555-0147, 192.168.0.1, "
    "https://example.org, 4111 1111 1111 1111, GB82 WEST 1234 5698 7654 32.",
    mentions=(),
    context="",
    file="",
    line=1,
)
"""A text that is scored before any measurement, so that detectors load what they need."""

Scorer = Callable[[Iterable[GoldDocument]], Iterator[filtered_gold.FilteredGold]]


@dataclass(frozen=True, slots=True)
class System:
    """A named system that finds names, with the function that scores it."""

    name: str
    score: Scorer


def group(name: str) -> Group:
    """Return the group of the system with this name."""
    return next(one for one in reversed(Group) if name.startswith(one))


@cache
def labels() -> Labels:
    """Return the labels with which all systems are scored."""
    return Labels(load_ruleset(DEFAULT).labels, {})


def names() -> list[str]:
    """Return the names of the shipped rulesets to measure."""
    return [name for name in GENERAL if name in shipped()]


def missing() -> Mapping[str, str]:
    """Return the rulesets whose models are not installed, each with the error message."""
    lacking = {}
    for name in names():
        try:
            engine_of(name).load()
        except ModelMissing as error:
            lacking[name] = error.message
    return lacking


def load(left_out: Collection[str] = (), only: Collection[str] = ()) -> list[System]:
    """Return all systems, or the whole systems in ``only``, with their models loaded."""
    found = []
    for name in (name for name in only or names() if name not in (*left_out, PEER)):
        engine = engine_of(name)
        engine.load()
        found.append(System(name, _scorer(engine)))
        if name == DEFAULT and not only:
            found += _parts(engine)
    if not only or PEER in only:
        found.append(System(PEER, Peer(labels()).score))
    for system in found:
        list(system.score([WARMING]))
    return found


def _parts(engine: Engine) -> Iterator[System]:
    for name, part in filtered_gold.engines_with_one_detector(engine).items():
        yield System(f"{Group.ONLY}{name}", _scorer(part))
    for name, part in filtered_gold.engines_without_one_detector(engine).items():
        yield System(f"{Group.WITHOUT}{name}", _scorer(part))
    for name in SWITCHED_OFF:
        yield System(f"{Group.WITH}{name}", _scorer(_with(name)))


def _with(name: str) -> Engine:
    """Return the engine of the default rules with a detector that they switch off."""
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "rules.yaml"
        rules.write_text(
            f"anonfilter: 1\nextends: {DEFAULT}==1\ndetectors: [{{use: {name}, enabled: true}}]\n"
        )
        engine = engine_of(str(rules))
    engine.load()
    return engine


def engine_of(name: str) -> Engine:
    return Engine(load_ruleset(name), Options(assume_language=True))


def _scorer(engine: Engine) -> Scorer:
    return lambda documents: filtered_gold.filter_gold(engine, documents)
