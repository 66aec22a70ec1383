"""Give all spellings of an identifier ("L-90314", "l 90314") one canonical form: "L90314"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.resolvers.span_edits import edit_each


class Identifiers:
    """A resolver that sets the canonical form of identifiers, so that all spellings get one tag.

    Detectors of spoken identifiers set this form themselves.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("CDCR_ID",),
            description="labels of identifiers that are equal without punctuation and blanks",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = frozenset(config.labels)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        def with_plain_form(span: Span) -> tuple[Sequence[Span], str]:
            surface = document.prose[span.start : span.end]
            plain = "".join(filter(str.isalnum, surface)).upper()
            if span.label in self._labels and not span.canonical and plain != surface:
                span = replace(span, canonical=plain)
            return (span,), "an identifier in its form without punctuation"

        return edit_each(spans, with_plain_form)
