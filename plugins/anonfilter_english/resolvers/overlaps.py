"""Resolve overlaps: put each character of the spans in exactly one span."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.name_edges import is_wordly
from anonfilter_english.knowledge.word_lists import terms

SPEAKER_LABEL = "label"  # the rule of `speakers` for the name in a label
_SMALL_WORD = re.compile(r"(?<=\d)[a-z]+(?!\w)")
_JOINT = re.compile(r"(?:['\u2019]s\b)?[^\w\n\u0300-\u036f([{\"'$\u20ac\u00a3#@+-]*")


@dataclass(slots=True)
class Placement:
    """A span, the pieces of it that remain, and the span that took the other characters."""

    span: Span
    pieces: list[Span]
    winner: Span | None


class Overlaps:
    """A resolver that gives shared characters to the span whose detector ranks first.

    If both detectors have the same rank, the longer span gets the characters, and of two equally
    long spans the one with the higher score. The other span is cut and keeps its other characters.
    A span whose label stays in the text never takes characters from a span that is replaced.
    Overlapping spans with the same label are joined.
    """

    class Config(Strict):
        precedence: dict[LabelName, tuple[str, ...]] = Option(
            default={},
            description="for a label: the order of detectors; by default the order under "
            "`detectors:`",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = setting.labels
        default = _ranks(setting.precedence)
        self._ranks = {
            label: _ranks(config.precedence[label]) if label in config.precedence else default
            for label in setting.labels
        }

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        result: list[Span] = []
        changes: list[Change] = []
        joined = self._joined(algebra.order(dict.fromkeys(spans)), changes)
        for group in _groups(algebra.order(joined)):
            if len(group) == 1:
                result += group
                continue
            for placed in self._placed(document.text, group):
                pieces, span = placed.pieces, placed.span
                result += pieces
                if pieces != [span]:
                    changes.append(Change("", _reason(placed), (span,), tuple(pieces)))
        return algebra.order(result), changes

    def _joined(self, ordered: Sequence[Span], changes: list[Change]) -> Iterator[Span]:
        """Yield the spans, with overlapping spans of one label joined, and record the changes."""
        by_label: dict[str, list[Span]] = {}
        for span in ordered:
            by_label.setdefault(span.label, []).append(span)
        for same in by_label.values():
            for group in _groups(same):
                whole = self._union(group)
                yield whole
                if len(group) > 1:
                    equal = len({(span.start, span.end) for span in group}) == 1
                    reason = "found more than once" if equal else "overlapping spans of one label"
                    changes.append(Change("", reason, tuple(group), (whole,)))

    def _union(self, group: Sequence[Span]) -> Span:
        """Return one span over a whole group, with the detector that ranks first."""
        first, *others = sorted(group, key=self._order)
        names = [name for span in others for name in span.detectors if name != first.detector]
        return replace(
            first,
            start=min(span.start for span in group),
            end=max(span.end for span in group),
            agreed=tuple(dict.fromkeys((*first.agreed, *names))),
        )

    def _placed(self, text: str, group: Sequence[Span]) -> list[Placement]:
        """Return the spans of a group by rank, each without the characters of those before it."""
        taken: list[tuple[int, int]] = []
        owners: list[Span] = []
        result: list[Placement] = []
        for span in sorted(group, key=self._order):
            holes = algebra.within(taken, span.start, span.end)
            winner = owners[bisect_left(taken, holes[0])] if holes else None
            cut = algebra.subtract(span, holes, text) if holes else [span]
            pieces = [whole for piece in cut for whole in _without_joints(piece, span, text)]
            if winner is not None and winner.rule == SPEAKER_LABEL:
                pieces = [piece for piece in pieces if not _is_office(text, piece, winner)]
            for piece in pieces:
                at = bisect_left(taken, (piece.start, piece.end))
                taken.insert(at, (piece.start, piece.end))
                owners.insert(at, span)
            result.append(Placement(span, pieces, winner))
        return result

    def _order(self, span: Span) -> tuple[bool, int, int, float, int, str, str, str]:
        ranks = self._ranks.get(span.label, {})
        return (
            not self._labels[span.label].redact,
            ranks.get(span.detector, len(ranks)),
            -len(span),
            -span.score,
            span.start,
            span.label,
            span.detector,
            span.rule,
        )


def _ranks(detectors: Iterable[str]) -> Mapping[str, int]:
    return {name: rank for rank, name in enumerate(detectors)}


def _groups(ordered: Sequence[Span]) -> Iterator[list[Span]]:
    """Yield the groups of spans that are connected by shared characters."""
    group: list[Span] = []
    end = 0
    for span in ordered:
        if group and span.start >= end:
            yield group
            group = []
        group.append(span)
        end = max(end, span.end)
    if group:
        yield group


def _without_joints(piece: Span, span: Span, text: str) -> Iterator[Span]:
    """Yield a piece of a cut span without the joint beside the cut; nothing if no more is left.

    The joint is punctuation, "'s", or a small word that touches a number: "555-2671and".
    """
    start, end = piece.start, piece.end
    word = _SMALL_WORD.match(text, start, end) if start > span.start else None
    if word is not None and word[0] in terms("words", "joining"):
        start = word.end()
    if start > span.start and (joint := _JOINT.match(text, start, end)):
        start = joint.end()
    while end < span.end and end > start and not is_wordly(text[end - 1]):
        end -= 1
    if start < end:
        yield replace(piece, start=start, end=end)


def _is_office(text: str, piece: Span, name: Span) -> bool:
    """Return True for common words that precede the name in a speaker label: "ATTORNEY BELL:"."""
    words = text[piece.start : piece.end].split()
    return piece.end <= name.start and all(is_common(fold(word)) for word in words)


def _reason(placed: Placement) -> str:
    """Return the reason why a span was cut or dropped."""
    span, winner = placed.span, placed.winner
    if winner is None:
        return "only punctuation is left of it"
    if not placed.pieces:
        if (span.start, span.end) == (winner.start, winner.end):
            return f"the {winner.label} of {winner.detector} in the same place comes first"
        return f"inside a {winner.label} of {winner.detector}"
    if winner.start > span.start and winner.end < span.end:
        return f"divided around a {winner.label} of {winner.detector}"
    return f"shares characters with a {winner.label} of {winner.detector}"
