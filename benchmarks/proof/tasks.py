"""Make the tasks with which utility is measured, from dialogues with open licences.

- *topic*: predict the business to which a customer writes (MultiDoGO, without its answers).
- *intent*: predict the intent of a short request to an assistant (NLU evaluation data).
- *summary*: predict the turn in which an assistant sums up a dialogue and asks for confirmation;
  this turn is removed from the dialogue (Schema-Guided Dialogue).
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.proof.texts import Row, rows

_CONFIRMS = re.compile(r"\bconfirm\b", re.I)
_WORDS = 8
_DIALOGUES = 500


def tasks(folder: Path, seed: int) -> dict[str, list[Row]]:
    return {
        "topic": _labelled(folder, "multidogo_customers", 60, seed),
        "intent": _labelled(folder, "nlu_eval_commands", 50, seed),
        "summary": _shuffled(list(_confirmed(folder)), seed)[:_DIALOGUES],
    }


def _labelled(folder: Path, corpus: str, each: int, seed: int) -> list[Row]:
    """Return up to ``each`` texts of each genre, with the genre as label."""
    by_genre: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows(folder, corpus):
        by_genre[row["genre"]].append({"text": row["text"], "label": row["genre"]})
    return [one for _, those in sorted(by_genre.items()) for one in _shuffled(those, seed)[:each]]


def _confirmed(folder: Path) -> Iterator[Row]:
    for row in rows(folder, "sgd_dialogues"):
        turns = [row["text"][turn["start"] : turn["end"]] for turn in row["turns"]]
        summing = [one for one in turns if _CONFIRMS.search(one) and len(one.split()) > _WORDS]
        if summing:
            others = [one for one in turns if one not in summing]
            yield {"text": "\n".join(others), "summary": summing[-1]}


def _shuffled(those: list[Row], seed: int) -> list[Row]:
    random.Random(seed).shuffle(those)
    return those
