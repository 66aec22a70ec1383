"""Prepare the model's input: word pieces in lower case, with the letter case of each word.

The vocabulary has no capitals, so that text with and without capitals is read alike. Where a text
has capitals they are evidence, so each piece carries the letter case of its word. Training and
detection share this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple, get_args

from anonfilter_english.knowledge.sentences import ends_sentence

ModelLabel = Literal["PERSON", "LOCATION", "ORGANIZATION", "NRP", "DATE", "TIME", "OTHER"]
LABELS: tuple[ModelLabel, ...] = get_args(ModelLabel)
TAGS = ("O", *(f"{prefix}-{label}" for label in LABELS for prefix in "BI"))
LABEL_OF: tuple[ModelLabel | None, ...] = (None, *(label for label in LABELS for _ in "BI"))
"""The model's outputs in their order, and the label of each."""

PLAIN, CAPITAL, UPPER, MIXED = range(4)
SHAPES = 4

WINDOW = 96
OVERLAP = 16
LONGEST = 256
"""The maximum number of words in a window, of words that windows share, and of word pieces."""

_SHOUTED = 0.6


@dataclass(frozen=True, slots=True)
class Word:
    """A word: its place in the text, and its pieces, from ``first`` up to ``last``.

    ``opens`` is True if the word begins a line or sentence; ``mark`` is True for punctuation.
    """

    start: int
    end: int
    first: int
    last: int
    opens: bool = False
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text as the model reads it."""

    ids: tuple[int, ...]
    shapes: tuple[int, ...]
    words: tuple[Word, ...]


class Window(NamedTuple):
    """A window: words[start:end] are the input; outputs for words[core_start:core_end] are used."""

    start: int
    end: int
    core_start: int
    core_end: int


def pieces(tokenizer: Any, text: str) -> Pieces:
    """Return a text as the model reads it: word pieces, and the letter case of each.

    ``tokenizer`` is a ``tokenizers.Tokenizer``.
    """
    encoding = tokenizer.encode(text, add_special_tokens=False)
    words = tuple(_words(text, encoding.word_ids, encoding.offsets))
    shapes = [shape(text[word.start : word.end]) for word in words]
    if _shouted(text, words, shapes):  # Capitals are no evidence in a text that is all in capitals.
        shapes = [PLAIN] * len(shapes)
    spread = [
        one for one, word in zip(shapes, words, strict=True) for _ in range(word.first, word.last)
    ]
    return Pieces(tuple(encoding.ids), tuple(spread), words)


def _words(text: str, ids: Sequence[int], offsets: Sequence[tuple[int, int]]) -> Iterator[Word]:
    at = before = 0
    for _, group in groupby(ids):
        first, at = at, at + len(list(group))
        start, end = offsets[first][0], offsets[at - 1][1]
        mark = not text[start].isalnum()
        yield Word(start, end, first, at, _opens(text, before, start), mark)
        before = end


def _opens(text: str, before: int, start: int) -> bool:
    """Return True if a line or a sentence ends between two words."""
    if start == before:
        return False
    last = text[before - 1]
    return "\n" in text[before:start] or (last in ".!?;" and ends_sentence(text, before - 1))


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
    """Yield windows over all words.

    Windows end at the ends of lines or sentences, so that an edit leaves later windows unchanged.
    Where no line or sentence ends, windows overlap.
    """
    start = core = 0
    while start < len(words):
        end = _furthest(words, start)
        if end == len(words):
            yield Window(start, end, core, end)
            return
        cut = next((at for at in range(end, start + (end - start) // 2, -1) if words[at].opens), 0)
        if cut:
            yield Window(start, cut, core, cut)
            start = core = cut
            continue
        shared = min(OVERLAP, (end - start) // 3)
        yield Window(start, end, core, end - shared // 2)
        start, core = end - shared, end - shared // 2


def _furthest(words: Sequence[Word], start: int) -> int:
    end = min(start + WINDOW, len(words))
    while words[end - 1].last - words[start].first > LONGEST and end > start + 1:
        end -= 1
    return end
