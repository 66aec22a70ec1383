"""Finds the columns of a page, by what stays empty between them from top to bottom.

A page is divided where hardly a line crosses, and where there are words enough on both sides: the
numbers of lines and the labels of speakers stand apart as well, but are no columns. What one page
shows counts only if the page before or after it shows the same.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from anonfilter_pdf.numbering import is_numbered
from anonfilter_pdf.words import Line, Page, Word, lines

_FEW = 8  # lines: too few to tell columns from
_CROSSING = 0.1  # of the lines may cross a gutter: headings, headers
_ACROSS = 2  # lines that cross even a gutter beside a short column
_WIDE = 0.8  # of the size of the letters: the least width of a gutter
_WORDS = 3  # of a line in a column
_FEWEST = 3  # lines of a column
_DENSE = 0.6  # of its height has lines
_SAME = 0.03  # of the width of the page: how far apart gutters of two pages may be
_BINS = 1000
_GAP = 1.0  # of the size: words that stand nearer are not apart

Gutter = float
"""The middle of the empty space between two columns."""


ACROSS = -1
"""The column of what crosses all of them."""


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
        around = [other for other in (at - 1, at + 1) if 0 <= other < len(pages)]
        if own[at]:
            shared = any(
                _same(own[at], own[other], page.width)
                or (not own[other] and _fits(rows[other], own[at]))
                for other in around
            )
            done.append(own[at] if shared or len(pages) == 1 else [])
        else:
            fitting = (own[one] for one in around if own[one] and _fits(rows[at], own[one]))
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
            done.append(Part(page.number, ACROSS, list(row.words)))
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
    lefts, rights = sorted(row.x0 for row in rows), sorted(row.x1 for row in rows)
    covered = [0] * (int(width * scale) + 2)
    for row in rows:
        for x0, x1 in _stretches(row):
            begin, end = (min(max(int(x * scale), 0), len(covered) - 2) for x in (x0, x1))
            covered[begin] += 1
            covered[end + 1] -= 1
    found: list[Gutter] = []
    begin = depth = 0
    for at, change in enumerate(covered):
        depth += change
        x = at / scale
        beside = min(bisect_left(lefts, x), len(rights) - bisect_right(rights, x))
        if depth <= min(_CROSSING * len(rows), max(_ACROSS, _CROSSING * beside)):
            continue
        if (at - begin) / scale >= _WIDE * size and lefts[0] < begin / scale:
            found.append((begin + at) / 2 / scale)
        begin = at + 1
    return _between_columns(rows, found)


def _between_columns(rows: Sequence[Line], found: list[Gutter]) -> list[Gutter]:
    """Leave out gutters beside what is no column: it belongs to what is on its right."""
    while found:
        columns: list[list[list[Word]]] = [[] for _ in range(len(found) + 1)]
        for row in rows:
            if not any(_crosses(row, gutter) for gutter in found):
                for at, words in enumerate(_divided(row, found)):
                    columns[at].append(words)
        fullest = max((_worded(column) for column in columns), key=len)
        step = median(low[0].y - high[0].y for high, low in pairwise(fullest)) if fullest[1:] else 0
        narrow = next(
            (
                at
                for at, one in enumerate(columns)
                if not _is_column(one, step, last=at == len(columns) - 1)
            ),
            None,
        )
        if narrow is None:
            return found
        found = [one for at, one in enumerate(found) if at != min(narrow, len(found) - 1)]
    return found


def _divided(row: Line, found: Sequence[Gutter]) -> list[list[Word]]:
    """Return the words of a line in each column."""
    columns: list[list[Word]] = [[] for _ in range(len(found) + 1)]
    for word in row.words:
        columns[sum(word.middle > gutter for gutter in found)].append(word)
    return columns


def _worded(column: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """Return the words of each line, numbers aside, where it has any."""
    rows = ([word for word in row if not word.text.isdigit()] for row in column)
    return [row for row in rows if row]


def _is_column(column: Sequence[Sequence[Word]], step: float, *, last: bool) -> bool:
    """Whether a stretch of a page is a column: it has numbered lines of its own, or lines of some
    words without holes between them, as a list of labels has."""
    worded = _worded(column)
    if not worded or median(map(len, worded)) < _WORDS:
        return last and bool(worded) and is_numbered([word for row in column for word in row])
    labels = sum(row[-1].text.endswith(":") for row in worded)
    high = worded[-1][0].y - worded[0][0].y
    dense = len(worded) >= _FEWEST and (len(worded) - 1) * step >= _DENSE * high
    if dense and 2 * labels < len(worded):
        return True
    return is_numbered([word for row in column for word in row])


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
    """Whether hardly a line of a page without gutters of its own crosses these."""
    crossing = sum(any(_crosses(row, gutter) for gutter in found) for row in rows)
    return bool(rows) and crossing <= 1 + _CROSSING * len(rows)
