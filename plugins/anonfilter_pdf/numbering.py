"""Finds numbers of lines: whole numbers below one another that grow by one from line to line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from anonfilter_pdf.words import Word, lines

ALIGNED = 0.6  # of the size: how far apart the right or left ends of numbers may be
SURE = 5  # numbers on a page of its own
NUMBERED = 0.6  # of the lines of a page
_NUMBER = re.compile(r"\d{1,4}")
_EVEN = 0.25  # of the usual distance
_MOST = 0.8
_MANY, _TALL = 10, 0.8  # printed numbers, and how far down the page they go
_TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?:[.:,]\d{1,3})?")


def chains(words: Sequence[Word]) -> list[list[Word]]:
    """Return the numbers at the left that grow by one from line to line; several, where they begin
    anew further down."""
    lefts = [row.words[0] for row in lines(words) if _NUMBER.fullmatch(row.words[0].text)]
    if not lefts:
        return []
    chains: list[list[Word]] = []
    for word in _aligned(lefts):
        value = int(word.text)
        if chains and value == int(chains[-1][-1].text) + 1:
            chains[-1].append(word)
        elif not chains or value <= int(chains[-1][0].text):
            chains.append([word])
    return chains


def _aligned(words: Sequence[Word]) -> list[Word]:
    """Return the most words that end, or begin, at one place."""
    best: list[Word] = []
    for end in (1, 0):
        ends = sorted((word.x1 if end else word.x0, at) for at, word in enumerate(words))
        begin = 0
        for at, (x, number) in enumerate(ends):
            while x - ends[begin][0] > ALIGNED * words[number].size:
                begin += 1
            if at + 1 - begin > len(best):
                best = [words[one] for _, one in ends[begin : at + 1]]
    return sorted(best, key=lambda word: word.y)


def long_chains(words: Sequence[Word]) -> list[list[Word]]:
    """Return the chains that are sure to be numbers of lines, not of paragraphs."""
    found = [chain for chain in chains(words) if len(chain) >= SURE]
    heights = sorted(row.y for row in lines(words)) if found else []
    return [chain for chain in found if _is_even(chain) or _has_each(chain, heights)]


def _is_even(chain: Sequence[Word]) -> bool:
    """Whether the numbers stand at equal distances."""
    steps = [below.y - above.y for above, below in pairwise(chain)]
    usual = median(steps)
    return sum(abs(step - usual) <= _EVEN * usual for step in steps) >= _MOST * len(steps)


def _has_each(chain: Sequence[Word], heights: Sequence[float]) -> bool:
    """Whether each line between the first and the last number has one."""
    slack = chain[0].size / 2
    begin = bisect_left(heights, chain[0].y - slack)
    return bisect_right(heights, chain[-1].y + slack) - begin <= len(chain)


def is_numbered(words: Sequence[Word]) -> bool:
    """Whether most lines have a number, or numbers at equal distances go down all of the page, as
    on paper that has them printed."""
    rows, found = lines(words), long_chains(words)
    if sum(map(len, found)) >= NUMBERED * len(rows) > 0:
        return True
    high = _TALL * (rows[-1].y - rows[0].y) if rows else 0.0
    return any(
        len(one) >= _MANY and _is_even(one) and one[-1].y - one[0].y >= high for one in found
    )


def times(words: Sequence[Word], going_on: float = 0.15) -> list[Word]:
    """Return the times of day before each line; so many of the lines begin within a sentence."""
    rows = [row for row in lines(words) if len(row.words) > 1]
    timed = [row for row in rows if _TIME.fullmatch(row.words[0].text)]
    if not timed or len(timed) < max(going_on and SURE, NUMBERED * len(rows)):
        return []
    following = (next((w for w in row.words[1:] if not w.text.isdigit()), None) for row in timed)
    inside = sum(word is not None and word.text[0].islower() for word in following)
    return [row.words[0] for row in timed] if inside >= going_on * len(timed) else []
