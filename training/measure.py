"""How much the model finds of texts that it was not trained on, in both letter cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from anonfilter_plugins.detectors.caseless.decode import found
from anonfilter_plugins.detectors.caseless.pieces import pieces, windows
from anonfilter_plugins.english.people.name_parts import name_tokens

from training.corpora import GENRES, read
from training.data import Item
from training.example import Example, Mark
from training.model import batch
from training.noise import without_capitals

HELD_OUT = {
    "dialogue": frozenset(("PERSON",)),
    "general": frozenset(("PERSON", "LOCATION", "ORGANIZATION")),
}


class Score(NamedTuple):
    masked: float
    precision: float


def held_out(folder: Path) -> dict[str, list[Example]]:
    """A third of the texts that may be looked at but not trained on."""
    found = {}
    for corpus in HELD_OUT:
        trained = GENRES.get(corpus, frozenset())
        apart = [one for record, one in read(folder, corpus) if record["genre"] not in trained]
        found[corpus] = apart[::3]
    return found


def measure(
    model: Any, tokenizer: Any, texts: dict[str, list[Example]], bias: float
) -> Iterable[str]:
    """A line for each corpus and letter case."""
    for corpus, examples in texts.items():
        for case in ("cased", "lower"):
            read = [without_capitals(one) if case == "lower" else one for one in examples]
            finds = [list(predicted(model, tokenizer, one.text, bias)) for one in read]
            for label in sorted(HELD_OUT[corpus]):
                score = _score(examples, finds, label)
                masked, precision = f"{score.masked:.3f}", f"{score.precision:.3f}"
                yield f"{corpus} {case} {label}: masked {masked} precision {precision}"


@torch.no_grad()
def predicted(model: Any, tokenizer: Any, text: str, bias: float) -> Iterable[Mark]:
    """All finds of a text, by the same windows and the same decoding as the detector."""
    read = pieces(tokenizer, text)
    whole = list(windows(read.words))
    model.eval()
    for begin in range(0, len(whole), 16):
        group = whole[begin : begin + 16]
        items = []
        for window in group:
            first, last = read.words[window.start].first, read.words[window.end - 1].last
            items.append(
                Item(read.ids[first:last], read.shapes[first:last], (-100,) * (last - first))
            )
        inputs = batch(items)
        del inputs["labels"]
        logits = model(**inputs).logits.float().numpy()
        for window, rows in zip(group, logits, strict=True):
            for find in found(read.words, window, rows, bias):
                yield Mark(find.start, find.end, find.label)


def _score(examples: Sequence[Example], finds: Sequence[Sequence[Mark]], label: str) -> Score:
    gold = covered = right = seen = 0
    for example, own in zip(examples, finds, strict=True):
        masked = {at for mark in own for at in range(mark.start, mark.end)}
        marked = {
            at
            for mark in example.marks
            if mark.label == label
            for at in range(mark.start, mark.end)
        }
        for mark in example.marks:
            if mark.label == label:
                gold += 1
                tokens = name_tokens(example.text, mark.start, mark.end)
                covered += all(start in masked and end - 1 in masked for start, end in tokens)
        for mark in own:
            if mark.label == label:
                seen += 1
                right += any(at in marked for at in range(mark.start, mark.end))
    return Score(covered / max(gold, 1), right / max(seen, 1))
