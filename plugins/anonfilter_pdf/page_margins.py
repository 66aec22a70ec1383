"""Find line numbers, headers and footers.

Line numbers are whole numbers below one another, left of all other text, that increase by one from
line to line on many pages. A header or footer is the outermost text of a page that recurs, except
for its numbers, at the same place on nearby pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from rapidfuzz import fuzz

from anonfilter_pdf.line_numbers import (
    ALIGNED,
    SURE,
    find_chains,
    find_sure_chains,
    find_times,
    is_numbered,
)
from anonfilter_pdf.pdf_columns import Part
from anonfilter_pdf.pdf_words import Line, Word, group_lines

_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b")
_BLANK = re.compile(r"[\s\W_]+")
_FEWEST = 3  # line numbers in a chain
_OUTSIDE = 0.7  # distance of a header from the first line, in distances of lines
_WORDS = 4
_ZONE = 4  # lines at the head and foot
_AROUND, _WIDELY = 4, 12  # pages before and after
_MOST_AROUND = 20  # panels
_FEW = 4  # pages; in a document this short, the same text needs to recur only once
_APART = 1.4  # distance of a line that is apart, in usual distances of lines
_SHORT = 12  # pages; in a document this short, text on a few pages cannot recur often
_NEAR = 3.0  # distance of two lines at the same place, in points
_ALIKE = 70  # similarity of two texts, of 100
_ALIKE_SHARE = 0.2  # share of the panels around
_USUAL = 0.4  # share of the pages around


@dataclass(slots=True)
class Panel:
    """A page of the original text: a whole sheet, or one of several pages printed on a sheet.

    ``numbers`` are its line numbers, ``times`` the times of day before its lines, and ``top`` is
    its distance from the first panel above it on the sheet.
    """

    page: int
    column: int
    lines: list[Line]
    numbers: list[Word] = field(default_factory=list)
    row: int = 0
    top: float = 0.0
    times: list[Word] = field(default_factory=list)


def split_panels(parts: Sequence[Part]) -> list[Panel]:
    """Return the panels of the parts, without line numbers and times in their lines."""
    times = [find_times(part.words) for part in parts]
    if 2 * sum(map(bool, times)) > len(parts):
        times = [find_times(part.words, continuing=0.0) for part in parts]
    parts = [_without(part, words) for part, words in zip(parts, times, strict=True)]
    chains = [find_chains(part.words) for part in parts]
    places = _usual_places(parts, chains)
    long = (chain for own in chains for chain in own if len(chain) >= _FEWEST)
    starts = Counter(int(chain[0].text) for chain in long)
    first = starts.most_common(1)[0][0] if starts else 1
    panels: list[Panel] = []
    for part, own, part_times in zip(parts, chains, times, strict=True):
        numberings = [chain for chain in own if _is_numbering(chain, places, first)]
        words = _without(part, [word for chain in numberings for word in chain]).words
        cuts = [_find_cut(words, above, below) for above, below in pairwise(numberings)]
        for row in range(len(cuts) + 1):
            top = cuts[row - 1] if row else float("-inf")
            bottom = cuts[row] if row < len(cuts) else float("inf")
            lines = group_lines([word for word in words if top < word.y <= bottom])
            numbers = numberings[row] if numberings else []
            if lines or numbers:
                shift = numbers[0].y - numberings[0][0].y if numbers else 0.0
                inside = [word for word in part_times if top < word.y <= bottom]
                panels.append(Panel(part.page, part.column, lines, numbers, row, shift, inside))
    return panels


def _without(part: Part, words: Sequence[Word]) -> Part:
    removed = set(map(id, words))
    return Part(part.page, part.column, [word for word in part.words if id(word) not in removed])


def _usual_places(parts: Sequence[Part], chains: Sequence[list[list[Word]]]) -> list[float]:
    """Return the x of the right ends of line numbers, from pages on which most lines have a number.

    In a document of several pages, a single such page is not enough.
    """
    ends: list[float] = []
    full_pages = 0
    for part, own in zip(parts, chains, strict=True):
        full_pages += len(group_lines(part.words)) >= SURE
        if own and is_numbered(part.words):
            ends += [median(word.x1 for word in chain) for chain in find_sure_chains(part.words)]
    return ends if len(ends) > 1 or full_pages <= 1 else []


def _is_numbering(chain: Sequence[Word], places: Sequence[float], first: int) -> bool:
    x1 = median(word.x1 for word in chain)
    if not any(abs(x1 - place) <= ALIGNED * chain[0].size for place in places):
        return False
    return len(chain) >= SURE or int(chain[0].text) == first


def _find_cut(words: Sequence[Word], above: Sequence[Word], below: Sequence[Word]) -> float:
    """Return the middle of the widest gap between the line numbers of two panels."""
    top, bottom = above[-1].y, below[0].y
    inside = sorted({word.y for word in words if top < word.y < bottom} | {top, bottom})
    _, cut = max((low - high, (low + high) / 2) for high, low in pairwise(inside))
    return cut


def find_margins(stream: Sequence[Panel]) -> list[set[int]]:
    """Return the indexes of the lines of each panel that are headers and footers."""
    usual = _usual_ends(stream)
    zones = [_zones(panel) for panel in stream]
    pages = len({panel.page for panel in stream if panel.lines})
    exact, short = pages <= _FEW, pages <= _SHORT
    same = [_recurring(zones, at, exact=True) for at in range(len(zones))]
    alike = same if exact else [_recurring(zones, at, exact=False) for at in range(len(zones))]
    places: dict[tuple[int, int], _Places] = {}
    for panel, marks in zip(stream, alike, strict=True):
        places.setdefault((panel.column, panel.row), {})[panel.page] = {y for y, _ in marks}
    sheets = _numbered_sheets(stream)
    margins: list[set[int]] = []
    for at, panel in enumerate(stream):
        own_places = places[panel.column, panel.row]
        found = _beyond_numbers(panel, usual) | _beyond_panels(panel, sheets)
        for zone in (zones[at].head, zones[at].foot):
            for number, mark in zone:
                apart = _is_apart(panel, number)
                recurs = mark in alike[at] or apart
                if not _is_numbered(panel, number) and (
                    (recurs and _is_usual(own_places, panel.page, mark[0]))
                    or (apart and short and mark in same[at] and _is_typical(panel.lines[number]))
                ):
                    found.add(number)
                elif number not in found:
                    break
        margins.append(found)
    return margins


@dataclass(slots=True)
class _Zones:
    """The outermost lines of a panel, from the outside: their indexes, places and texts."""

    page: int
    head: list[tuple[int, _Mark]]
    foot: list[tuple[int, _Mark]]


_Mark = tuple[float, str]


def _zones(panel: Panel) -> _Zones:
    marks = [(at, (line.y - panel.top, _plain(line.text))) for at, line in enumerate(panel.lines)]
    return _Zones(panel.page, marks[:_ZONE], marks[: -_ZONE - 1 : -1])


def _plain(text: str) -> str:
    return _BLANK.sub(" ", _DIGITS.sub("0", text.casefold())).strip() or text.strip()


def _recurring(zones: Sequence[_Zones], at: int, *, exact: bool) -> set[_Mark]:
    """Return the outermost lines of a panel that recur at the same place on enough nearby panels.

    With ``exact``, one other panel is enough, but the text must be the same.
    """
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
        others = [[mark for _, mark in getattr(zone, ends)] for zone in around]
        for _, mark in getattr(zones[at], ends):
            count = sum(any(_is_alike(mark, its, exact) for its in marks) for marks in others)
            if count >= (1 if exact else max(2, _ALIKE_SHARE * len(around))):
                found.add(mark)
    return found


def _is_typical(line: Line) -> bool:
    """Return True for a number, and for several words that do not end a sentence."""
    return _plain(line.text) == "0" or (
        len(line.words) >= _WORDS and not line.text.endswith((".", "?", "!"))
    )


def _is_alike(first: _Mark, second: _Mark, exact: bool) -> bool:
    if abs(first[0] - second[0]) > _NEAR:
        return False
    return first[1] == second[1] or (
        not exact and fuzz.ratio(first[1], second[1], score_cutoff=_ALIKE) > 0
    )


_Places = dict[int, set[float]]
"""The places (y) of recurring lines, by page."""


def _is_usual(places: _Places, page: int, y: float) -> bool:
    """Return True if many nearby pages have a recurring line at this place."""
    pages = range(page - _WIDELY, page + _WIDELY + 1)
    around = [places[number] for number in pages if number in places]
    count = sum(any(abs(place - y) <= _NEAR for place in own) for own in around)
    return count >= _USUAL * len(around)


def _is_apart(panel: Panel, number: int) -> bool:
    """Return True if a line is farther from the others than they are from each other."""
    steps = [low.y - high.y for high, low in pairwise(panel.lines)]
    if len(steps) < _ZONE:
        return False
    gap = steps[0] if number == 0 else steps[-1] if number == len(steps) else 0.0
    return gap > _APART * median(steps)


def _usual_ends(stream: Sequence[Panel]) -> tuple[str, str]:
    """Return the most common first line number and the most common last line number."""
    numbered = [panel.numbers for panel in stream if panel.numbers]
    if not numbered:
        return "", ""
    firsts = Counter(numbers[0].text for numbers in numbered)
    lasts = Counter(numbers[-1].text for numbers in numbered)
    return firsts.most_common(1)[0][0], lasts.most_common(1)[0][0]


def _is_numbered(panel: Panel, number: int) -> bool:
    """Return True if a line is between lines with numbers, so that it is part of the body."""
    if len(panel.numbers) < SURE:
        return False
    return panel.numbers[0].y - _NEAR <= panel.lines[number].y <= panel.numbers[-1].y + _NEAR


def _numbered_sheets(stream: Sequence[Panel]) -> dict[int, tuple[float, float]]:
    """Return the y of the first and the last line number on each sheet."""
    sheets: dict[int, tuple[float, float]] = {}
    for panel in stream:
        if panel.numbers:
            top, bottom = sheets.get(panel.page, (float("inf"), 0.0))
            top, bottom = min(top, panel.numbers[0].y), max(bottom, panel.numbers[-1].y)
            sheets[panel.page] = top, bottom
    return sheets


def _beyond_panels(panel: Panel, sheets: Mapping[int, tuple[float, float]]) -> set[int]:
    """Return the lines without numbers above or below all line numbers of the sheet."""
    if panel.numbers or panel.page not in sheets:
        return set()
    top, bottom = sheets[panel.page]
    return {at for at, line in enumerate(panel.lines) if not top <= line.y <= bottom}


def _beyond_numbers(panel: Panel, usual: tuple[str, str]) -> set[int]:
    """Return the lines above the first and below the last number, if these numbers are usual."""
    numbers = panel.numbers
    if len(numbers) < SURE:
        return set()
    slack = _OUTSIDE * median(low.y - high.y for high, low in pairwise(numbers))
    top = numbers[0].y - slack if numbers[0].text == usual[0] else float("-inf")
    bottom = numbers[-1].y + slack if numbers[-1].text == usual[1] else float("inf")
    return {at for at, line in enumerate(panel.lines) if not top <= line.y <= bottom}
