"""What a page has: words and their places, pictures, and text that no reader sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from anonfilter.text.values import hide_values


@hide_values
class Word(NamedTuple):
    """A word and its place: from left to right, and its baseline from the top of the page."""

    text: str
    x0: float
    x1: float
    y: float
    size: float

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2


@hide_values
@dataclass(slots=True)
class Page:
    """A page as it is drawn.

    ``unseen`` has words that no reader sees, by why; ``askew`` those that stand at an angle to the
    others. ``drawn`` is the share of the page that pictures cover, ``curves`` how many curves are
    painted: letters may be drawn as such. ``machine`` says that all words are an unseen layer over
    a picture, as recognition of a scan leaves them.
    """

    number: int
    width: float
    height: float
    words: list[Word] = field(default_factory=list)
    unseen: dict[str, list[Word]] = field(default_factory=dict)
    askew: list[Word] = field(default_factory=list)
    drawn: float = 0.0
    curves: int = 0
    machine: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one baseline, from left to right."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def x0(self) -> float:
        return self.words[0].x0

    @property
    def x1(self) -> float:
        return self.words[-1].x1

    @property
    def y(self) -> float:
        return self.words[0].y

    @property
    def size(self) -> float:
        return max(word.size for word in self.words)


_SAME_LINE = 0.4  # of the size of the letters: how far apart the baselines of a line may be
_SAME_WORD = 0.15  # how far apart the letters of a word may be
_TWICE = 0.2  # how far apart a word is drawn twice, to make it bold


def lines(words: Sequence[Word]) -> list[Line]:
    """Return the lines of some words, from top to bottom."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda one: (one.y, one.x0)):
        if rows and word.y - rows[-1][0].y <= _SAME_LINE * max(word.size, rows[-1][0].size):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [Line(tuple(_joined(row))) for row in rows]


def _joined(row: list[Word]) -> list[Word]:
    """Return the words of a row from left to right; pieces of a word are put together."""
    done: list[Word] = []
    for word in sorted(row, key=lambda one: (one.x0, one.x1)):
        last = done[-1] if done else None
        if last is None:
            done.append(word)
        elif -_TWICE * word.size < word.x0 - last.x1 < _SAME_WORD * min(word.size, last.size):
            whole = last.text + word.text
            done[-1] = Word(whole, last.x0, max(last.x1, word.x1), last.y, last.size)
        else:
            done.append(word)
    return done


def once(words: Sequence[Word]) -> list[Word]:
    """Return the words without those that are drawn again at almost the same place."""
    again: set[int] = set()
    for shift in (0.0, 0.5):
        places = sorted(
            (word.text, round(word.y + shift), word.x0, at) for at, word in enumerate(words)
        )
        for one, other in pairwise(places):
            near = other[2] - one[2] < _TWICE * words[one[3]].size
            if one[:2] == other[:2] and near and one[3] not in again:
                again.add(other[3])
    return [word for at, word in enumerate(words) if at not in again]


def letters(words: Sequence[Word]) -> int:
    """Return how many letters and digits the words have."""
    return sum(map(str.isalnum, "".join(word.text for word in words)))
