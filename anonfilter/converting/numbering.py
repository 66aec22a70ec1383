"""Finds numbers of lines: whole numbers below one another that grow by one from line to line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from anonfilter.converting.words import Word, lines

ALIGNED = 0.6  # of the size: how far apart the right or left ends of numbers may be
SURE = 5  # numbers on a page of its own
NUMBERED = 0.6  # of the lines of a page
_NUMBER = re.compile(r"\d{1,4}")
_EVEN = 0.25  # of the usual distance


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


def is_even(chain: Sequence[Word]) -> bool:
    """Whether the numbers stand at equal distances, as those of lines do, not of paragraphs."""
    steps = [below.y - above.y for above, below in pairwise(chain)]
    usual = median(steps)
    return sum(abs(step - usual) <= _EVEN * usual for step in steps) >= 0.8 * len(steps)


def is_numbered(words: Sequence[Word]) -> bool:
    """Whether most lines have a number."""
    long = [one for one in chains(words) if len(one) >= SURE and is_even(one)]
    return sum(map(len, long)) >= NUMBERED * len(lines(words)) > 0
