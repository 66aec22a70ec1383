"""What the model reads of a text: word pieces in lower case, and how each word is written.

The vocabulary knows no capitals, so a text without any reads like one with. Where there are some
they still tell, so each piece is told the shape of its word. Training and detection share this.
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
"""What a word may be, in the order of the model's outputs; and which label that is."""

PLAIN, CAPITAL, UPPER, MIXED = range(4)
SHAPES = 4

WINDOW = 128
OVERLAP = 40
LONGEST = 256
"""Words in a window, words that it shares with the next, and word pieces that it may have."""

_SHOUTED = 0.6


@dataclass(frozen=True, slots=True)
class Word:
    """Where a word stands in the text, and its pieces among all."""

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
    """words[start:end] are read together; what is said of words[core_start:core_end] counts."""

    start: int
    end: int
    core_start: int
    core_end: int


def pieces(tokenizer: Any, text: str) -> Pieces:
    """``tokenizer`` is one of the library tokenizers."""
    encoding = tokenizer.encode(text, add_special_tokens=False)
    words = tuple(_words(encoding.word_ids, encoding.offsets))
    shapes = [shape(text[word.start : word.end]) for word in words]
    if _shouted(text, words, shapes):  # in a text all in capitals they tell nothing
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
    """How a word is written."""
    if word == word.lower():
        return PLAIN
    if word == word.upper():
        return UPPER if len(word) > 1 else CAPITAL
    return CAPITAL if word[1:] == word[1:].lower() else MIXED


def _shouted(text: str, words: Sequence[Word], shapes: Sequence[int]) -> bool:
    lettered = sum(text[word.start].isalpha() for word in words)
    return shapes.count(UPPER) > _SHOUTED * lettered


def windows(words: Sequence[Word]) -> Iterator[Window]:
    """All words, in windows that share some, so that each has neighbours on both sides."""
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
