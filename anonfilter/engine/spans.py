"""Functions over spans that lose no covered character."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from anonfilter.contract.document import Field, Span

Stretch = tuple[int, int]


def order(spans: Iterable[Span]) -> list[Span]:
    """Return spans sorted by start, the longest first, then by label and name of the detector."""
    return sorted(spans, key=lambda s: (s.start, -s.end, s.label, s.detector, -s.score, s.rule))


def overlap(a: Span, b: Span) -> bool:
    return a.start < b.end and b.start < a.end


def subtract(span: Span, holes: Iterable[Stretch], text: str) -> list[Span]:
    """Return the parts of a span outside the holes, without parts that have no letter or digit."""
    left: list[Span] = []
    start = span.start
    for hole_start, hole_end in [*holes, (span.end, span.end)]:
        if hole_start > start:
            left.extend(trimmed(span, start, min(hole_start, span.end), text))
        start = max(start, hole_end)
    return left


def trimmed(span: Span, start: int, end: int, text: str) -> Iterator[Span]:
    """Yield the span cut to text[start:end] without outer blanks; nothing if no word is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if any(char.isalnum() for char in text[start:end]):
        same = (start, end) == (span.start, span.end)
        yield span if same else replace(span, start=start, end=end)


def within(holes: Sequence[Stretch], start: int, end: int) -> list[Stretch]:
    """Return the holes that touch start..end; the holes are sorted and disjoint."""
    found = []
    at = max(0, bisect_right(holes, (start,)) - 1)
    while at < len(holes) and holes[at][0] < end:
        if holes[at][1] > start:
            found.append(holes[at])
        at += 1
    return found


def merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the stretches in order, with touching ones joined."""
    result: list[Stretch] = []
    for start, end in sorted(stretches):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def covered(stretches: Sequence[Stretch], start: int, end: int) -> bool:
    """Return True if one of the merged stretches contains all of start..end."""
    at = bisect_right(stretches, (start, 1 << 62)) - 1
    return at >= 0 and stretches[at][1] >= end


def clip(spans: Iterable[Span], fields: Sequence[Field], text: str) -> Iterator[Span]:
    """Yield the spans, cut at the ends of fields, since no name extends over two paragraphs."""
    starts = [field.start for field in fields]
    for span in spans:
        at = max(0, bisect_right(starts, span.start) - 1)
        while at < len(fields) and fields[at].start < span.end:
            start, end = max(span.start, fields[at].start), min(span.end, fields[at].end)
            if start < end:
                yield from trimmed(span, start, end, text)
            at += 1


def disjoint(spans: Iterable[Span], text: str) -> list[Span]:
    """Return spans without overlap, which together cover the same letters and digits.

    Characters in two spans go to the earlier one, or to the longer one if they begin together.
    """
    result: list[Span] = []
    covered = 0
    for span in order(spans):
        if span.start >= covered:
            result.append(span)
        elif span.end > covered:
            result += trimmed(span, covered, span.end, text)
        covered = max(covered, span.end)
    return result


def shift(span: Span, by: int) -> Span:
    """Move a span by a number of characters."""
    return replace(span, start=span.start + by, end=span.end + by)


class ExcludedStretches:
    """The stretches in which resolvers excluded a label."""

    def __init__(self, excluded: Iterable[tuple[int, int, str]]) -> None:
        self._by_label: dict[str, list[Stretch]] = {}
        for start, end, label in excluded:
            self._by_label.setdefault(label, []).append((start, end))
        self._by_label = {label: merged(found) for label, found in self._by_label.items()}

    def __contains__(self, span: Span) -> bool:
        return covered(self._by_label.get(span.label, ()), span.start, span.end)
