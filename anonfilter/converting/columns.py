"""Finds the columns of a page, by what stays empty between them from top to bottom.

A page is divided where hardly a line crosses, and where there are words enough on both sides: the
numbers of lines and the labels of speakers stand apart as well, but are no columns. What one page
shows counts only if the page before or after it shows the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from anonfilter.converting.words import Line, Page, Word, lines

_FEW = 8  # lines: too few to tell columns from
_CROSSING = 0.1  # of the lines may cross a gutter: headings, headers
_WIDE = 0.8  # of the size of the letters: the least width of a gutter
_WORDS = 3  # of a line in a column
_BALANCE = 0.3  # of the lines of the fullest column
_SAME = 0.03  # of the width of the page: how far apart gutters of two pages may be
_BINS = 1000
_GAP = 1.0  # of the size: words that stand nearer are not apart

Gutter = float
"""The middle of the empty space between two columns."""


@dataclass(slots=True)
class Part:
    """A part of a page that is read from top to bottom: a column, or what crosses all of them."""

    page: int
    column: int
    words: list[Word]


def gutters(pages: Sequence[Page]) -> list[list[Gutter]]:
    """Return where each page is divided into columns."""
    rows = [lines(page.words) for page in pages]
    own = [_gutters(some, page.width) for some, page in zip(rows, pages, strict=True)]
    done: list[list[Gutter]] = []
    for at, page in enumerate(pages):
        around = [own[other] for other in (at - 1, at + 1) if 0 <= other < len(pages)]
        if own[at]:
            shared = len(pages) == 1 or any(_same(own[at], one, page.width) for one in around)
            done.append(own[at] if shared else [])
        else:
            fitting = (one for one in around if one and _fits(rows[at], one))
            done.append(next(fitting, []))
    return done


def parts(page: Page, dividing: Sequence[Gutter]) -> list[Part]:
    """Return the parts of a page in the order in which they are read."""
    if not dividing:
        return [Part(page.number, 0, list(page.words))]
    done: list[Part] = []
    columns: list[list[Word]] = [[] for _ in range(len(dividing) + 1)]

    def finish() -> None:
        done.extend(Part(page.number, at, words) for at, words in enumerate(columns) if words)
        columns[:] = [[] for _ in columns]

    for row in lines(page.words):
        if any(_crosses(row, gutter) for gutter in dividing):
            finish()
            done.append(Part(page.number, 0, list(row.words)))
            continue
        for word in row.words:
            columns[sum(word.middle > gutter for gutter in dividing)].append(word)
    finish()
    return done


def _gutters(rows: Sequence[Line], width: float) -> list[Gutter]:
    """Return where hardly a line crosses, with words enough on both sides."""
    if len(rows) < _FEW or width <= 0:
        return []
    scale = min(1.0, _BINS / width)
    size = median(row.size for row in rows)
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    covered = [0] * (int(width * scale) + 2)
    for row in rows:
        for x0, x1 in _stretches(row):
            begin, end = (min(max(int(x * scale), 0), len(covered) - 2) for x in (x0, x1))
            covered[begin] += 1
            covered[end + 1] -= 1
    found, begin, depth = [], None, 0
    for at, change in enumerate(covered):
        depth += change
        free = depth <= _CROSSING * len(rows) and left < at / scale < right
        if free and begin is None:
            begin = at
        elif not free and begin is not None:
            if (at - begin) / scale >= _WIDE * size:
                found.append((begin + at) / 2 / scale)
            begin = None
    return _between_columns(rows, found)


def _between_columns(rows: Sequence[Line], found: list[Gutter]) -> list[Gutter]:
    """Leave out gutters beside what is no column: it belongs to what is on its right."""
    while found:
        counts: list[list[int]] = [[] for _ in range(len(found) + 1)]
        for row in rows:
            if not any(_crosses(row, gutter) for gutter in found):
                for at, words in enumerate(_divided(row, found)):
                    if words:
                        counts[at].append(words)
        most = max(map(len, counts))
        narrow = next(
            (
                at
                for at, some in enumerate(counts)
                if len(some) < max(_FEW / 2, _BALANCE * most) or median(some) < _WORDS
            ),
            None,
        )
        if narrow is None:
            return found
        found = [one for at, one in enumerate(found) if at != min(narrow, len(found) - 1)]
    return found


def _divided(row: Line, found: Sequence[Gutter]) -> list[int]:
    counts = [0] * (len(found) + 1)
    for word in row.words:
        counts[sum(word.middle > gutter for gutter in found)] += not word.text.isdigit()
    return counts


def _stretches(row: Line) -> list[tuple[float, float]]:
    """Return the stretches of a line between which there is more than a space."""
    done = [(row.x0, row.words[0].x1)]
    for one, other in pairwise(row.words):
        if other.x0 - one.x1 < _GAP * row.size:
            done[-1] = done[-1][0], max(done[-1][1], other.x1)
        else:
            done.append((other.x0, other.x1))
    return done


def _crosses(row: Line, gutter: Gutter) -> bool:
    return any(x0 < gutter < x1 for x0, x1 in _stretches(row))


def _same(one: Sequence[Gutter], other: Sequence[Gutter], width: float) -> bool:
    return len(one) == len(other) and all(
        abs(mine - its) <= _SAME * width for mine, its in zip(one, other, strict=True)
    )


def _fits(rows: Sequence[Line], found: Sequence[Gutter]) -> bool:
    """Whether a page without gutters of its own may have those of its neighbour: few lines cross
    them, and those of the first column are as long as the gutters leave them."""
    crossing = sum(any(_crosses(row, gutter) for gutter in found) for row in rows)
    return bool(rows) and crossing <= 1 + _CROSSING * len(rows) and (
        max(row.x1 for row in rows) > found[0] or len(rows) >= _FEW
    )  # fmt: skip
