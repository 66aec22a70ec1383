"""Drop uncertain spans of one detector that nothing else in the document confirms."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import EnabledPlugins, Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.word_index import Words, folded_words
from anonfilter_english.knowledge.rare_words import is_ordinary

_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = 3
_JOINT = re.compile(r"\.?[^\S\n]?")
_JOINT_BEFORE = re.compile(r"\.?[^\S\n]?\Z")

Score = Annotated[float, Option(ge=0, le=1)]


class Agreement:
    """A resolver that drops spans with a low score that nothing else in the document confirms.

    Three things confirm a span: a span of another detector in the same place that has one of the
    labels under ``alone``; a certain span in another place that has the same words, or that
    contains the word if the span is a single word; and, for people's names, a span of the same
    detector right before or after it. A span with a score below ``least`` confirms no other span,
    and only a certain span confirms it.
    """

    class Config(Strict):
        alone: dict[str, dict[LabelName, Score]] = Option(
            default={},
            description="for a detector and a label: the score from which a span needs no "
            "confirmation",
        )
        halves: tuple[LabelName, ...] = Option(
            default=("PERSON",),
            description="labels whose uncertain spans are kept next to a span that is kept",
        )
        least: dict[str, Score] = Option(
            default={},
            description="for a detector: the score below which a span confirms no other span, "
            "and only a certain span confirms it",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._alone = config.alone
        self._least = config.least
        self._halves = config.halves
        self._labels = frozenset(label for scores in config.alone.values() for label in scores)

    def lacks(self, enabled: EnabledPlugins) -> Iterator[str]:
        """Yield a message for each detector with labels whose spans nothing can confirm.

        All of these spans would be dropped.
        """
        for detector, scores in self._alone.items():
            found = enabled.found.get(detector, frozenset()) & enabled.redacted
            others = [enabled.found.get(name, ()) for name in self._alone if name != detector]
            weak = [
                label
                for label, least in scores.items()
                if label in found
                and enabled.highest[detector] < least
                and not any(label in labels for labels in others)
            ]
            if weak:
                labels = ", ".join(weak)
                yield (
                    f"all {labels} of {detector} are dropped, since no enabled detector under "
                    f"`alone` can confirm them; `alone: {{{detector}: {{{weak[0]}: 0}}}}` keeps "
                    "them without confirmation"
                )

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        weak = [span for span in spans if self._is_weak(span)]
        if not weak:
            return list(spans), []
        certain = [span for span in spans if not self._is_weak(span)]
        names = {
            detector: _names(
                document, (span for span in certain if self._confirms_elsewhere(span, detector))
            )
            for detector in {span.detector for span in weak}
        }
        believed = self._confirmed(weak, certain)
        halves = [span for span in weak if span.label in self._halves]
        believed |= _beside(document.prose, halves, [*certain, *believed])
        kept: list[Span] = []
        dropped: defaultdict[tuple[str, str], list[Span]] = defaultdict(list)
        for span in spans:
            if (
                not self._is_weak(span)
                or span in believed
                or folded_words(document.prose[span.start : span.end]) in names[span.detector]
            ):
                kept.append(span)
            else:
                dropped[span.detector, span.label].append(span)
        return kept, [
            Change(
                "",
                f"{detector} is not sure of {label}, and nothing else confirms it",
                tuple(same),
            )
            for (detector, label), same in dropped.items()
        ]

    def _is_weak(self, span: Span) -> bool:
        alone: Mapping[str, float] = self._alone.get(span.detector, {})
        return span.score < alone.get(span.label, 0.0) or self._is_denied(span)

    def _is_denied(self, span: Span) -> bool:
        """Return True if the score of a span is below the ``least`` of its detector.

        Such a low score is evidence against the label.
        """
        return span.label in self._labels and span.score < self._least.get(span.detector, 0.0)

    def _confirms_elsewhere(self, span: Span, detector: str) -> bool:
        """Return True if a certain span confirms spans of a detector with the same words.

        A product or a law that the same detector is certain of does not confirm a name.
        """
        return (
            span.label in self._labels or span.detector != detector or detector not in self._alone
        )

    def _confirmed(self, weak: Sequence[Span], certain: Iterable[Span]) -> set[Span]:
        """Return the weak spans that a span of another detector in the same place confirms."""
        certain = [span for span in certain if span.label in self._labels]
        likely = [span for span in weak if not self._is_denied(span)]
        denied = [span for span in weak if self._is_denied(span)]
        return confirmed_spans(likely, [*certain, *likely]) | confirmed_spans(denied, certain)


def _names(document: Document, spans: Iterable[Span]) -> set[Words]:
    """Return the folded words of each span, together and one by one."""
    names: set[Words] = set()
    for span in spans:
        words = folded_words(document.prose[span.start : span.end])
        names |= {words, *((word,) for word in words)}
    return names


def _beside(text: str, weak: Iterable[Span], spans: Iterable[Span]) -> set[Span]:
    """Return the weak spans of rare words that are next to a span of their detector and label.

    A model is often less certain of a surname than of the first name before it.
    """
    starts = {(span.detector, span.label, span.start) for span in spans}
    ends = {(span.detector, span.label, span.end) for span in spans}

    def touches(span: Span) -> bool:
        after = _JOINT.match(text, span.end)
        before = _JOINT_BEFORE.search(text, max(0, span.start - 4), span.start)
        following = after.end() if after else -1
        preceding = before.start() if before else -1
        return (span.detector, span.label, following) in starts or (
            (span.detector, span.label, preceding) in ends
        )

    return {
        span
        for span in weak
        if touches(span)
        and all(
            len(word) >= _LETTERS and not is_ordinary(word)
            for word in _WORD.findall(text, span.start, span.end)
        )
    }


def confirmed_spans(spans: Iterable[Span], by: Iterable[Span]) -> set[Span]:
    """Return the spans that overlap a span in ``by`` that another detector found."""
    by_detector: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for span in by:
        by_detector[span.detector].append((span.start, span.end))
    merged = {name: algebra.merged(stretches) for name, stretches in by_detector.items()}
    ends = {name: [end for _, end in stretches] for name, stretches in merged.items()}

    def touches(name: str, span: Span) -> bool:
        at = bisect_left(ends[name], span.start + 1)
        return at < len(merged[name]) and merged[name][at][0] < span.end

    return {s for s in spans if any(touches(name, s) for name in merged if name != s.detector)}
