"""Scan a long file without changing it.

The file is scanned part by part, and then again for originals that later parts made known.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from anonfilter.contract.document import Analysis, Span
from anonfilter.engine import spans
from anonfilter.engine.pipeline import Engine
from anonfilter.streams.carried import CarriedOriginals, Known
from anonfilter.streams.long_text import LongText, SettledOffsets, Window


@dataclass(frozen=True, slots=True)
class ScannedPart:
    """A window that was scanned: its analysis, and the spans in its new text."""

    window: Window
    analysis: Analysis
    spans: tuple[Span, ...]


def scan_parts(
    engine: Engine, text: LongText, again: Callable[[], LongText]
) -> Iterator[ScannedPart]:
    """Yield the findings in each part of a file that can be opened ``again``.

    Findings of originals that a later part made known come at the end.
    """
    carried = CarriedOriginals(engine.options.known)
    engine = engine.with_known(carried)
    known: list[tuple[int, Known]] = []
    reported = set[tuple[int, int]]()
    for window in text.windows():
        document = engine.read(replace(window.source, surnames=carried.surnames))
        if not window.offset:
            engine.require_language(document.prose, document.name)
        one = _scanned_part(text, window, engine.analyse(document))
        if one is not None:
            reported.update(_places(one))
            carried.add_originals(
                (document.text[span.start : span.end], engine.labels[span.label])
                for span in one.spans
            )
            known.append((window.offset + window.new, carried.known))
            yield one
    if known and known[0][1] != carried.known:
        yield from _later(engine, again(), carried, known, reported)


def _later(
    engine: Engine,
    text: LongText,
    carried: CarriedOriginals,
    known: Sequence[tuple[int, Known]],
    reported: set[tuple[int, int]],
) -> Iterator[ScannedPart]:
    """Yield findings of originals that were not known when their part was read.

    Findings at places that were already ``reported`` are left out. ``known`` lists the start of
    each part and the amount known after reading it.
    """
    later = carried.later()
    for window in text.windows():
        at = bisect_right(known, window.offset + window.new, key=itemgetter(0)) - 1
        before = known[max(0, at)][1]
        if before == later.known:
            text.settle(window, ())
            continue
        document = engine.read(replace(window.source, surnames=carried.surnames))
        hits = [(span.start, span.end) for span in later.found(document, before)]
        hits = spans.merged([*hits, *later.possible_surnames(document, before)])
        if not hits:
            text.settle(window, ())
            continue
        one = _scanned_part(text, window, engine.analyse(document))
        if one is not None:
            new = tuple(
                span
                for span, place in zip(one.spans, _places(one), strict=True)
                if place not in reported and spans.within(hits, span.start, span.end)
            )
            if new:
                yield ScannedPart(window, one.analysis, new)


def _scanned_part(text: LongText, window: Window, analysis: Analysis) -> ScannedPart | None:
    origin = analysis.document.origin
    places = {span: origin.extent(span.start, span.end) for span in analysis.spans}
    settled = text.settle(window, places.values())
    if settled is None:
        return None
    return ScannedPart(window, analysis, tuple(_new(window, settled, places)))


def _new(
    window: Window, settled: SettledOffsets, places: dict[Span, tuple[int, int]]
) -> Iterator[Span]:
    """Yield the settled spans that end in the new text of the window."""
    for span, (start, end) in places.items():
        if end > window.new and start < settled.upto:
            yield span


def _places(one: ScannedPart) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each span in the file."""
    origin, offset = one.analysis.document.origin, one.window.offset
    for span in one.spans:
        start, end = origin.extent(span.start, span.end)
        yield start + offset, end + offset
