"""What one detector's word alone is worth, by label."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import EnabledPlugins, Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.word_index import Words, folded_words
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.resolvers.independent import seconded

_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = 3
_JOINT = re.compile(r"\.?[^\S\n]?")
_JOINT_BEFORE = re.compile(r"\.?[^\S\n]?\Z")

Score = Annotated[float, Option(ge=0, le=1)]


class Agreement:
    """Drops a find that a detector is not sure of and that nothing else in the document bears out.

    Borne out is what another detector took for one of these labels in the same place, be it
    another of them; a name that stands elsewhere in the document and is surely one there, or is
    part of a surer one; and the half of a person's name whose other half is kept. A score so low
    that it says no is no evidence: it bears nothing out, and only a sure find bears it out.
    """

    class Config(Strict):
        alone: dict[str, dict[LabelName, Score]] = Option(
            default={},
            description="detector, label, and the score from which its word alone counts",
        )
        halves: tuple[LabelName, ...] = Option(
            default=("PERSON",), description="labels of which a weak find beside a kept one stays"
        )
        least: dict[str, Score] = Option(
            default={},
            description="detector, and the score of these labels below which it says no: such a "
            "find bears nothing out, and needs a sure one",
        )

    name: ClassVar[str] = "agreement"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._alone = config.alone
        self._least = config.least
        self._halves = config.halves
        self._labels = frozenset(label for scores in config.alone.values() for label in scores)

    def lacks(self, enabled: EnabledPlugins) -> Iterator[str]:
        """Yield the detectors whose finds are always dropped, since no other can confirm them."""
        for detector, scores in self._alone.items():
            found = enabled.found.get(detector, frozenset()) & enabled.redacted
            weak = [
                label
                for label, least in scores.items()
                if label in found
                and enabled.highest[detector] < least
                and not self._has_second(detector, label, enabled)
            ]
            if weak:
                labels = ", ".join(weak)
                yield (
                    f"{detector}: {labels} counts only if another detector under `alone` finds it "
                    f"too, and none of them is enabled; `alone: {{{detector}: {{{weak[0]}: 0}}}}` "
                    "believes it alone"
                )

    def _has_second(self, detector: str, label: str, enabled: EnabledPlugins) -> bool:
        others = (name for name in self._alone if name != detector)
        return any(label in enabled.found.get(name, ()) for name in others)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        weak = [span for span in spans if self._is_weak(span)]
        if not weak:
            return list(spans), []
        sure = [span for span in spans if not self._is_weak(span)]
        names = {
            detector: _names(document, (one for one in sure if self._is_name_for(detector, one)))
            for detector in {span.detector for span in weak}
        }
        seconded = self._seconded(weak, sure)
        halves = [span for span in weak if span.label in self._halves]
        seconded |= _beside(document.prose, halves, [*sure, *seconded])
        kept: list[Span] = []
        dropped: defaultdict[tuple[str, str], list[Span]] = defaultdict(list)
        for span in spans:
            if (
                not self._is_weak(span)
                or span in seconded
                or folded_words(document.prose[span.start : span.end]) in names[span.detector]
            ):
                kept.append(span)
            else:
                dropped[span.detector, span.label].append(span)
        return kept, [
            Change(self.name, f"{detector} alone is not sure that it is {label}", tuple(some))
            for (detector, label), some in dropped.items()
        ]

    def _is_weak(self, span: Span) -> bool:
        alone: Mapping[str, float] = self._alone.get(span.detector, {})
        return span.score < alone.get(span.label, 0.0) or self._says_no(span)

    def _is_name_for(self, detector: str, span: Span) -> bool:
        """Whether a sure find bears out a detector's others: not what it is itself sure to be
        something else, a product, a work, a law."""
        return (
            span.label in self._labels or span.detector != detector or detector not in self._alone
        )

    def _says_no(self, span: Span) -> bool:
        return span.label in self._labels and span.score < self._least.get(span.detector, 0.0)

    def _seconded(self, weak: Sequence[Span], sure: Iterable[Span]) -> set[Span]:
        """The weak finds that another detector's find in the same place bears out."""
        certain = [span for span in sure if span.label in self._labels]
        likely = [span for span in weak if not self._says_no(span)]
        denied = [span for span in weak if self._says_no(span)]
        return seconded(likely, [*certain, *likely]) | seconded(denied, certain)


def _names(document: Document, spans: Iterable[Span]) -> set[Words]:
    """The names as they are compared, and each word of a name of several."""
    names: set[Words] = set()
    for span in spans:
        words = folded_words(document.prose[span.start : span.end])
        names |= {words, *((word,) for word in words)}
    return names


def _beside(text: str, weak: Iterable[Span], spans: Iterable[Span]) -> set[Span]:
    """Those right beside a kept find of the same detector and label, of words that are no English:
    the surname that a model sees less of than of the first name."""
    starts = {(span.detector, span.label, span.start) for span in spans}
    ends = {(span.detector, span.label, span.end) for span in spans}

    def touches(span: Span) -> bool:
        after = _JOINT.match(text, span.end)
        before = _JOINT_BEFORE.search(text, max(0, span.start - 4), span.start)
        return (span.detector, span.label, after.end() if after else -1) in starts or (
            span.detector,
            span.label,
            before.start() if before else -1,
        ) in ends

    return {
        span
        for span in weak
        if touches(span) and all(map(_is_rare, _WORD.findall(text, span.start, span.end)))
    }


def _is_rare(word: str) -> bool:
    """Whether it is neither English nor a letter or two of an abbreviation."""
    return len(word) >= _LETTERS and not is_ordinary(word)
