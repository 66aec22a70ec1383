"""Make the batches of an epoch from examples; each epoch draws other stretches and names."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from anonfilter_english.detectors.caseless.pieces import TAGS, Pieces, pieces, windows

from training.example import EITHER, UNSURE, Example, Mark
from training.noise import written
from training.scenes import filled
from training.swap import swapped

_CUT = re.compile(r"(?<=[.?!])[\"”']?\s+|\n+")
_SPEAKER = re.compile(r"(?m)^[^:\n]{1,40}: ")
_WORDS = (6, 12, 25, 50, 80, 110)
NO_LABEL = -100
EITHER_TAG = len(TAGS)
"""Labels for words that are not trained on, and for words that may be ordinary or OTHER."""


class Share(NamedTuple):
    """The shares of a corpus that an epoch uses.

    ``named`` is of stretches with names, ``nameless`` of stretches without. The others are the
    probabilities that people, places and organisations get other names.
    """

    named: float
    nameless: float
    people: float = 0.4
    places: float = 0.25
    bodies: float = 0.0


MIX = {
    "ami_ne": Share(1.0, 0.22, people=0.6),
    "calls": Share(0.45, 0.3, people=0.7, bodies=0.2),
    "crossner_wiki5": Share(0.7, 0.5, people=0.3),
    "general": Share(1.0, 1.0, people=0.5),
    "harpervalley_calls": Share(0.35, 0.25, people=1.0, bodies=0.7),
    "judgments_in": Share(1.0, 1.0),
    "multidogo_customers": Share(0.3, 0.12, people=0.6, bodies=0.2),
    "nlu_eval_commands": Share(0.35, 0.2, people=0.6),
    "novels": Share(0.3, 0.15, people=0.7),
    "redocred_wiki": Share(0.4, 0.3, people=0.3),
    "sgd_dialogues": Share(0.12, 0.1, people=0.5),
    "slue_voxpopuli": Share(1.0, 0.8),
    "snips_commands": Share(0.15, 0.15, people=0.3),
    "tweets": Share(0.2, 0.2),
    "uner_ewt_pud": Share(0.6, 0.4),
    "wikigold": Share(0.9, 0.6),
    "wnut17": Share(0.35, 0.3),
}
FILLINGS = 2
TWICE = frozenset(("judgments_in",))
"""How often an epoch fills each scene, and the corpora that it reads twice."""


@dataclass(frozen=True, slots=True)
class Item:
    """A window of pieces, as a model reads it.

    ``labels`` has a label for the first piece of each word. For texts without annotations, ``soft``
    has the teacher's probabilities of the tags there, and zeros for other pieces. ``firsts`` has
    for each piece the index of the first piece of its word; if it is empty, each piece is a word.
    """

    ids: tuple[int, ...]
    shapes: tuple[int, ...]
    labels: tuple[int, ...]
    soft: Any = None
    firsts: tuple[int, ...] = ()


def epoch(
    corpora: Sequence[Example],
    scenes: Sequence[tuple[str, str]],
    tokenizer: Any,
    chance: random.Random,
    budget: int,
    share: float = 1.0,
) -> list[list[Item]]:
    """Return batches of windows of similar length, in random order.

    An epoch with a smaller ``share`` has fewer windows.
    """
    return batched(
        (
            item
            for part in _stretches(corpora, scenes, chance, share)
            for item in windowed(written(part, chance), tokenizer)
        ),
        chance,
        budget,
    )


def batched(found: Iterable[Item], chance: random.Random, budget: int) -> list[list[Item]]:
    """Return batches of windows of similar length, each with at most ``budget`` pieces."""
    items = list(found)
    chance.shuffle(items)
    items.sort(key=lambda item: len(item.ids) + chance.randrange(8))
    batches = list(_batches(items, budget))
    chance.shuffle(batches)
    return batches


def _stretches(
    corpora: Sequence[Example],
    scenes: Sequence[tuple[str, str]],
    chance: random.Random,
    share: float,
) -> Iterator[Example]:
    for example in corpora:
        mix = MIX[example.source]
        for _ in range(1 + (example.source in TWICE)):
            if len(example.text) < _SHORT and chance.random() >= share * max(mix[:2]):
                continue
            # Short texts are drawn as a whole before their names are swapped, which saves time.
            scale = 1 / max(mix[:2]) if len(example.text) < _SHORT else share
            other = swapped(example, chance, mix.people, mix.places, mix.bodies)
            for part in parts(other, chance):
                wanted = mix.named if _has_name(part) else mix.nameless
                if chance.random() < scale * wanted:
                    yield part
    for source, scene in scenes:
        for _ in range(FILLINGS):
            if chance.random() < share:
                example = filled(scene, source, chance)
                yield from parts(
                    _without_speakers(example) if chance.random() < 0.5 else example, chance
                )


_SHORT = 2000


def _has_name(example: Example) -> bool:
    return any(mark.label in ("PERSON", "LOCATION", "ORGANIZATION") for mark in example.marks)


def _without_speakers(example: Example) -> Example:
    done = 0
    kept: list[tuple[int, int]] = []
    for match in _SPEAKER.finditer(example.text):
        kept.append((done, match.start()))
        done = match.end()
    kept.append((done, len(example.text)))
    shift = 0
    marks = []
    text = []
    for start, end in kept:
        part = example.part(start, end)
        marks += [Mark(mark.start + shift, mark.end + shift, mark.label) for mark in part.marks]
        text.append(part.text)
        shift += end - start
    return Example("".join(text), tuple(marks), example.source)


def parts(example: Example, chance: random.Random) -> Iterator[Example]:
    """Yield the text in short and long stretches of whole sentences."""
    marks, first = example.marks, 0
    start, wanted = 0, chance.choice(_WORDS)
    for cut in _cuts(example.text, [(mark.start, mark.end) for mark in marks]):
        if example.text.count(" ", start, cut) + 1 >= wanted or cut == len(example.text):
            last = first
            while last < len(marks) and marks[last].end <= cut:
                last += 1
            if example.text[start:cut].strip():
                inside = tuple(
                    Mark(mark.start - start, mark.end - start, mark.label)
                    for mark in marks[first:last]
                )
                yield Example(example.text[start:cut], inside, example.source)
            start, wanted, first = cut, chance.choice(_WORDS), last


def _cuts(text: str, inside: Sequence[tuple[int, int]]) -> Iterator[int]:
    at = 0
    for match in _CUT.finditer(text):
        while at < len(inside) and inside[at][1] <= match.end():
            at += 1
        if at == len(inside) or inside[at][0] >= match.end():
            yield match.end()
    yield len(text)


def windowed(example: Example, tokenizer: Any) -> Iterator[Item]:
    read = pieces(tokenizer, example.text)
    tags = list(tagged(example, read))
    for start, end, *_ in windows(read.words):
        first, last = read.words[start].first, read.words[end - 1].last
        labels = [NO_LABEL] * (last - first)
        for word, tag in zip(read.words[start:end], tags[start:end], strict=True):
            labels[word.first - first] = tag
        firsts = first_pieces(read, start, end)
        yield Item(read.ids[first:last], read.shapes[first:last], tuple(labels), None, firsts)


def first_pieces(read: Pieces, start: int, end: int) -> tuple[int, ...]:
    """Return for each piece of words[start:end] the place of its word's first piece."""
    before = read.words[start].first
    return tuple(
        word.first - before for word in read.words[start:end] for _ in range(word.first, word.last)
    )


def tagged(example: Example, read: Pieces) -> Iterator[int]:
    """Yield the tag of each word."""
    at = 0
    within = False
    for word in read.words:
        while at < len(example.marks) and example.marks[at].end <= word.start:
            at, within = at + 1, False
        if at == len(example.marks) or word.end <= example.marks[at].start:
            yield 0
            continue
        label = example.marks[at].label
        if label == UNSURE:
            yield NO_LABEL
        elif label == EITHER:
            yield EITHER_TAG
        else:
            yield TAGS.index(f"{'I' if within else 'B'}-{label}")
        within = True


def _batches(items: Iterable[Item], budget: int) -> Iterator[list[Item]]:
    batch: list[Item] = []
    longest = 0
    for item in items:
        longest = max(longest, len(item.ids) + 2)
        if batch and longest * (len(batch) + 1) > budget:
            yield batch
            batch, longest = [], len(item.ids) + 2
        batch.append(item)
    if batch:
        yield batch
