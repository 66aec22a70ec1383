"""Puts the pages that are printed on one sheet in their order, by the numbers that they bear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from anonfilter_pdf.margins import Panel

_NUMBER = re.compile(r"\d{1,5}")
_ENDS = 2  # lines at the head and foot that may have the number of a page


def in_order(given: Sequence[Panel]) -> list[Panel]:
    """Return the panels in reading order: on each sheet column by column, unless their numbers
    say row by row."""
    by_column = list(given)
    by_row: list[Panel] = []
    for _, sheet in groupby(by_column, key=lambda panel: panel.page):
        some = list(sheet)
        stacked = any(panel.row for panel in some)
        by_row += sorted(some, key=lambda panel: panel.row) if stacked else some
    return by_row if _steps(by_row) > _steps(by_column) else by_column


def _steps(panels: Sequence[Panel]) -> int:
    """Return how often a panel has a number that is one more than that of the panel before."""
    numbers = [_numbers(panel) for panel in panels]
    return sum(any(one + 1 in after for one in before) for before, after in pairwise(numbers))


def _numbers(panel: Panel) -> set[int]:
    ends = [*panel.lines[:_ENDS], *panel.lines[-_ENDS:]]
    return {int(one) for line in ends for one in _NUMBER.findall(line.text)}
