"""Find the columns of a page by the empty space between them, the gutter.

A page is divided where almost no line crosses and both sides have enough words. Line numbers and
speaker labels have empty space beside them as well, but are not columns. The columns of a page
count only if the page before or after it has the same columns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from anonfilter_pdf.line_numbers import is_numbered
from anonfilter_pdf.pdf_words import Line, Page, Word, group_lines

_FEW = 8  # lines; fewer lines do not show columns
_CROSSING = 0.1  # share of lines that may cross a gutter: headings, headers
_ACROSS = 2  # lines that may cross a gutter beside a short column
_WIDE = 0.8  # least width of a gutter, in font sizes
_WORDS = 3  # words of a line in a column
_FEWEST = 3  # lines of a column
_DENSE = 0.6  # share of the height of a column that has lines
_SAME = 0.03  # distance of the same gutters on two pages, as a share of the page width
_BINS = 1000
_GAP = 1.0  # distance of words that are apart, in font sizes

Gutter = float
"""The middle of the empty space between two columns."""


ACROSS = -1
"""The number of the column for text that crosses all columns."""


@dataclass(slots=True)
class Part:
    """A part of a page that is read from top to bottom: a column, or text across all columns."""

    page: int
    column: int
    words: list[Word]


def find_gutters(pages: Sequence[Page]) -> list[list[Gutter]]:
    """Return the gutters between the columns of each page."""
    lines = [group_lines(page.words) for page in pages]
    own = [_own_gutters(rows, page.width) for rows, page in zip(lines, pages, strict=True)]
    gutters: list[list[Gutter]] = []
    for at, page in enumerate(pages):
        neighbours = [other for other in (at - 1, at + 1) if 0 <= other < len(pages)]
        if own[at]:
            is_shared = any(
                _is_same(own[at], own[other], page.width)
                or (not own[other] and _fits(lines[other], own[at]))
                for other in neighbours
            )
            gutters.append(own[at] if is_shared or len(pages) == 1 else [])
        else:
            fitting = (own[other] for other in neighbours if _fits(lines[at], own[other]))
            gutters.append(next(filter(None, fitting), []))
    return gutters


def split_columns(page: Page, gutters: Sequence[Gutter]) -> list[Part]:
    """Return the parts of a page in reading order."""
    if not gutters:
        return [Part(page.number, 0, list(page.words))]
    parts: list[Part] = []
    columns: list[list[Word]] = [[] for _ in range(len(gutters) + 1)]

    def end_columns() -> None:
        parts.extend(Part(page.number, at, words) for at, words in enumerate(columns) if words)
        columns[:] = [[] for _ in columns]

    for row in group_lines(page.words):
        if any(_crosses(row, gutter) for gutter in gutters):
            end_columns()
            parts.append(Part(page.number, ACROSS, list(row.words)))
            continue
        for at, words in enumerate(_split_line(row, gutters)):
            columns[at] += words
    end_columns()
    return parts


def _own_gutters(rows: Sequence[Line], width: float) -> list[Gutter]:
    """Return the gutters of a page that almost no line crosses, with enough words on both sides."""
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
    """Return the gutters without those beside a stretch that is not a column by itself."""
    while found:
        columns: list[list[list[Word]]] = [[] for _ in range(len(found) + 1)]
        for row in rows:
            if not any(_crosses(row, gutter) for gutter in found):
                for at, words in enumerate(_split_line(row, found)):
                    columns[at].append(words)
        fullest = max((_without_numbers(column) for column in columns), key=len)
        step = median(low[0].y - high[0].y for high, low in pairwise(fullest)) if fullest[1:] else 0
        last = len(columns) - 1
        no_columns = (
            at for at, column in enumerate(columns) if not _is_column(column, step, last=at == last)
        )
        narrow = next(no_columns, None)
        if narrow is None:
            return found
        found = [gutter for at, gutter in enumerate(found) if at != min(narrow, len(found) - 1)]
    return found


def _split_line(row: Line, gutters: Sequence[Gutter]) -> list[list[Word]]:
    """Return the words of a line in each column."""
    columns: list[list[Word]] = [[] for _ in range(len(gutters) + 1)]
    for word in row.words:
        columns[sum(word.middle > gutter for gutter in gutters)].append(word)
    return columns


def _without_numbers(column: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """Return the words of each line, without numbers; omit lines that are numbers only."""
    rows = ([word for word in row if not word.text.isdigit()] for row in column)
    return [row for row in rows if row]


def _is_column(column: Sequence[Sequence[Word]], step: float, *, last: bool) -> bool:
    """Return True for a stretch of a page with numbered lines, or with dense lines of words.

    The lines of a column of speaker labels are not dense.
    """
    rows = _without_numbers(column)
    words = [word for row in column for word in row]
    if not rows or median(map(len, rows)) < _WORDS:
        return last and bool(rows) and is_numbered(words)
    labels = sum(row[-1].text.endswith(":") for row in rows)
    height = rows[-1][0].y - rows[0][0].y
    is_dense = len(rows) >= _FEWEST and (len(rows) - 1) * step >= _DENSE * height
    return (is_dense and 2 * labels < len(rows)) or is_numbered(words)


def _stretches(row: Line) -> list[tuple[float, float]]:
    """Return the stretches of a line that are separated by more than a space."""
    stretches = [(row.x0, row.words[0].x1)]
    for before, after in pairwise(row.words):
        if after.x0 - before.x1 < _GAP * row.size:
            stretches[-1] = stretches[-1][0], max(stretches[-1][1], after.x1)
        else:
            stretches.append((after.x0, after.x1))
    return stretches


def _crosses(row: Line, gutter: Gutter) -> bool:
    return any(x0 < gutter < x1 for x0, x1 in _stretches(row))


def _is_same(first: Sequence[Gutter], second: Sequence[Gutter], width: float) -> bool:
    return len(first) == len(second) and all(
        abs(left - right) <= _SAME * width for left, right in zip(first, second, strict=True)
    )


def _fits(rows: Sequence[Line], found: Sequence[Gutter]) -> bool:
    """Return True if almost no line of a page crosses these gutters."""
    crossing = sum(any(_crosses(row, gutter) for gutter in found) for row in rows)
    return bool(rows) and crossing <= 1 + _CROSSING * len(rows)
