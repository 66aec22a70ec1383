"""The words of a page with their places, and the lines that they form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from anonfilter.text.values import hide_values


@hide_values
class Word(NamedTuple):
    """A word with its left and right ends, and its baseline from the top of the page.

    ``glyphs`` has the glyphs of each character, if they were recorded.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    glyphs: tuple[tuple[Any, ...], ...] = ()

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2


@hide_values
@dataclass(slots=True)
class Page:
    """A page with its words.

    ``unseen`` has the invisible words by reason, ``askew`` has words at an angle, and
    ``again`` has words that are drawn a second time at the same place. ``spoken`` has texts that
    programs read aloud or copy in place of letters or drawings. ``drawn`` is the share of the page
    that pictures cover, and ``curves`` is the number of painted curves, which may be drawn letters.
    ``machine`` is True if text recognition made the words: they are an invisible layer over the
    picture of a scan.
    """

    number: int
    width: float
    height: float
    words: list[Word] = field(default_factory=list)
    unseen: dict[str, list[Word]] = field(default_factory=dict)
    askew: list[Word] = field(default_factory=list)
    again: list[Word] = field(default_factory=list)
    spoken: list[Word] = field(default_factory=list)
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


# Distances in font sizes: of the baselines of a line, of the letters of a word, and of the two
# drawings of a word that is bold.
_SAME_LINE, _SAME_WORD, _TWICE = 0.4, 0.15, 0.2


def group_lines(words: Sequence[Word]) -> list[Line]:
    """Return the lines that the words form, from top to bottom."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.y, word.x0)):
        if rows and word.y - rows[-1][0].y <= _SAME_LINE * max(word.size, rows[-1][0].size):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [Line(tuple(_join_pieces(row))) for row in rows]


def _join_pieces(row: list[Word]) -> list[Word]:
    """Return the words of a row from left to right, with the pieces of a word joined."""
    joined: list[Word] = []
    for word in sorted(row, key=lambda word: (word.x0, word.x1)):
        last = joined[-1] if joined else None
        if last is None:
            joined.append(word)
        elif -_TWICE * word.size < word.x0 - last.x1 < _SAME_WORD * min(word.size, last.size):
            whole = last.text + word.text
            right, glyphs = max(last.x1, word.x1), _join_glyphs(last, word)
            joined[-1] = Word(whole, last.x0, right, last.y, last.size, glyphs)
        else:
            joined.append(word)
    return joined


def _join_glyphs(first: Word, second: Word) -> tuple[tuple[Any, ...], ...]:
    """Return the glyphs of two words; those of a word without text go to the letter beside it."""
    one, two = first.glyphs, second.glyphs
    if first.text and second.text:
        return one + two
    if first.text and one and two:
        return (*one[:-1], one[-1] + two[0])
    return (one[0] + two[0], *two[1:]) if one and two else one or two


def drop_duplicates(words: Sequence[Word]) -> list[Word]:
    """Return the words without those that are drawn again at almost the same place."""
    again: set[int] = set()
    for shift in (0.0, 0.5):
        places = sorted(
            (word.text, round(word.y + shift), word.x0, at) for at, word in enumerate(words)
        )
        for first, second in pairwise(places):
            near = second[2] - first[2] < _TWICE * words[first[3]].size
            if first[:2] == second[:2] and near and first[3] not in again:
                again.add(second[3])
    return [word for at, word in enumerate(words) if at not in again]


def count_letters(words: Sequence[Word]) -> int:
    """Return the number of letters and digits in the words."""
    return sum(map(str.isalnum, "".join(word.text for word in words)))
