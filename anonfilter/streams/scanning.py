"""Looks through a long file without changing it: part by part, then for what became known later."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from anonfilter.contract.document import Analysis, Span
from anonfilter.engine import spans
from anonfilter.engine.pipeline import Engine
from anonfilter.streams.carried import Carried, Known, knowing
from anonfilter.streams.long_reading import require_language
from anonfilter.streams.long_text import LongText, Settled, Window


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found in what is new of a window."""

    window: Window
    analysis: Analysis
    spans: tuple[Span, ...]


def seen(engine: Engine, text: LongText, again: Callable[[], LongText]) -> Iterator[Seen]:
    """What is found in each part of a file that can be opened ``again``.

    What is known from a later part only comes at the end.
    """
    carried = Carried(engine.options.known)
    engine = knowing(engine, carried)
    known: list[tuple[int, Known]] = []
    told = set[tuple[int, int]]()
    for window in text.windows():
        document = engine.read(window.source)
        if not window.offset:
            require_language(engine, document.prose, document.name)
        one = _seen(text, window, engine.analyse(document))
        if one is not None:
            told.update(_places(one))
            carried.add_originals(
                (document.text[span.start : span.end], engine.labels[span.label])
                for span in one.spans
            )
            known.append((window.offset + window.new, carried.known))
            yield one
    if known and known[0][1] != carried.known:
        yield from _later(engine, again(), carried, known, told)


def _later(
    engine: Engine,
    text: LongText,
    carried: Carried,
    known: Sequence[tuple[int, Known]],
    told: set[tuple[int, int]],
) -> Iterator[Seen]:
    """What was not known when a part was read; nothing that was ``told`` before.

    ``known`` is how much was known of each part, by where it begins, once it was read.
    """
    later = carried.later()
    for window in text.windows():
        at = bisect_right(known, window.offset + window.new, key=itemgetter(0)) - 1
        before = known[max(0, at)][1]
        if before == later.known:
            text.settle(window, ())
            continue
        document = engine.read(window.source)
        hits = list(later.found(document, before))
        if not hits:
            text.settle(window, ())
            continue
        one = _seen(text, window, engine.analyse(document))
        if one is not None:
            new = tuple(
                span for span, place in zip(one.spans, _places(one), strict=True)
                if place not in told and any(spans.overlap(span, hit) for hit in hits)
            )  # fmt: skip
            if new:
                yield Seen(window, one.analysis, new)


def _seen(text: LongText, window: Window, analysis: Analysis) -> Seen | None:
    origin = analysis.document.origin
    places = {span: origin.extent(span.start, span.end) for span in analysis.spans}
    settled = text.settle(window, places.values())
    if settled is None:
        return None
    return Seen(window, analysis, tuple(_new(window, settled, places)))


def _new(window: Window, settled: Settled, places: dict[Span, tuple[int, int]]) -> Iterator[Span]:
    """The spans that are settled, and end behind what was settled before."""
    for span, (start, end) in places.items():
        if end > window.new and start < settled.upto:
            yield span


def _places(one: Seen) -> Iterator[tuple[int, int]]:
    """Where in the file the spans begin and end."""
    origin, offset = one.analysis.document.origin, one.window.offset
    for span in one.spans:
        start, end = origin.extent(span.start, span.end)
        yield start + offset, end + offset
