"""A name broken off and taken up again is one name in two places."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter_english.resolvers.cut_offs.broken_names import Names, Piece, broken_names
from anonfilter_english.resolvers.cut_offs.speech import Speech

LONGEST = 200
UNSURE = 0.8
_PART = re.compile(r"[^\s\-]+")


class CutOffs:
    """Gives a piece of a name the number of the whole, and finds what broken names hide."""

    class Config(Strict):
        label: LabelName = Option(default="PERSON", description="whose names are broken off")

    name: ClassVar[str] = "cut-offs"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._label = config.label

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        names = Names(text, [span for span in spans if span.label == self._label])
        ordered = algebra.order(spans)
        starts = [span.start for span in ordered]
        changes: dict[tuple[Span, ...], Change] = {}
        for piece in broken_names(text, names, Speech(document)):
            first = bisect_left(starts, piece.start - LONGEST)
            near = ordered[first : bisect_left(starts, piece.end)]
            whole = [span for span in near if self._is_name_at(span, piece)]
            for span in whole:
                known = changes[span,].after[0] if (span,) in changes else span
                counted = self._believed(_counted_as(text, known, piece), piece)
                if counted != known:
                    changes[span,] = Change(self.name, piece.why, (span,), (counted,))
            if not whole:
                found = self._found(piece, near)
                changes.setdefault(found.after, found)
        gone = {span for change in changes.values() for span in change.before}
        kept = [span for span in spans if span not in gone]
        after = [span for change in changes.values() for span in change.after]
        return [*kept, *after], list(changes.values())

    def _is_name_at(self, span: Span, piece: Piece) -> bool:
        return span.label == self._label and span.start <= piece.start and piece.end <= span.end

    def _believed(self, span: Span, piece: Piece) -> Span:
        """The span; if it is the piece and a model doubted it, on the word of the whole name."""
        if (
            not piece.whole
            or span.score >= UNSURE
            or (span.start, span.end) != (piece.start, piece.end)
        ):
            return span
        return replace(span, detector=self.name, score=UNSURE)

    def _found(self, piece: Piece, near: Sequence[Span]) -> Change:
        """A name where there was none, in place of anything smaller that was taken for one."""
        inside = tuple(s for s in near if piece.start <= s.start and s.end <= piece.end)
        score = max((span.score for span in inside), default=UNSURE)
        found = Span(piece.start, piece.end, self._label, self.name, score, canonical=piece.whole)
        return Change(self.name, piece.why, inside, (found,))


def _counted_as(text: str, span: Span, piece: Piece) -> Span:
    """The span, with the whole name instead of the piece in its canonical form."""
    if not piece.whole:
        return span
    parts = list(_PART.finditer(text, span.start, span.end))
    known = _PART.findall(span.canonical)
    wholes = known if len(known) == len(parts) else [part[0] for part in parts]
    for at, part in enumerate(parts):
        if part.start() <= piece.start < part.end():
            wholes[at] = piece.whole
    return replace(span, canonical=" ".join(wholes))
