"""Charts as SVG for HTML pages, with a title and all figures as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values

_WIDTH, _NAMES, _FIGURES = 680, 210, 60
_ROW, _BAR = 22, 14
_SHOWN = 28  # the most characters of a name
_HEIGHT, _LEFT, _BOTTOM, _TOP, _KEY = 300, 48, 44, 12, 110
_DASHES = ("", "7 4", "2 3", "9 3 2 3")

STYLE = """
svg { display: block; height: auto; max-width: 100%; break-inside: avoid }
svg text { fill: #1f2328; font: 12px system-ui, sans-serif }
svg .bar { fill: #4a6fa5 } svg .part { fill: #b3402e }
svg .grid { stroke: #d1d9e0 } svg .curve { fill: none; stroke: #4a6fa5; stroke-width: 2 }
"""


@hide_values
@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart; its first ``part`` units have another colour."""

    name: str
    value: float
    part: float = 0


def draw_bars(title: str, shown: Sequence[Bar], part: str = "") -> str:
    """Return horizontal bars as SVG; ``part`` is the name of their coloured parts."""
    most = max((bar.value for bar in shown), default=0) or 1
    height = _ROW * len(shown)
    return _svg(
        title,
        f"{'; '.join(_describe(bar, part) for bar in shown)}.",
        height,
        (line for at, bar in enumerate(shown) for line in _bar(at, bar, most)),
    )


def draw_curves(
    title: str, across: str, series: Mapping[str, Sequence[tuple[float, float]]]
) -> str:
    """Return curves with different strokes as SVG; both axes go from 0 to 1."""
    figures = (
        f"{name}: {', '.join(f'{up:.3f} at {along:.2f}' for along, up in points)}"
        for name, points in series.items()
    )
    return _svg(title, f"By {across}. {'; '.join(figures)}.", _HEIGHT, _curves(across, series))


def _svg(title: str, description: str, height: int, lines: Iterator[str]) -> str:
    drawn = "\n".join(lines)
    name = escape(one_line(title))
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{name}">\n'
        f"<title>{name}</title>\n<desc>{escape(one_line(description))}</desc>\n{drawn}\n</svg>\n"
    )


def _describe(bar: Bar, part: str) -> str:
    share = f", of these {part} {bar.part:,g}" if part else ""
    return f"{bar.name}: {bar.value:,g}{share}"


def _bar(at: int, bar: Bar, most: float) -> Iterator[str]:
    up = at * _ROW
    room = _WIDTH - _NAMES - _FIGURES
    whole, part = (room * value / most for value in (bar.value, bar.part))
    name = one_line(bar.name)
    short = name if len(name) <= _SHOWN else f"…{name[1 - _SHOWN :]}"
    middle = up + _ROW / 2 + 4
    yield _text(_NAMES - 8, middle, short, "end")
    yield f'<rect class="bar" x="{_NAMES}" y="{up + 4}" width="{whole:.1f}" height="{_BAR}"/>'
    if bar.part:
        yield f'<rect class="part" x="{_NAMES}" y="{up + 4}" width="{part:.1f}" height="{_BAR}"/>'
    yield _text(_NAMES + whole + 6, middle, f"{bar.value:,g}", "start")


def _curves(across: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> Iterator[str]:
    wide, high = _WIDTH - _LEFT - _KEY, _HEIGHT - _TOP - _BOTTOM
    for tick in range(6):
        share = tick / 5
        x, y = _LEFT + share * wide, _TOP + (1 - share) * high
        yield f'<path class="grid" d="M{x:.1f} {_TOP}v{high}M{_LEFT} {y:.1f}h{wide}"/>'
        yield _text(x, _TOP + high + 16, f"{share:.1f}", "middle")
        yield _text(_LEFT - 6, y + 4, f"{share:.1f}", "end")
    yield _text(_LEFT + wide / 2, _HEIGHT - 6, across, "middle")
    for at, (name, points) in enumerate(series.items()):
        dash = f' stroke-dasharray="{_DASHES[at % len(_DASHES)]}"' if at % len(_DASHES) else ""
        joined = "L".join(f"{_LEFT + x * wide:.1f} {_TOP + (1 - y) * high:.1f}" for x, y in points)
        if joined:
            yield f'<path class="curve"{dash} d="M{joined}"/>'
        right, up = _WIDTH - _KEY + 12, _TOP + 14 + at * _ROW
        yield f'<path class="curve"{dash} d="M{right} {up - 4}h28"/>'
        yield _text(right + 34, up, name, "start")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
