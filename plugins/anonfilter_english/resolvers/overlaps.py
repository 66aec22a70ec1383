"""No character in two spans, and none left bare that a detector marked."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter_english.knowledge.people.edges import is_wordly

_JOINT = re.compile(r"(?:['\u2019]s\b)?[^\w\n\u0300-\u036f([{\"'$\u20ac\u00a3#@+-]*")


@dataclass(slots=True)
class Placed:
    """What became of a span: what was left of it to mark, and by whom it was overruled."""

    span: Span
    pieces: list[Span]
    over: Span | None


class Overlaps:
    """Spans that share characters: the one whose detector comes first keeps them.

    Of two with equal rank the longer keeps them, then the one with the higher score. What a
    span covers besides stays marked. Labels that are kept never take a character from one that
    is masked. Spans of one label do not compete: sharing characters, they are one.
    """

    class Config(Strict):
        precedence: dict[LabelName, tuple[str, ...]] = Option(
            default={},
            description="for a label, the order of detectors; else that of `detectors:`",
        )

    name: ClassVar[str] = "overlaps"

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
            for one in self._placed(document.text, group):
                result += one.pieces
                if one.pieces != [one.span]:
                    changes.append(Change(self.name, _reason(one), (one.span,), tuple(one.pieces)))
        return algebra.order(result), changes

    def _joined(self, ordered: Sequence[Span], changes: list[Change]) -> Iterator[Span]:
        """Join spans of one label that share characters; the first detector counts."""
        by_label: dict[str, list[Span]] = {}
        for span in ordered:
            by_label.setdefault(span.label, []).append(span)
        for same in by_label.values():
            for group in _groups(same):
                whole = self._union(group)
                yield whole
                if len(group) > 1:
                    equal = len({(span.start, span.end) for span in group}) == 1
                    reason = "found more than once" if equal else "one with what it touches"
                    changes.append(Change(self.name, reason, tuple(group), (whole,)))

    def _union(self, group: Sequence[Span]) -> Span:
        first, *others = sorted(group, key=self._order)
        names = [name for span in others for name in span.detectors if name != first.detector]
        return replace(
            first,
            start=min(span.start for span in group),
            end=max(span.end for span in group),
            agreed=tuple(dict.fromkeys((*first.agreed, *names))),
        )

    def _placed(self, text: str, group: Sequence[Span]) -> list[Placed]:
        """The spans of a group, the first in rank first, each less what others have taken."""
        taken: list[tuple[int, int]] = []
        owners: list[Span] = []
        result: list[Placed] = []
        for span in sorted(group, key=self._order):
            holes = algebra.within(taken, span.start, span.end)
            over = owners[bisect_left(taken, holes[0])] if holes else None
            cut = algebra.subtract(span, holes, text) if holes else [span]
            pieces = [whole for piece in cut for whole in _without_joints(piece, span, text)]
            for piece in pieces:
                at = bisect_left(taken, (piece.start, piece.end))
                taken.insert(at, (piece.start, piece.end))
                owners.insert(at, span)
            result.append(Placed(span, pieces, over))
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
    """Runs of spans that hang together by shared characters."""
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
    """A piece without what joined it to the part that was cut off: "<", "'s", a comma."""
    start, end = piece.start, piece.end
    if start > span.start and (joint := _JOINT.match(text, start, end)):
        start = joint.end()
    while end < span.end and end > start and not is_wordly(text[end - 1]):
        end -= 1
    if start < end:
        yield (
            piece
            if (start, end) == (piece.start, piece.end)
            else replace(piece, start=start, end=end)
        )


def _reason(one: Placed) -> str:
    over = one.over
    if over is None:
        return "nothing of it is left"
    if not one.pieces:
        if (one.span.start, one.span.end) == (over.start, over.end):
            return f"{over.label} of {over.detector} comes first"
        return f"inside a {over.label} of {over.detector}"
    if over.start > one.span.start and over.end < one.span.end:
        return f"divided around a {over.label} of {over.detector}"
    return f"shares characters with a {over.label} of {over.detector}"
