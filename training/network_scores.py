"""Measure what a network finds in texts kept apart from training, and how much of that is right."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from anonfilter_english.knowledge.people.name_parts import name_tokens

from training.apart import ONE_IN, is_bare, kept_apart
from training.corpora import ALL, SHIPPABLE, read
from training.example import Example, Mark
from training.noise import without_capitals
from training.reading import Network, Reading

NAMED = ("PERSON", "LOCATION", "ORGANIZATION")
MASKING = frozenset((*NAMED, "NRP", "DATE", "TIME"))
SCORED = {
    "dialogue": ("PERSON",),
    "calls": ("PERSON",),
    "ami_ne": NAMED,
    "slue_voxpopuli": NAMED,
    "judgments_in": NAMED,
    "general": NAMED,
    "switchboard_ne": NAMED,
    "newshour_ne": NAMED,
}
"""The texts that are kept apart, and the labels for which their marks are complete."""


class Score(NamedTuple):
    """The counts of one label in a text.

    - ``masked`` of the ``gold`` mentions are masked under any label.
    - ``right`` of the ``seen`` finds touch a name of the label; ``none`` touch no name.
    - ``false`` of the ``words`` of the text are in finds that touch no name.
    """

    gold: int = 0
    masked: int = 0
    seen: int = 0
    right: int = 0
    none: int = 0
    false: int = 0
    words: int = 0

    @property
    def masked_share(self) -> float:
        return self.masked / max(self.gold, 1)

    @property
    def precision(self) -> float:
        return self.right / max(self.seen, 1)


def added(scores: Sequence[Score]) -> Score:
    """Return the sum of several scores."""
    return Score(*map(sum, zip(*scores, strict=True))) if scores else Score()


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one corpus in one letter case."""

    corpus: str
    case: str
    examples: list[Example]

    @property
    def labels(self) -> Sequence[str]:
        return SCORED[self.corpus]


def kept_texts(folder: Path, without: Collection[str] = ()) -> Iterator[Texts]:
    """Yield the texts of each corpus that are kept apart, unchanged and in lower case.

    All texts of a corpus count if the training is ``without`` this corpus.
    """
    for corpus in SCORED:
        if not (folder / f"{corpus}.jsonl.gz").exists():
            continue
        plan = SHIPPABLE.get(corpus)
        apart = [
            one
            for record, one in read(folder, corpus)
            if (corpus in without or kept_apart(corpus, record["id"]))
            and not (plan and plan.genres and record["genre"] in plan.genres)
        ]
        yield Texts(corpus, "cased", apart)
        yield Texts(corpus, "lower", [without_capitals(one) for one in apart])


def measured(
    network: Network, tokenizer: Any, texts: Texts, biases: Sequence[float], way: str = "lines"
) -> Iterator[tuple[float, str, list[Score]]]:
    """Yield for each bias and label the score of each text."""
    reading = Reading(network, tokenizer, [one.text for one in texts.examples], way)
    for bias in biases:
        finds = reading.finds(bias)
        for label in texts.labels:
            pairs = zip(texts.examples, finds, strict=True)
            yield bias, label, [score(example, own, label) for example, own in pairs]


def score(example: Example, finds: Sequence[Mark], label: str) -> Score:
    """Return the score of one text and label.

    Unconfirmed marks, and words such as "the Court" for organisations and places, count neither as
    found nor as missed.
    """
    masked = _letters(find for find in finds if find.label in MASKING)
    gold = [mark for mark in example.marks if mark.label == label]
    named = [mark for mark in gold if not is_bare(example.text[mark.start : mark.end], label)]
    same, names = _letters(gold), _letters(example.marks)
    unsure = _letters(mark for mark in example.marks if mark.label not in ALL)
    covered = sum(
        all(
            start in masked and end - 1 in masked
            for start, end in name_tokens(example.text, mark.start, mark.end)
        )
        for mark in named
    )
    seen = right = none = false = 0
    for find in finds:
        at = range(find.start, find.end)
        if find.label != label or not unsure.isdisjoint(at):
            continue
        seen += 1
        right += not same.isdisjoint(at)
        if names.isdisjoint(at):
            none += 1
            false += len(example.text[find.start : find.end].split())
    return Score(len(named), covered, seen, right, none, false, len(example.text.split()))


def _letters(marks: Any) -> set[int]:
    return {at for mark in marks for at in range(mark.start, mark.end)}


assert set(SCORED) <= set(ONE_IN)
