"""Find line numbers: whole numbers below one another that increase by one from line to line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from anonfilter_pdf.pdf_words import Word, group_lines

ALIGNED = 0.6  # largest distance of the right or left ends of numbers, in font sizes
SURE = 5  # consecutive numbers that are certainly line numbers
NUMBERED = 0.6  # share of the lines of a page that have a number
_NUMBER = re.compile(r"\d{1,4}")
_EVEN = 0.25  # deviation from the usual distance, as a share of it
_MOST = 0.8
_MANY, _TALL = 10, 0.8  # numbers on preprinted paper, and their share of the page height
_TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?:[.:,]\d{1,3})?|\[TIME(?:_\d+)?\]")


def find_chains(words: Sequence[Word]) -> list[list[Word]]:
    """Return the chains of numbers at the left that increase by one from line to line.

    A chain ends where the numbers restart further down.
    """
    lefts = [row.words[0] for row in group_lines(words) if _NUMBER.fullmatch(row.words[0].text)]
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
    """Return the largest group of words that begin or end at the same x."""
    best: list[Word] = []
    for end in (1, 0):
        ends = sorted((word.x1 if end else word.x0, at) for at, word in enumerate(words))
        begin = 0
        for at, (x, number) in enumerate(ends):
            while x - ends[begin][0] > ALIGNED * words[number].size:
                begin += 1
            if at + 1 - begin > len(best):
                best = [words[index] for _, index in ends[begin : at + 1]]
    return sorted(best, key=lambda word: word.y)


def find_sure_chains(words: Sequence[Word]) -> list[list[Word]]:
    """Return the chains that certainly number lines, and not paragraphs."""
    chains = [chain for chain in find_chains(words) if len(chain) >= SURE]
    heights = sorted(row.y for row in group_lines(words)) if chains else []
    return [chain for chain in chains if _is_even(chain) or _has_each_line(chain, heights)]


def _is_even(chain: Sequence[Word]) -> bool:
    """Return True if the numbers have equal distances."""
    steps = [below.y - above.y for above, below in pairwise(chain)]
    usual = median(steps)
    return sum(abs(step - usual) <= _EVEN * usual for step in steps) >= _MOST * len(steps)


def _has_each_line(chain: Sequence[Word], heights: Sequence[float]) -> bool:
    """Return True if each line between the first and the last number has a number."""
    slack = chain[0].size / 2
    begin = bisect_left(heights, chain[0].y - slack)
    return bisect_right(heights, chain[-1].y + slack) - begin <= len(chain)


def is_numbered(words: Sequence[Word]) -> bool:
    """Return True if most lines have a number, or if even numbers extend over the page height.

    Preprinted paper has such even numbers.
    """
    rows, chains = group_lines(words), find_sure_chains(words)
    if sum(map(len, chains)) >= NUMBERED * len(rows) > 0:
        return True
    height = _TALL * (rows[-1].y - rows[0].y) if rows else 0.0
    return any(
        len(chain) >= _MANY and _is_even(chain) and chain[-1].y - chain[0].y >= height
        for chain in chains
    )


def find_times(words: Sequence[Word], continuing: float = 0.15) -> list[Word]:
    """Return the times of day at the beginning of most lines; [] if there are too few.

    At least the share ``continuing`` of these lines must continue a sentence.
    """
    rows = [row for row in group_lines(words) if len(row.words) > 1]
    timed = [row for row in rows if _TIME.fullmatch(row.words[0].text)]
    if not timed or len(timed) < max(continuing and SURE, NUMBERED * len(rows)):
        return []
    following = (next((w for w in row.words[1:] if not w.text.isdigit()), None) for row in timed)
    count = sum(word is not None and word.text[:1].islower() for word in following)
    return [row.words[0] for row in timed] if count >= continuing * len(timed) else []
