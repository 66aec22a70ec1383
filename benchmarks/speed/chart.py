"""Draw charts as SVG for light and dark pages, with a title and all figures as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 860, 440
LEFT, RIGHT, TOP, BOTTOM = 86, 192, 44, 54
_LETTER, _LINE = 6.4, 15  # the size of a label's text
_TICK = 5
_DOT = 4
_AWAY = 20  # from a point to its label

STYLE = """
  .page { fill: #ffffff } .grid { stroke: #d1d9e0 }
  .text { color: #1f2328 } .faint { color: #59636e }
  .ours { color: #0969da } .model { color: #bc4c00 } .patterns { color: #59636e }
  circle { fill: currentColor } .line { fill: none; stroke: currentColor; stroke-width: 2 }
  .thin { fill: none; stroke: currentColor; stroke-width: 0.7 }
  text { fill: currentColor; font: 12px system-ui, sans-serif } .title { font-size: 15px }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .grid { stroke: #3d444d }
    .text { color: #f0f6fc } .faint { color: #9198a1 }
    .ours { color: #4493f8 } .model { color: #f0883e } .patterns { color: #9198a1 }
  }
"""


@dataclass(frozen=True, slots=True)
class Series:
    """A named line of points; ``kind`` is the class for its colour: ours, model or patterns."""

    name: str
    kind: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from ``low`` to ``high``: with ``log`` in powers of ten, else in equal steps."""

    title: str
    low: float
    high: float
    log: bool = True

    def place(self, value: float) -> float:
        """Return the position of a value on the axis: 0 for ``low``, and 1 for ``high``."""
        low, high = (math.log10(one) if self.log else one for one in (self.low, self.high))
        return ((math.log10(value) if self.log else value) - low) / (high - low)

    def ticks(self) -> list[float]:
        if self.log:
            first, last = round(math.log10(self.low)), round(math.log10(self.high))
            return [10.0**power for power in range(first, last + 1)]
        return [self.low + number * (self.high - self.low) / _TICK for number in range(_TICK + 1)]


def decades(title: str, values: Iterable[float]) -> Axis:
    """Return a logarithmic axis from the power of ten below the values to the one above."""
    listed = list(values)
    low = math.floor(math.log10(min(listed)))
    return Axis(title, 10.0**low, 10.0 ** max(low + 1, math.ceil(math.log10(max(listed)))))


def svg(title: str, x: Axis, y: Axis, series: Sequence[Series]) -> str:
    return "\n".join(_lines(title, x, y, series)) + "\n"


def _lines(title: str, x: Axis, y: Axis, series: Sequence[Series]) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-labelledby="title figures">'
    )
    yield f'<title id="title">{escape(title)}</title>'
    yield f'<desc id="figures">{escape(described(x, y, series))}</desc>'
    yield f"<style>{STYLE}</style>"
    yield f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>'
    yield f'<text class="text title" x="{LEFT}" y="24">{escape(title)}</text>'
    yield from _axes(x, y)
    yield from _plotted(x, y, series)
    yield "</svg>"


def described(x: Axis, y: Axis, series: Sequence[Series]) -> str:
    """Return all points as text."""
    descriptions = (
        f"{one.name}: "
        + ", ".join(f"{_number(high)} at {_number(along)}" for along, high in one.points)
        for one in series
    )
    return f"{y.title} by {x.title}. {'; '.join(descriptions)}."


def _axes(x: Axis, y: Axis) -> Iterator[str]:
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    for value in x.ticks():
        at = _across(x, value)
        yield f'<path class="grid" d="M{at:.1f} {TOP}V{bottom}"/>'
        yield _text("faint", at, bottom + 18, _number(value), "middle")
    for value in y.ticks():
        at = _up(y, value)
        yield f'<path class="grid" d="M{LEFT} {at:.1f}H{right}"/>'
        yield _text("faint", LEFT - 8, at + 4, _number(value), "end")
    yield _text("text", (LEFT + right) / 2, HEIGHT - 12, x.title, "middle")
    middle = (TOP + bottom) / 2
    yield (
        f'<text class="text" text-anchor="middle" transform="translate(16 {middle:.1f}) '
        f'rotate(-90)">{escape(y.title)}</text>'
    )


def _plotted(x: Axis, y: Axis, series: Sequence[Series]) -> Iterator[str]:
    ends = []
    for one in series:
        places = [(_across(x, along), _up(y, high)) for along, high in one.points]
        if len(places) > 1:
            joined = "L".join(f"{across:.1f} {up:.1f}" for across, up in places)
            yield f'<path class="{one.kind} line" d="M{joined}"/>'
        for across, up in places:
            yield f'<circle class="{one.kind}" cx="{across:.1f}" cy="{up:.1f}" r="{_DOT}"/>'
        ends.append((*places[-1], one))
    taken = [(across - _DOT, across + _DOT, up + _DOT) for across, up, _ in ends]
    for across, up, one in sorted(ends, key=lambda end: end[1]):
        left, width = across + _AWAY, len(one.name) * _LETTER
        at = _free(left, up + _DOT, width, taken)
        taken.append((left, left + width, at))
        pointer = f"M{across:.1f} {up:.1f}L{left - 2:.1f} {at - 4:.1f}"
        yield f'<path class="{one.kind} thin" d="{pointer}"/>'
        yield _text(one.kind, left, at, one.name, "start")


def _free(
    left: float, up: float, width: float, taken: Sequence[tuple[float, float, float]]
) -> float:
    """Return the nearest height at which a label overlaps no other label and no end of a line."""
    for step in range(4 * len(taken)):
        at = up + (step + 1) // 2 * (-1) ** step * _LINE / 2
        beside = (
            right <= left or begin >= left + width or abs(other - at) >= _LINE
            for begin, right, other in taken
        )
        if TOP <= at <= HEIGHT - BOTTOM and all(beside):
            return at
    return up


def _text(kind: str, across: float, up: float, text: str, anchor: str) -> str:
    return (
        f'<text class="{kind}" x="{across:.1f}" y="{up:.1f}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _across(x: Axis, value: float) -> float:
    return LEFT + x.place(value) * (WIDTH - LEFT - RIGHT)


def _up(y: Axis, value: float) -> float:
    return HEIGHT - BOTTOM - y.place(value) * (HEIGHT - TOP - BOTTOM)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"
