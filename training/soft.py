"""Label speech without annotations with the teacher, as training data for the student.

The teacher reads a stretch of each document as it is written. Then its answers for the same word in
several places are combined: a word that is certainly a name in one place is likelier a name in the
others, and a word that is certainly ordinary is less likely a name. The student reads the same
words with or without capitals and punctuation, in long and short stretches.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from anonfilter_english.detectors.caseless.pieces import LABEL_OF, PLAIN, TAGS, pieces, windows

from training.apart import kept_apart
from training.corpora import UNLABELLED
from training.data import Item
from training.reading import Network, chances, said

STRETCHES = {
    "u_congress_hearings": (150, 1200),
    "u_earnings22_calls": (100, 1200),
    "u_fomc_meetings": (40, 1000),
    "u_icsi_meetings": (50, 1500),
    "u_ami_rest": (40, 1500),
    "u_common_voice_sentences": (150, 350),
    "u_nasa_missions": (20, 800),
}
"""The number of documents of each corpus of which a stretch is read, and the words in a stretch."""

_LENGTHS = (6, 12, 25, 50, 80, 110)
_SURE, _HEARD = 0.9, 0.5
_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Soft:
    """A stretch of a document with the labels of the teacher.

    ``ids`` and ``shapes`` are of its pieces. Its words have in ``firsts`` the index of their first
    piece, in ``tags`` the probability of each tag, and in ``spoken`` True if the word has letters
    or digits.
    """

    ids: Any
    shapes: Any
    firsts: Any
    tags: Any
    spoken: Any


def stretches(folder: Path, seed: int, share: float = 1.0) -> Iterator[str]:
    """Yield the stretches of text that the teacher reads."""
    for corpus in UNLABELLED:
        path = folder / f"{corpus}.jsonl.gz"
        if not path.exists():
            continue
        documents, words = STRETCHES[corpus]
        chance = random.Random(f"{seed} {corpus}")
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        texts = [one["text"] for one in records if not kept_apart(corpus, one["id"])]
        for text in chance.sample(texts, min(len(texts), max(1, round(share * documents)))):
            yield _stretch(text, words, chance)


def _stretch(text: str, words: int, chance: random.Random) -> str:
    """Return about so many words from a random place, from the start of a sentence or line."""
    length = words * len(text) // max(1, len(text.split()))
    if length >= len(text):
        return text
    start = chance.randrange(len(text) - length)
    cut = max(text.find(". ", start), text.find("\n", start)) + 1
    return text[cut : cut + length].strip()


def soften(network: Network, tokenizer: Any, text: str) -> Soft:
    """Return a stretch with the teacher's probabilities, combined over the stretch."""
    read = pieces(tokenizer, text)
    found = list(windows(read.words))
    rows = said(network, [(read, window) for window in found], size=12)
    tags = np.zeros((len(read.words), len(TAGS)), dtype=np.float32)
    for window, own in zip(found, rows, strict=True):
        first = read.words[window.start].first
        for at in range(window.core_start, window.core_end):
            tags[at] = chances(own[1 + read.words[at].first - first])
    words = [text[word.start : word.end] for word in read.words]
    return Soft(
        np.array(read.ids, dtype=np.int32),
        np.array(read.shapes, dtype=np.int8),
        np.array([word.first for word in read.words], dtype=np.int32),
        heard(words, tags).astype(np.float16),
        np.array([any(char.isalnum() for char in word) for word in words], dtype=bool),
    )


def answered(network: Network, some: Sequence[Item]) -> list[Item]:
    """Return the windows with a network's answers for the first pieces of words as labels."""
    found = []
    for item, rows in zip(some, network(some), strict=True):
        tags = chances(rows[1 : 1 + len(item.ids)]).astype(np.float16)
        if item.firsts:
            tags[np.arange(len(item.ids)) != np.array(item.firsts)] = 0
        found.append(Item(item.ids, item.shapes, (), tags, item.firsts))
    return found


def heard(words: Sequence[str], tags: Any) -> Any:
    """Return the probabilities of words, moved towards those of the same word in other places.

    Only places count where the teacher is certain, of a name or of an ordinary word. Words in
    different letter case are different words: "will" is not "Will".
    """
    places: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(words):
        if len(word) >= _LETTERS and word.isalpha():
            places[word].append(at)
    result = tags.copy()
    for own in places.values():
        sure = [at for at in own if tags[at].max() >= _SURE]
        if len(own) < 2 or not sure:
            continue
        labels = np.stack([_labels(tags[at]) for at in sure]).mean(axis=0)
        for at in own:
            if tags[at].max() < _SURE:
                before = _labels(tags[at])
                after = (1 - _HEARD) * before + _HEARD * labels
                result[at] = _spread(tags[at], before, after)
    return result


_GROUPS = [
    [at for at, other in enumerate(LABEL_OF) if other == label] for label in dict.fromkeys(LABEL_OF)
]


def _labels(tags: Any) -> Any:
    return np.array([tags[group].sum() for group in _GROUPS])


def _spread(tags: Any, before: Any, after: Any) -> Any:
    """Return the probabilities of tags for new probabilities of labels.

    The first-word tag and the later-word tag of a label keep their shares.
    """
    new = np.zeros_like(tags)
    for group, old, now in zip(_GROUPS, before, after, strict=True):
        if old > 1e-3:
            new[group] = tags[group] * (now / old)
        else:
            new[group[0]] = now
    return new / new.sum()


def items(some: Sequence[Soft], chance: random.Random) -> Iterator[Item]:
    """Yield the stretches as windows of random length, each written in one of three ways."""
    for one in some:
        start = 0
        while start < len(one.firsts):
            end = min(start + chance.choice(_LENGTHS), len(one.firsts))
            yield _item(one, start, end, chance.random())
            start = end


def _item(one: Soft, start: int, end: int, draw: float) -> Item:
    words = [at for at in range(start, end) if draw < 0.75 or one.spoken[at]] or [start]
    ends = np.append(one.firsts[1:], len(one.ids))
    ids: list[int] = []
    shapes: list[int] = []
    rows: list[Any] = []
    firsts: list[int] = []
    nothing = np.zeros(len(TAGS), dtype=np.float16)
    for at in words:
        own = range(one.firsts[at], ends[at])
        firsts += [len(ids)] * len(own)
        ids += [int(one.ids[piece]) for piece in own]
        shapes += [int(one.shapes[piece]) if draw < 0.4 else PLAIN for piece in own]
        rows += [one.tags[at], *[nothing] * (len(own) - 1)]
    return Item(tuple(ids), tuple(shapes), (), np.stack(rows), tuple(firsts))
