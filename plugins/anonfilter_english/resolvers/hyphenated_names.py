"""Find names that are hyphenated at the end of a line or of a caption: "Oka-" and "for"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.name_list import UNLISTED, bearers, name_key
from anonfilter_english.knowledge.rare_words import rare_words
from anonfilter_english.knowledge.word_lists import HESITATION
from anonfilter_english.resolvers.span_edits import SpanIndex, apply_changes

_LETTERS = r"[^\W\d_]"
_CUT = re.compile(
    rf"(?<![\w'-])(?P<first>{_LETTERS}+)-[ \t]*\n[ \t]*(?P<second>{_LETTERS}++)(?![\w:-])"
)
_WORD = re.compile(rf"{_LETTERS}+")
_HESITATION = re.compile(HESITATION, re.IGNORECASE)
_LEAST = 4
_REASON = "both halves of a hyphenated word belong to the name"


class HyphenatedNames:
    """A resolver that finds both halves of a hyphenated name as one span.

    The halves are one name if the document has the whole name elsewhere. If only the first half was
    found, the whole must be a listed name, or the second half no English word. So "Ngozi-" is not
    widened before "and then".
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION"), description="labels of the names"
        )
        score: float = Option(default=0.8, ge=0, le=1)

    name: ClassVar[str] = "hyphenated-names"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        cuts = [
            cut
            for field in document.fields
            for cut in _CUT.finditer(text, field.start, field.end)
            if cut["second"].islower() or cut["first"].isupper()
        ]
        if not cuts:
            return list(spans), []
        known = {
            fold(word[0]): span.label
            for span in spans
            if span.label in self._config.labels
            for word in _WORD.finditer(text, span.start, span.end)
            if len(word[0]) >= _LEAST and not is_common(word[0])
        }
        names = SpanIndex(span for span in spans if span.label in self._config.labels)
        changes = []
        for cut in cuts:
            before = names.overlapping(*cut.span())
            label = known.get(fold(cut["first"] + cut["second"]), "")
            if label or (before and _may_be_one(cut)):
                found = self._whole(text, cut, label, before)
                changes.append(Change("", _REASON, before, (found,)))
        return apply_changes(spans, changes)

    def _whole(self, text: str, cut: re.Match[str], label: str, before: Sequence[Span]) -> Span:
        """Return a span over both halves and over the spans that it replaces."""
        start = min((cut.start(), *(span.start for span in before)))
        end = max((cut.end(), *(span.end for span in before)))
        first = before[0] if before else Span(start, end, label, self.name, self._config.score)
        joined = text[start : cut.start()] + cut["first"] + cut["second"] + text[cut.end() : end]
        return replace(first, start=start, end=end, canonical=" ".join(joined.split()))


def _may_be_one(cut: re.Match[str]) -> bool:
    """Return True if both halves may be one name that the document has in no other place."""
    first, second = cut["first"], cut["second"]
    if not first[0].isupper() or _HESITATION.fullmatch(second):
        return False
    is_listed = bearers(name_key(first + second)) is not UNLISTED
    return is_listed or not (is_common(second) or fold(second) in rare_words())
