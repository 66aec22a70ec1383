"""Prepare the model's input: word pieces in lower case, with the letter case of each word.

The vocabulary has no capitals, so text without any reads like text with. Where there are some
they are evidence, so each piece carries the shape of its word. Training and detection share this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple, get_args

ModelLabel = Literal["PERSON", "LOCATION", "ORGANIZATION", "NRP", "DATE", "TIME", "OTHER"]
LABELS: tuple[ModelLabel, ...] = get_args(ModelLabel)
TAGS = ("O", *(f"{prefix}-{label}" for label in LABELS for prefix in "BI"))
LABEL_OF: tuple[ModelLabel | None, ...] = (None, *(label for label in LABELS for _ in "BI"))
"""The model's outputs in their order, and the label of each."""

PLAIN, CAPITAL, UPPER, MIXED = range(4)
SHAPES = 4

WINDOW = 128
OVERLAP = 16
LONGEST = 256
"""Words in a window, words shared with the next window, and most word pieces in a window."""

_SHOUTED = 0.6


@dataclass(frozen=True, slots=True)
class Word:
    """The place of a word in the text, and the range of its pieces."""

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text as the model reads it."""

    ids: tuple[int, ...]
    shapes: tuple[int, ...]
    words: tuple[Word, ...]


class Window(NamedTuple):
    """words[start:end] are the input; the outputs for words[core_start:core_end] count."""

    start: int
    end: int
    core_start: int
    core_end: int


def pieces(tokenizer: Any, text: str) -> Pieces:
    """Encode a text; ``tokenizer`` is a ``tokenizers.Tokenizer``."""
    encoding = tokenizer.encode(text, add_special_tokens=False)
    words = tuple(_words(encoding.word_ids, encoding.offsets))
    shapes = [shape(text[word.start : word.end]) for word in words]
    if _shouted(text, words, shapes):  # in a text all in capitals they are no evidence
        shapes = [PLAIN] * len(shapes)
    spread = [
        one for one, word in zip(shapes, words, strict=True) for _ in range(word.first, word.last)
    ]
    return Pieces(tuple(encoding.ids), tuple(spread), words)


def _words(ids: Sequence[int], offsets: Sequence[tuple[int, int]]) -> Iterator[Word]:
    at = 0
    for _, group in groupby(ids):
        first, at = at, at + len(list(group))
        yield Word(offsets[first][0], offsets[at - 1][1], first, at)


def shape(word: str) -> int:
    """Return the letter case of a word."""
    if word == word.lower():
        return PLAIN
    if word == word.upper():
        return UPPER if len(word) > 1 else CAPITAL
    return CAPITAL if word[1:] == word[1:].lower() else MIXED


def _shouted(text: str, words: Sequence[Word], shapes: Sequence[int]) -> bool:
    lettered = sum(text[word.start].isalpha() for word in words)
    return shapes.count(UPPER) > _SHOUTED * lettered


def windows(words: Sequence[Word]) -> Iterator[Window]:
    """Yield overlapping windows over all words, so that each word has context on both sides."""
    start = core = 0
    while start < len(words):
        end = min(start + WINDOW, len(words))
        while words[end - 1].last - words[start].first > LONGEST and end > start + 1:
            end -= 1
        last = end == len(words)
        shared = min(OVERLAP, (end - start) // 3)
        core_end = end if last else end - shared // 2
        yield Window(start, end, core, core_end)
        if last:
            return
        start, core = end - shared, core_end
