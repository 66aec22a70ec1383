"""Find the pieces of names that are cut off, such as "Rich-" and "-ardson"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.resolvers.cut_offs.broken_names import NameWords, Piece, find_broken_names
from anonfilter_english.resolvers.cut_offs.words_ahead import Speech
from anonfilter_english.resolvers.span_edits import SpanIndex, apply_changes

UNSURE = 0.8
_PART = re.compile(r"[^\s\-]+")


class CutOffs:
    """A resolver that finds the pieces of names that are cut off.

    Pieces get the whole name as their canonical form, so their tags have its number.
    """

    class Config(Strict):
        label: LabelName = Option(
            default="PERSON", description="label of the names that may be cut off"
        )

    name: ClassVar[str] = "cut-offs"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._label = config.label

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        names = NameWords(text, [span for span in spans if span.label == self._label])
        index = SpanIndex(spans)
        changes: dict[tuple[Span, ...], Change] = {}
        for piece in find_broken_names(text, names, Speech(document)):
            near = index.near(piece.start, piece.end)
            holding = [
                span
                for span in near
                if span.label == self._label and span.start <= piece.start and piece.end <= span.end
            ]
            for span in holding:
                known = changes[span,].after[0] if (span,) in changes else span
                completed = self._completed(text, known, piece) if piece.whole else known
                if completed != known:
                    changes[span,] = Change("", piece.reason, (span,), (completed,))
            if not holding:
                change = self._new(text, piece, near)
                changes.setdefault(change.after, change)
        return apply_changes(spans, list(changes.values()))

    def _completed(self, text: str, span: Span, piece: Piece) -> Span:
        """Return the span with the whole name in its canonical form.

        If the span is no more than the piece, and its score is low, it gets a higher score.
        """
        span = _with_whole_name(text, span, piece)
        if span.score >= UNSURE or (span.start, span.end) != (piece.start, piece.end):
            return span
        return replace(span, detector=self.name, score=UNSURE)

    def _new(self, text: str, piece: Piece, near: Sequence[Span]) -> Change:
        """Return a change that adds a piece and drops the spans inside it."""
        inside = tuple(s for s in near if piece.start <= s.start and s.end <= piece.end)
        score = max((span.score for span in inside), default=UNSURE)
        found = Span(piece.start, piece.end, self._label, self.name, score)
        if piece.whole:
            found = _with_whole_name(text, found, piece)
        return Change("", piece.reason, inside, (found,))


def _with_whole_name(text: str, span: Span, piece: Piece) -> Span:
    """Return the span with a canonical form that has the whole word for each part of the piece."""
    parts = list(_PART.finditer(text, span.start, span.end))
    known = _PART.findall(span.canonical)
    wholes = known if len(known) == len(parts) else [part[0] for part in parts]
    for at, part in enumerate(parts):
        if part.start() < piece.end and piece.start < part.end():
            wholes[at] = piece.whole
    whole = " ".join(wholes)
    return span if whole == text[span.start : span.end] else replace(span, canonical=whole)
