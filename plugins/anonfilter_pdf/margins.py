"""Finds what stands in the margins: numbers of lines, and what recurs at head and foot of pages.

Numbers of lines are whole numbers that stand below one another, at the left of all else, and grow
by one from line to line, on page after page. A header or a footer is the same text but for
numbers, at the same place on the pages around, and outermost there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from rapidfuzz import fuzz

from anonfilter_pdf.columns import Part
from anonfilter_pdf.numbering import ALIGNED, SURE, chains, is_numbered, long_chains, times
from anonfilter_pdf.words import Line, Word, lines

_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b")
_BLANK = re.compile(r"[\s\W_]+")
_FEWEST = 3  # numbers of lines
_OUTSIDE = 0.7  # of the distance of two lines
_WORDS = 4
_ZONE = 4  # lines at the head and foot
_AROUND, _WIDELY = 4, 12  # pages before and after
_MOST_AROUND = 20  # panels
_FEW = 4  # pages: so few that what recurs once counts, if it is the same
_APART = 1.4  # of the usual distance of lines
_SHORT = 12  # pages: too few for what is on a few of them to recur often
_NEAR = 3.0  # points: the same place
_ALIKE = 70  # of 100
_ALIKE_SHARE = 0.2  # of the panels around
_USUAL = 0.4  # of the pages around


@dataclass(slots=True)
class Panel:
    """A page as its author saw it: all of a sheet, or one of several that are printed on it.

    ``numbers`` are those of its lines, ``top`` is where it begins on the sheet, ``times`` stand
    before its lines.
    """

    page: int
    column: int
    lines: list[Line]
    numbers: list[Word] = field(default_factory=list)
    row: int = 0
    top: float = 0.0
    times: list[Word] = field(default_factory=list)


def panels(given: Sequence[Part]) -> list[Panel]:
    """Return the panels of the parts, their numbers of lines taken out."""
    clocks = [times(part.words) for part in given]
    if 2 * sum(map(bool, clocks)) > len(given):
        clocks = [times(part.words, going_on=0.0) for part in given]
    given = [_without(part, some) for part, some in zip(given, clocks, strict=True)]
    found = [chains(part.words) for part in given]
    places = _usual_places(given, found)
    starts = Counter(int(one[0].text) for some in found for one in some if len(one) >= _FEWEST)
    first = starts.most_common(1)[0][0] if starts else 1
    done: list[Panel] = []
    for part, some, clock in zip(given, found, clocks, strict=True):
        kept = [one for one in some if _is_numbering(one, places, first)]
        taken = {id(word) for one in kept for word in one}
        words = [word for word in part.words if id(word) not in taken]
        cuts = [_cut(words, above, below) for above, below in pairwise(kept)]
        for row in range(len(cuts) + 1):
            top = cuts[row - 1] if row else float("-inf")
            bottom = cuts[row] if row < len(cuts) else float("inf")
            inside = [word for word in words if top < word.y <= bottom]
            numbers = kept[row] if kept else []
            if inside or numbers:
                shift = numbers[0].y - kept[0][0].y if numbers else 0.0
                beside = [word for word in clock if top < word.y <= bottom]
                done.append(
                    Panel(part.page, part.column, lines(inside), numbers, row, shift, beside)
                )
    return done


def _without(part: Part, words: Sequence[Word]) -> Part:
    gone = set(map(id, words))
    return Part(part.page, part.column, [word for word in part.words if id(word) not in gone])


def _usual_places(given: Sequence[Part], found: Sequence[list[list[Word]]]) -> list[float]:
    """Return where numbers of lines end: where those of several pages do, each with a number for
    most of its lines; or of the only page."""
    ends: list[float] = []
    full = 0
    for part, some in zip(given, found, strict=True):
        full += len(lines(part.words)) >= SURE
        if some and is_numbered(part.words):
            ends += [median(word.x1 for word in one) for one in long_chains(part.words)]
    return ends if len(ends) > 1 or full <= 1 else []


def _is_numbering(chain: Sequence[Word], places: Sequence[float], first: int) -> bool:
    x1 = median(word.x1 for word in chain)
    if not any(abs(x1 - place) <= ALIGNED * chain[0].size for place in places):
        return False
    return len(chain) >= SURE or int(chain[0].text) == first


def _cut(words: Sequence[Word], above: Sequence[Word], below: Sequence[Word]) -> float:
    """Return where one panel ends and the next begins: the widest gap between their numbers."""
    top, bottom = above[-1].y, below[0].y
    inside = sorted({word.y for word in words if top < word.y < bottom} | {top, bottom})
    _, cut = max((low - high, (low + high) / 2) for high, low in pairwise(inside))
    return cut


def margins(stream: Sequence[Panel]) -> list[set[int]]:
    """Return the lines of each panel that are headers and footers."""
    usual = _usual_ends(stream)
    zones = [_zones(panel) for panel in stream]
    pages = len({panel.page for panel in stream if panel.lines})
    exact, short = pages <= _FEW, pages <= _SHORT
    same = [_linked(zones, at, exact=True) for at in range(len(zones))]
    linked = same if exact else [_linked(zones, at, exact=False) for at in range(len(zones))]
    places: dict[tuple[int, int], _Places] = {}
    for panel, marks in zip(stream, linked, strict=True):
        places.setdefault((panel.column, panel.row), {})[panel.page] = {y for y, _ in marks}
    sheets = _sheets(stream)
    done: list[set[int]] = []
    for at, panel in enumerate(stream):
        here = places[panel.column, panel.row]
        found = _beyond_numbers(panel, usual) | _beyond_panels(panel, sheets)
        for zone in (zones[at].head, zones[at].foot):
            for number, line in zone:
                apart = _is_apart(panel, number)
                recurs = line in linked[at] or apart
                if not _is_numbered(panel, number) and (
                    (recurs and _is_usual(here, panel.page, line[0]))
                    or (apart and short and _is_telling(panel.lines[number]) and line in same[at])
                ):
                    found.add(number)
                elif number not in found:
                    break
        done.append(found)
    return done


@dataclass(slots=True)
class _Zones:
    """The outermost lines of a panel, from outside: the number of each in the panel, and its
    place and text."""

    page: int
    head: list[tuple[int, _Mark]]
    foot: list[tuple[int, _Mark]]


_Mark = tuple[float, str]


def _zones(panel: Panel) -> _Zones:
    marks = [(at, (line.y - panel.top, _plain(line.text))) for at, line in enumerate(panel.lines)]
    return _Zones(panel.page, marks[:_ZONE], marks[: -_ZONE - 1 : -1])


def _plain(text: str) -> str:
    return _BLANK.sub(" ", _DIGITS.sub("0", text.casefold())).strip() or text.strip()


def _linked(zones: Sequence[_Zones], at: int, *, exact: bool) -> set[_Mark]:
    """Return the lines that stand at the same place of enough of the panels around; of few pages,
    of one, and then they are the same."""
    around: list[_Zones] = []
    for step in (-1, 1):
        other = at + step
        while 0 <= other < len(zones) and abs(other - at) <= _MOST_AROUND:
            if abs(zones[other].page - zones[at].page) > _AROUND:
                break
            around.append(zones[other])
            other += step
    found: set[_Mark] = set()
    for ends in ("head", "foot"):
        others = [[mark for _, mark in getattr(one, ends)] for one in around]
        for _, mark in getattr(zones[at], ends):
            alike = sum(any(_is_alike(mark, one, exact) for one in some) for some in others)
            if alike >= (1 if exact else max(2, _ALIKE_SHARE * len(around))):
                found.add(mark)
    return found


def _is_telling(line: Line) -> bool:
    """Whether it is hardly by chance that a line recurs once: a number, or several words that are
    no sentence."""
    return _plain(line.text) == "0" or (
        len(line.words) >= _WORDS and not line.text.endswith((".", "?", "!"))
    )


def _is_alike(one: _Mark, other: _Mark, exact: bool) -> bool:
    if abs(one[0] - other[0]) > _NEAR:
        return False
    return one[1] == other[1] or (
        not exact and fuzz.ratio(one[1], other[1], score_cutoff=_ALIKE) > 0
    )


_Places = dict[int, set[float]]
"""Where on each page something recurs."""


def _is_usual(places: _Places, page: int, y: float) -> bool:
    """Whether many pages around have something at this place that recurs."""
    around = [places[one] for one in range(page - _WIDELY, page + _WIDELY + 1) if one in places]
    with_it = sum(any(abs(one - y) <= _NEAR for one in some) for some in around)
    return with_it >= _USUAL * len(around)


def _is_apart(panel: Panel, number: int) -> bool:
    """Whether a line stands farther from the others than they do from one another."""
    steps = [low.y - high.y for high, low in pairwise(panel.lines)]
    if len(steps) < _ZONE:
        return False
    gap = steps[0] if number == 0 else steps[-1] if number == len(steps) else 0.0
    return gap > _APART * median(steps)


def _usual_ends(stream: Sequence[Panel]) -> tuple[str, str]:
    """Return the first and last number that most panels have."""
    numbered = [panel.numbers for panel in stream if panel.numbers]
    if not numbered:
        return "", ""
    firsts = Counter(numbers[0].text for numbers in numbered)
    lasts = Counter(numbers[-1].text for numbers in numbered)
    return firsts.most_common(1)[0][0], lasts.most_common(1)[0][0]


def _is_numbered(panel: Panel, number: int) -> bool:
    """Whether a line is among those that have numbers: such a line is said by someone."""
    if len(panel.numbers) < SURE:
        return False
    return panel.numbers[0].y - _NEAR <= panel.lines[number].y <= panel.numbers[-1].y + _NEAR


def _sheets(stream: Sequence[Panel]) -> dict[int, tuple[float, float]]:
    """Return where the numbers of lines begin and end on each sheet."""
    done: dict[int, tuple[float, float]] = {}
    for panel in stream:
        if panel.numbers:
            top, bottom = done.get(panel.page, (float("inf"), 0.0))
            top, bottom = min(top, panel.numbers[0].y), max(bottom, panel.numbers[-1].y)
            done[panel.page] = top, bottom
    return done


def _beyond_panels(panel: Panel, sheets: Mapping[int, tuple[float, float]]) -> set[int]:
    """Return lines without numbers that are above or below all numbers of the sheet."""
    if panel.numbers or panel.page not in sheets:
        return set()
    top, bottom = sheets[panel.page]
    return {at for at, line in enumerate(panel.lines) if not top <= line.y <= bottom}


def _beyond_numbers(panel: Panel, usual: tuple[str, str]) -> set[int]:
    """Return the lines above the first and below the last number, if those are the usual ones."""
    numbers = panel.numbers
    if len(numbers) < SURE:
        return set()
    slack = _OUTSIDE * median(low.y - high.y for high, low in pairwise(numbers))
    top = numbers[0].y - slack if numbers[0].text == usual[0] else float("-inf")
    bottom = numbers[-1].y + slack if numbers[-1].text == usual[1] else float("inf")
    return {at for at, line in enumerate(panel.lines) if not top <= line.y <= bottom}
