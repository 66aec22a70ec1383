"""Score a tool on texts kept apart from training, with the scores of ``anonfilter eval``."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from anonfilter_measure.evaluation import filtered_gold
from anonfilter_measure.evaluation.gold import GoldDocument
from anonfilter_measure.evaluation.mention_scores import Counts, Tally

from anonfilter.contract.document import Span
from anonfilter.errors import AnonfilterError
from benchmarks.accuracy import corpora, systems
from benchmarks.accuracy.peer import scored
from benchmarks.accuracy.ruleset_scores import added, tallies
from benchmarks.speed.tool_runs import ROOT, environment
from benchmarks.speed.tools import Tool
from training.apart import ONE_IN, kept_apart

CALLED = {
    "DATE_TIME": "DATE",
    "DATE_OF_BIRTH": "DATE",
    "DOB": "DATE",
    "PERSON_NAME": "PERSON",
    "PHYSICAL_ADDRESS": "LOCATION",
    "SOCIAL_SECURITY_NUMBER": "US_SSN",
}
"""Peers' labels that have another name here and are not declared as aliases."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Documents of a corpus that were kept apart from training, and its annotated labels."""

    corpus: str
    labels: frozenset[str]
    documents: tuple[GoldDocument, ...]


def apart(folder: Path, words: int, seed: int) -> list[Apart]:
    """Return about this number of words of each corpus that is kept apart."""
    found = []
    for path in corpora.files(folder):
        name = path.name.partition(".")[0]
        if name not in ONE_IN:
            continue
        parts = corpora.read(path, systems.labels(), seed)
        documents = tuple(
            one for part in parts for one in part.documents if kept_apart(name, one.id)
        )
        whole = corpora.Corpus(name, False, parts[0].labels, documents)
        found.append(Apart(name, whole.labels, whole.sample(words)))
    if not any(one.documents for one in found):
        raise AnonfilterError(
            f"{folder} holds no corpus that is kept apart", hint=f"They are {', '.join(ONE_IN)}."
        )
    return found


def measure(tool: Tool, python: Path, texts: Sequence[Apart]) -> dict[str, Any]:
    """Return the sum of the tool's counts over all corpora, as data for JSON."""
    documents = [one for part in texts for one in part.documents]
    results = list(_ours(tool, documents) if tool.rules else _peer(tool, python, documents))
    counted, at = [], 0
    for part in texts:
        own = results[at : (at := at + len(part.documents))]
        counted += tallies(own, part.labels)
    return asdict(added(counted))


def tally_of(counted: dict[str, Any]) -> Tally:
    """Return the counts that were stored as data."""
    labels = {name: Counts(**counts) for name, counts in counted["labels"].items()}
    return Tally(**{**counted, "labels": labels, "overall": Counts(**counted["overall"])})


def _ours(tool: Tool, documents: Sequence[GoldDocument]) -> Iterator[filtered_gold.FilteredGold]:
    engine = systems.engine_of(tool.rules)
    engine.load()
    return filtered_gold.filter_gold(engine, documents)


def _peer(
    tool: Tool, python: Path, documents: Sequence[GoldDocument]
) -> Iterator[filtered_gold.FilteredGold]:
    with tempfile.TemporaryDirectory() as folder:
        texts, out = Path(folder, "texts.jsonl"), Path(folder, "finds.jsonl")
        lines = (json.dumps({"text": one.text}) + "\n" for one in documents)
        texts.write_text("".join(lines), encoding="utf-8")
        done = subprocess.run(
            [*tool.adapted(python), texts, "--out", out],
            cwd=ROOT,
            capture_output=True,
            env=environment(tool, folder, 1),
            text=True,
            check=False,
        )
        if done.returncode:
            raise AnonfilterError(f"the adapter of {tool.name} ended with: {done.stderr[-2000:]}")
        for gold, line in zip(documents, out.read_text().splitlines(), strict=True):
            yield scored(gold, [span(*find, tool.name) for find in json.loads(line)])


def span(start: int, end: int, label: str, score: float, detector: str) -> Span:
    name = CALLED.get(label.upper(), label)
    return Span(
        start, end, systems.labels().scored(systems.labels().named(name)), detector, score=score
    )
