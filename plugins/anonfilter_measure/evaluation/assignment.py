"""Pair rows and columns one to one with the largest sum: the Hungarian method."""

from __future__ import annotations

from collections.abc import Sequence


def best_assignment(gains: Sequence[Sequence[float]]) -> float:
    """Return the largest sum of non-negative gains, with each row and column at most once.

    Each connected part is solved by itself: the clusters of a document make many small parts, and
    the method is cubic.
    """
    return sum(_solved(gains, rows, columns) for rows, columns in _parts(gains))


def _parts(gains: Sequence[Sequence[float]]) -> list[tuple[list[int], list[int]]]:
    """Divide rows and columns into parts connected by gains."""
    of_row = [[at for at, gain in enumerate(row) if gain > 0] for row in gains]
    of_column: dict[int, list[int]] = {}
    for row, columns in enumerate(of_row):
        for column in columns:
            of_column.setdefault(column, []).append(row)
    parts: list[tuple[list[int], list[int]]] = []
    seen = set[int]()
    for first, linked in enumerate(of_row):
        if first in seen or not linked:
            continue
        rows, columns_here, open_rows = [first], set[int](), [first]
        seen.add(first)
        while open_rows:
            for column in of_row[open_rows.pop()]:
                columns_here.add(column)
                fresh = [row for row in of_column[column] if row not in seen]
                seen.update(fresh)
                rows += fresh
                open_rows += fresh
        parts.append((rows, sorted(columns_here)))
    return parts


def _solved(gains: Sequence[Sequence[float]], rows: list[int], columns: list[int]) -> float:
    """Solve one part by shortest augmenting paths with potentials (Jonker and Volgenant)."""
    costs = [[-gains[row][column] for column in columns] for row in rows]
    if len(rows) > len(columns):
        costs = [list(column) for column in zip(*costs, strict=True)]
    height, width = len(costs), len(costs[0])
    of_row, of_column = [0.0] * (height + 1), [0.0] * (width + 1)
    taken = [0] * (width + 1)  # the row that has each column; 0 is none
    for row in range(1, height + 1):
        taken[0] = row
        at = 0
        slack = [float("inf")] * (width + 1)
        came_from = [0] * (width + 1)
        done = [False] * (width + 1)
        while taken[at]:
            done[at] = True
            current = taken[at]
            open_columns = [column for column in range(1, width + 1) if not done[column]]
            for column in open_columns:
                left = costs[current - 1][column - 1] - of_row[current] - of_column[column]
                if left < slack[column]:
                    slack[column], came_from[column] = left, at
            following = min(open_columns, key=slack.__getitem__)
            step = slack[following]
            for column in range(width + 1):
                if done[column]:
                    of_row[taken[column]] += step
                    of_column[column] -= step
                else:
                    slack[column] -= step
            at = following
        while at:
            taken[at] = taken[came_from[at]]
            at = came_from[at]
    return -sum(
        costs[taken[column] - 1][column - 1] for column in range(1, width + 1) if taken[column]
    )
