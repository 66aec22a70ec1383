"""A name broken off and taken up again is one name in two places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.hookspecs import Setting
from anonfilter.model import Change, Document, Span
from anonfilter.rules.schema import LabelName, Strict
from anonfilter_transcripts.broken import Names, Piece, broken_names
from anonfilter_transcripts.reading import Reading

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
        result = list(spans)
        changes: list[Change] = []
        for piece in broken_names(text, names, Reading(document)):
            self._mark(text, piece, result, changes)
        return result, changes

    def _mark(self, text: str, piece: Piece, result: list[Span], changes: list[Change]) -> None:
        """See to it that there is a name at this place, and that it counts as the whole one."""
        for at, span in enumerate(result):
            if span.label == self._label and span.start <= piece.start and piece.end <= span.end:
                counted = _counted_as(text, span, piece)
                if counted != span:
                    result[at] = counted
                    changes.append(Change(self.name, piece.why, (span,), (counted,)))
                return
        inside = tuple(s for s in result if piece.start <= s.start and s.end <= piece.end)
        found = Span(
            piece.start, piece.end, self._label, self.name, _score(inside), canonical=piece.whole
        )
        result[:] = [span for span in result if span not in inside]
        result.append(found)
        changes.append(Change(self.name, piece.why, inside, (found,)))


def _score(inside: Sequence[Span]) -> float:
    """As sure as what was found there before, and no less than a guess."""
    return max((span.score for span in inside), default=0.8)


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
