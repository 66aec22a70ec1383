"""From examples to what the model is trained on: one epoch after another, each of them new."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from anonfilter_plugins.detectors.caseless.pieces import TAGS, Pieces, pieces, windows

from training.example import Example, Mark
from training.noise import written
from training.scenes import filled
from training.swap import swapped

_CUT = re.compile(r"(?<=[.?!])[\"”']?\s+|\n+")
_SPEAKER = re.compile(r"(?m)^[^:\n]{1,40}: ")
_WORDS = (6, 12, 25, 50, 80, 110)
_NO_LABEL = -100

PEOPLE = {"novels": 0.7, "calls": 0.7, "judgments_in": 0.4, "general": 0.5, "wikigold": 0.4}
SHARE = {"calls": 0.6, "tweets": 0.6, "wnut17": 0.8}
FILLINGS = 3
"""How often names are swapped, what share of a corpus an epoch sees, how often it fills a scene."""


@dataclass(frozen=True, slots=True)
class Item:
    """A window as the model reads it; a label for the first piece of each word."""

    ids: tuple[int, ...]
    shapes: tuple[int, ...]
    labels: tuple[int, ...]


def epoch(
    corpora: Sequence[Example],
    scenes: Sequence[tuple[str, str]],
    tokenizer: Any,
    chance: random.Random,
    budget: int,
) -> list[list[Item]]:
    """Batches of windows of like length, in random order."""
    items = [
        item
        for example in _texts(corpora, scenes, chance)
        for part in parts(example, chance)
        for item in windowed(written(part, chance), tokenizer)
    ]
    chance.shuffle(items)
    items.sort(key=lambda item: len(item.ids) + chance.randrange(8))
    batches = list(_batches(items, budget))
    chance.shuffle(batches)
    return batches


def _texts(
    corpora: Sequence[Example], scenes: Sequence[tuple[str, str]], chance: random.Random
) -> Iterator[Example]:
    for example in corpora:
        if chance.random() < SHARE.get(example.source, 1.0):
            yield swapped(example, chance, PEOPLE.get(example.source, 0.3), places=0.25)
    for source, scene in scenes:
        for _ in range(FILLINGS):
            example = filled(scene, source, chance)
            yield _without_speakers(example) if chance.random() < 0.5 else example


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
    """The text in stretches of whole sentences, short and long."""
    inside = [(mark.start, mark.end) for mark in example.marks]
    start, wanted = 0, chance.choice(_WORDS)
    for cut in _cuts(example.text, inside):
        if example.text.count(" ", start, cut) + 1 >= wanted or cut == len(example.text):
            if example.text[start:cut].strip():
                yield example.part(start, cut)
            start, wanted = cut, chance.choice(_WORDS)


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
        labels = [_NO_LABEL] * (last - first)
        for word, tag in zip(read.words[start:end], tags[start:end], strict=True):
            labels[word.first - first] = tag
        yield Item(read.ids[first:last], read.shapes[first:last], tuple(labels))


def tagged(example: Example, read: Pieces) -> Iterator[int]:
    """The tag of each word."""
    at = 0
    within = False
    for word in read.words:
        while at < len(example.marks) and example.marks[at].end <= word.start:
            at, within = at + 1, False
        if at < len(example.marks) and word.end > example.marks[at].start:
            yield TAGS.index(f"{'I' if within else 'B'}-{example.marks[at].label}")
            within = True
        else:
            yield 0


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
