"""Encode a text as windows of sub-words, and map sub-words back to words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from anonfilter_models.transformers.batched_probabilities import Row

# A word with inner apostrophes, without a possessive ending; or a mark, which separates names.
_WORD = re.compile(r"[^\W_]+(?:'(?!s\b)[^\W_]+)*|[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class SubwordWindow:
    """A window: the input of the network, and the positions in it that are text."""

    row: Row
    content: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Encoded:
    """The windows of a text, and the place of each sub-word in the text."""

    windows: tuple[SubwordWindow, ...]
    offsets: tuple[tuple[int, int], ...]
    overlap: int

    def table(self, answers: Sequence[Sequence[Any]]) -> list[Any]:
        """Return one output for each sub-word, from the window in which it has most context."""
        table: list[Any] = []
        for window, answer in zip(self.windows, answers, strict=True):
            rows = [answer[at] for at in window.content]
            shared = self.overlap if table else 0
            outer = shared // 2
            del table[len(table) - (shared - outer) :]
            table += rows[outer:]
        return table


def encode(tokenizer: Any, text: str, longest: int, overlap: int) -> Encoded:
    """Encode a text in windows of ``longest`` sub-words, which overlap by ``overlap`` of them."""
    made = tokenizer(
        text,
        truncation=True,
        max_length=longest,
        stride=overlap,
        return_overflowing_tokens=True,
        return_offsets_mapping=True,
        return_special_tokens_mask=True,
        padding=False,
    )
    inputs = [name for name in tokenizer.model_input_names if name in made]
    windows: list[SubwordWindow] = []
    offsets: list[tuple[int, int]] = []
    for at, markers in enumerate(made["special_tokens_mask"]):
        content = tuple(place for place, marker in enumerate(markers) if not marker)
        windows.append(SubwordWindow({name: made[name][at] for name in inputs}, content))
        new = content[overlap:] if at else content
        offsets += (tuple(made["offset_mapping"][at][place]) for place in new)
    return Encoded(tuple(windows), tuple(offsets), overlap)


def words(text: str) -> list[tuple[int, int]]:
    """Return the places of words and marks in a text."""
    return [match.span() for match in _WORD.finditer(text)]


def by_word(
    found: Iterable[tuple[int, int]], offsets: Sequence[tuple[int, int]]
) -> list[list[int]]:
    """Return for each word the numbers of the sub-words that overlap it."""
    result: list[list[int]] = []
    first = 0
    for start, end in found:
        while first < len(offsets) and offsets[first][1] <= start:
            first += 1
        at = first
        parts: list[int] = []
        while at < len(offsets) and offsets[at][0] < end:
            if offsets[at][1] > start:
                parts.append(at)
            at += 1
        result.append(parts)
    return result
