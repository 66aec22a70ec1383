"""A text as sub-words, in windows that a model can read, and as words again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from anonfilter_plugins.shared.transformers.inference import Row

# A word and what its apostrophes hold together, less a possessive; or a mark on its own, which
# parts two names that it stands between.
_WORD = re.compile(r"[^\W_]+(?:'(?!s\b)[^\W_]+)*|[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class Piece:
    """A window: what the network is given, and which of its positions are text."""

    row: Row
    content: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A text's windows, and where each of its sub-words stands in it."""

    pieces: tuple[Piece, ...]
    offsets: tuple[tuple[int, int], ...]
    overlap: int

    def table(self, answers: Sequence[Sequence[Any]]) -> list[Any]:
        """One answer a sub-word: of two windows that of the one in which it is further in."""
        table: list[Any] = []
        for piece, answer in zip(self.pieces, answers, strict=True):
            rows = [answer[at] for at in piece.content]
            shared = self.overlap if table else 0
            outer = shared // 2
            del table[len(table) - (shared - outer) :]
            table += rows[outer:]
        return table


def encode(tokenizer: Any, text: str, longest: int, overlap: int) -> Encoded:
    """Windows of ``longest`` sub-words, markers included, that share ``overlap`` of them."""
    made = tokenizer(
        text, truncation=True, max_length=longest, stride=overlap, return_overflowing_tokens=True,
        return_offsets_mapping=True, return_special_tokens_mask=True, padding=False,
    )  # fmt: skip
    inputs = [name for name in tokenizer.model_input_names if name in made]
    pieces: list[Piece] = []
    offsets: list[tuple[int, int]] = []
    for at, markers in enumerate(made["special_tokens_mask"]):
        content = tuple(place for place, marker in enumerate(markers) if not marker)
        pieces.append(Piece({name: made[name][at] for name in inputs}, content))
        new = content[overlap:] if at else content
        offsets += (tuple(made["offset_mapping"][at][place]) for place in new)
    return Encoded(tuple(pieces), tuple(offsets), overlap)


def words(text: str) -> list[tuple[int, int]]:
    """Words and marks; names are made of whole ones, however a model cuts them up."""
    return [match.span() for match in _WORD.finditer(text)]


def by_word(
    found: Iterable[tuple[int, int]], offsets: Sequence[tuple[int, int]]
) -> list[list[int]]:
    """For each word the sub-words that hold a part of it; none, where a model sees nothing."""
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
