"""Read annotated corpora, draw samples from them, and change how their texts are written."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from anonfilter_measure.evaluation import readers
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention, Stretch
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.letter_case import cased
from anonfilter_measure.evaluation.mention_scores import annotated_labels
from anonfilter_measure.evaluation.simulated_recogniser import recognised

from anonfilter.errors import AnonfilterError
from training.apart import is_bare, kept_apart
from training.names import behind_title

SUFFIXES = (".jsonl", ".jsonl.gz")
NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))

GOLD: Mapping[str, frozenset[str]] = {
    "dialogue": frozenset(("PERSON",)),
    "calls": frozenset(("PERSON",)),
    "novels": frozenset(("PERSON", "LOCATION")),
    "judgments_in": NAMES | {"DATE"},
    "newshour_ne": NAMES,
    "switchboard_ne": NAMES | {"NRP"},
    "tweets": NAMES,
    "wikigold": NAMES,
    "wnut17": NAMES,
}
"""The labels that people marked completely. In other corpora, all annotated labels are complete."""

AS_IT_IS = "as it is"
HEARD = 1
"""The seed for the simulated mistakes of a speech recogniser."""

WRITTEN: Mapping[str, Callable[[GoldDocument], GoldDocument]] = {
    AS_IT_IS: lambda gold: gold,
    "lower case": lambda gold: cased(gold, "lower"),
    "as heard": lambda gold: recognised(gold, HEARD),
}
"""The changes with which each text is scored: none, lower case, and simulated recognition."""


# The corpora on which the shipped model was trained; of some of them, only a part.
TRAINED_ON = frozenset(
    (
        "ami_ne",
        "calls",
        "general",
        "judgments_in",
        "novels",
        "slue_voxpopuli",
        "tweets",
        "wikigold",
        "wnut17",
    )
)
GENRES = {"general": frozenset(("academic", "bio", "news", "voyage"))}
APART = frozenset(("ami_ne", "slue_voxpopuli"))
"""Corpora of which a part is kept apart from all training (``training.apart``)."""

TRAINING_ONLY = frozenset(
    (
        "crossner_wiki5",
        "harpervalley_calls",
        "multidogo_customers",
        "nlu_eval_commands",
        "redocred_wiki",
        "sgd_dialogues",
        "snips_commands",
        "uner_ewt_pud",
    )
)
"""Corpora that are not measured, because they were used for training as a whole, or lack marks."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus, with its documents in the order in which they are drawn.

    ``trained`` is True if the shipped model was trained on it. ``labels`` are annotated completely.
    """

    name: str
    trained: bool
    labels: frozenset[str]
    documents: tuple[GoldDocument, ...]

    def sample(self, words: int, most: int | None = None) -> tuple[GoldDocument, ...]:
        """Return the first documents that together have this number of words, at most ``most``.

        So a smaller sample is the beginning of a larger one.
        """
        taken: list[GoldDocument] = []
        count = 0
        for document in self.documents[:most]:
            if count >= words:
                break
            taken.append(document)
            count += len(document.text.split())
        return tuple(taken)


def files(folder: Path) -> list[Path]:
    """Return the files of the corpora in a folder; raise an error if it has none."""
    found = sorted(
        path
        for path in folder.glob("*")
        if path.name.endswith(SUFFIXES)
        and path.name.partition(".")[0] not in TRAINING_ONLY
        and not path.name.startswith("u_")
    )
    if not found:
        raise AnonfilterError(
            f"{folder} holds no annotated corpora ({', '.join(SUFFIXES)})"
            if folder.is_dir()
            else f"there is no folder {folder}",
            hint="Name a folder of annotated corpora in JSON lines: make eval CORPORA=folder.",
        )
    return found


def read(path: Path, labels: Labels, seed: int) -> list[Corpus]:
    """Return the corpus of a file, or its two parts if the model was trained on one part only."""
    name = path.name.partition(".")[0]
    documents = list(readers.read(str(path), labels))
    gold = GOLD.get(name) or annotated_labels(documents)[str(path)]
    documents = [_certain(document, gold) for document in documents]
    random.Random(f"{seed} {name}").shuffle(documents)
    learnt = [document for document in documents if _learnt(name, document)]
    rest = [document for document in documents if not _learnt(name, document)]
    parts = [(learnt, True), (rest, False)]
    if name in APART:
        titles = name, f"{name}: kept apart"
    elif learnt and rest:
        genres = ", ".join(sorted(GENRES[name]))
        titles = f"{name}: {genres}", f"{name}: other genres"
    else:
        titles = name, name
    return [
        Corpus(title, trained, gold, tuple(part))
        for title, (part, trained) in zip(titles, parts, strict=True)
        if part
    ]


def _learnt(name: str, document: GoldDocument) -> bool:
    if name in APART and kept_apart(name, document.id):
        return False
    return name in TRAINED_ON and (name not in GENRES or document.context in GENRES[name])


def _certain(document: GoldDocument, gold: frozenset[str]) -> GoldDocument:
    """Return the document, in which only names with complete labels are certain mentions.

    Other labels, and words such as "the Court", count neither as false masks nor as leaks.
    """
    mentions = tuple(
        replace(
            one,
            certain=one.certain
            and one.label in gold
            and not is_bare(document.text[one.start : one.end], one.label),
            tokens=_without_title(document.text, one),
        )
        for one in document.mentions
    )
    return replace(document, mentions=mentions)


def _without_title(text: str, mention: GoldMention) -> tuple[Stretch, ...]:
    """Return the words of a mention that must be masked, without a title before the name."""
    if mention.label != "PERSON":
        return mention.tokens
    name = behind_title(text, mention.start, mention.end)
    return tuple(token for token in mention.tokens if token[0] >= name)
