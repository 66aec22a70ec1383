"""Sort the pages that are printed on one sheet by their page numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from anonfilter_pdf.page_margins import Panel

_NUMBER = re.compile(r"\d{1,5}")
_ENDS = 2  # lines at the head and foot that may have the page number


def sort_panels(panels: Sequence[Panel]) -> list[Panel]:
    """Return the panels in reading order.

    A sheet is read column by column, unless the page numbers increase row by row.
    """
    by_column = list(panels)
    by_row: list[Panel] = []
    for _, sheet in groupby(by_column, key=lambda panel: panel.page):
        by_row += sorted(sheet, key=lambda panel: panel.row)
    return by_row if _count_steps(by_row) > _count_steps(by_column) else by_column


def _count_steps(panels: Sequence[Panel]) -> int:
    """Return how often the page number increases by one."""
    numbers = [_page_numbers(panel) for panel in panels]
    return sum(any(number + 1 in after for number in before) for before, after in pairwise(numbers))


def _page_numbers(panel: Panel) -> set[int]:
    ends = [*panel.lines[:_ENDS], *panel.lines[-_ENDS:]]
    return {int(number) for line in ends for number in _NUMBER.findall(line.text)}
