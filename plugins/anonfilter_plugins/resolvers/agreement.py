"""What one detector's word alone is worth, by label."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.word_index import Words, folded_words

Score = Annotated[float, Option(ge=0, le=1)]


class Agreement:
    """Drops a find that a detector is not sure of and that nothing else in the document bears out.

    Borne out is what another detector took for one of these labels in the same place, be it
    another of them, and a name that stands elsewhere in the document and is surely one there, or is
    part of a surer one.
    """

    class Config(Strict):
        alone: dict[str, dict[LabelName, Score]] = Option(
            default={},
            description="detector, label, and the score from which its word alone counts",
        )

    name: ClassVar[str] = "agreement"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._alone = config.alone
        self._labels = frozenset(label for least in config.alone.values() for label in least)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        weak = [span for span in spans if self._is_weak(span)]
        if not weak:
            return list(spans), []
        sure = _names(document, (span for span in spans if not self._is_weak(span)))
        seconded = _seconded(weak, (span for span in spans if span.label in self._labels))
        kept: list[Span] = []
        dropped: defaultdict[tuple[str, str], list[Span]] = defaultdict(list)
        for span in spans:
            if (
                not self._is_weak(span)
                or span in seconded
                or folded_words(document.prose[span.start : span.end]) in sure
            ):
                kept.append(span)
            else:
                dropped[span.detector, span.label].append(span)
        return kept, [
            Change(self.name, f"{detector} alone is not sure that it is {label}", tuple(some))
            for (detector, label), some in dropped.items()
        ]

    def _is_weak(self, span: Span) -> bool:
        least: Mapping[str, float] = self._alone.get(span.detector, {})
        return span.score < least.get(span.label, 0.0)


def _names(document: Document, spans: Iterable[Span]) -> set[Words]:
    """The names as they are compared, and each word of a name of several."""
    names: set[Words] = set()
    for span in spans:
        words = folded_words(document.prose[span.start : span.end])
        names |= {words, *((word,) for word in words)}
    return names


def _seconded(weak: Iterable[Span], spans: Iterable[Span]) -> set[Span]:
    """Those that share a character with a find of another detector."""
    by_detector: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for span in spans:
        by_detector[span.detector].append((span.start, span.end))
    merged = {name: algebra.merged(stretches) for name, stretches in by_detector.items()}
    ends = {name: [end for _, end in stretches] for name, stretches in merged.items()}

    def others(span: Span) -> Iterator[tuple[int, int]]:
        for name, stretches in merged.items():
            at = bisect_left(ends[name], span.start + 1)
            if name != span.detector and at < len(stretches):
                yield stretches[at]

    return {span for span in weak if any(start < span.end for start, _ in others(span))}
