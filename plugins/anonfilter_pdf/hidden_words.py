"""Recognise words that are hidden on a page: under painted boxes, or white on white."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

from anonfilter.text.values import hide_values

COVERED, WHITE = "under a box", "white on white"
_DARK, _LIGHT = 0.25, 0.97
_SOLID = 0.8  # share of a word that a box must cover


@hide_values
class Run(NamedTuple):
    """Consecutive letters: their text, ends and direction, and the reason if they are hidden.

    ``glyphs`` has the glyphs of each character if a ``GlyphCanvas`` draws. A run with glyphs and
    without text is a place from which text was removed. ``is_tag`` is True if the last letter is in
    the font of the tags that anonfilter writes.
    """

    text: str
    start: tuple[float, float]
    end: tuple[float, float]
    turn: int
    size: float
    why: str
    white: bool
    order: int
    glyphs: tuple[tuple[Any, ...], ...] = ()
    is_tag: bool = False


class Box(NamedTuple):
    """A painted box or picture: its place, its lightness, and the number of runs before it."""

    x0: float
    y0: float
    x1: float
    y1: float
    light: float | None
    order: int


class Covers:
    """Painted boxes that are so dark or light that words below them are invisible."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        solid = [box for box in boxes if box.light is not None]
        self._over = sorted(
            box for box in solid if not _DARK <= (box.light or 0.0) <= _LIGHT and box.x1 > box.x0
        )
        self._lefts = [box.x0 for box in self._over]
        self._under = [box for box in boxes if box.light is None or box.light <= _LIGHT]

    def hide(self, run: Run) -> str:
        """Return why a run is invisible; return "" for a visible run."""
        x0, x1 = sorted((run.start[0], run.end[0]))
        y0, y1 = sorted((run.start[1], run.end[1]))
        wide, high = max(x1 - x0, 0.1), max(y1 - y0, run.size / 3)
        for box in self._over[: bisect_left(self._lefts, x1)]:
            if box.order <= run.order:
                continue
            if box.y1 - box.y0 < run.size / 2:  # a line under words, or through them
                continue
            across = min(x1, box.x1) - max(x0, box.x0)
            if across >= _SOLID * wide and box.y0 <= y0 + high / 2 <= box.y1:
                return COVERED
        if run.white and not any(
            box.order <= run.order
            and box.x0 <= (x0 + x1) / 2 <= box.x1
            and box.y0 - run.size <= y0 <= box.y1
            for box in self._under
        ):
            return WHITE
        return ""


def is_white(color: Any) -> bool:
    return lightness(color) > _LIGHT


def lightness(color: Any) -> float:
    """Return the lightness of a colour from 0 to 1, which is white; patterns count as grey."""
    parts = color if isinstance(color, tuple | list) else (color,)
    if not all(isinstance(part, int | float) for part in parts) or len(parts) not in (1, 3, 4):
        return 0.5
    if len(parts) == 4:
        black = parts[3]
        return float((1 - black) * (1 - sum(parts[:3]) / 3))
    return float(sum(parts) / len(parts))


def shapes(path: Sequence[Any]) -> list[list[tuple[float, float]]]:
    """Return the corners of each rectangle of a path."""
    shapes: list[list[tuple[float, float]]] = []
    for segment in path:
        if segment[0] == "m":
            shapes.append([])
        if shapes and segment[0] in "ml":
            shapes[-1].append((float(segment[1]), float(segment[2])))
        elif shapes and segment[0] in "cvy":
            shapes[-1] = []
    return [shape for shape in shapes if 4 <= len(shape) <= 5]
