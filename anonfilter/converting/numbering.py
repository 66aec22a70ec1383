"""Finds numbers of lines: whole numbers below one another that grow by one from line to line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from anonfilter.converting.words import Word, lines

ALIGNED = 0.6  # of the size: how far apart the right or left ends of numbers may be
SURE = 5  # numbers on a page of its own
NUMBERED = 0.6  # of the lines of a page
_NUMBER = re.compile(r"\d{1,4}")
_EVEN = 0.25  # of the usual distance
_MOST = 0.8


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
    """Whether most lines have a number."""
    return sum(map(len, long_chains(words))) >= NUMBERED * len(lines(words)) > 0
