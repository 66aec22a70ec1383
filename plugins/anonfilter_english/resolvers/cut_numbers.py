"""Find numbers and addresses that the end of a turn, line or caption cuts: "555-" and "-0142"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter_english.knowledge.number_names import name_before
from anonfilter_english.knowledge.word_lists import alternatives, table
from anonfilter_english.resolvers.span_edits import SpanIndex

_CUT = re.compile(
    r"(?<![\w-])(?P<first>(?:\d{1,6} (?:[A-Z][a-z]+ ){0,2})?[^\W_][\w-]*-)[ \t]*\n"
    r"(?:[^\n]{0,40}\n){0,2}?[ \t]*(?:[^\n:]{1,25}:[ \t]*|[QA]\.?[ \t]+)?"
    r"(?P<second>-[^\W_][\w-]*(?: [A-Z][a-z]+\.?)?)(?![\w-])"
)
_HYPHENATED = re.compile(
    r"(?<![\w-])(?P<first>[^\W_]{1,12}(?:-[^\W_]{1,12}){0,4}-)[ \t]*\n[ \t]*"
    r"(?P<second>[^\W_]{0,4}\d[^\W_]{0,12}(?:-[^\W_]{1,12}){0,4})(?![\w-])"
)
_GROUPS = re.compile(
    r"(?<![\w.,:/$\u00a3\u20ac-])(?:\d{3}(?:[ -]\d{3}){2,9}|\d{4}(?:[ -]\d{4}){2,9})"
    r"(?![\w%-]|[.,:/]\d)"
)
_PHONE = re.compile(r"(?:\d{3}-?)?\d{3}-?\d{4}|0\d{9,10}")
_LEAST = 4


class CutNumbers:
    """A resolver that finds both halves of a number or street address that is cut in two.

    If only the first half has a hyphen, the number must be a telephone number or follow a word that
    names it ("policy number PLX-", "88213"). A number in equal groups of digits, of which only some
    were found, is found as a whole.
    """

    class Config(Strict):
        number: LabelName = Option(default="GENERIC_ID", description="label of numbers")
        phone: LabelName = Option(default="PHONE_NUMBER", description="label of telephone numbers")
        place: LabelName = Option(default="LOCATION", description="label of addresses")
        score: float = Option(default=0.8, ge=0, le=1)

    name: ClassVar[str] = "cut-numbers"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        streets = (*table("places")["streets"], *table("places")["short_streets"])
        self._street = re.compile(
            rf"\d{{1,6}} [^\d]*(?:{alternatives(map(str, streets))})\.?", re.IGNORECASE
        )

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        found = (
            *self._halves(text),
            *self._hyphenated(document, spans),
            *self._groups(text, spans),
        )
        return [*spans, *found], [Change("", "parts of one number", (), found)] if found else []

    def _halves(self, text: str) -> Iterator[Span]:
        """Yield both halves of each number or address that is cut between two hyphens."""
        for cut in _CUT.finditer(text):
            label = self._label(cut["first"] + cut["second"].removeprefix("-"))
            for half in ("first", "second") if label else ():
                yield Span(*cut.span(half), label, self.name, self._config.score)

    def _hyphenated(self, document: Document, spans: Sequence[Span]) -> Iterator[Span]:
        """Yield a span over both lines for each number with a hyphen at the end of a line only."""
        text = document.prose
        taken = algebra.merged((span.start, span.end) for span in spans)
        for field in document.fields:
            for cut in _HYPHENATED.finditer(text, field.start, field.end):
                if algebra.covered(taken, *cut.span()):
                    continue
                whole = cut["first"] + cut["second"]
                named = name_before(text[field.start : cut.start()], cut.start() - field.start)
                is_long = sum(map(str.isdigit, whole)) >= _LEAST
                if _PHONE.fullmatch(whole):
                    yield Span(*cut.span(), self._config.phone, self.name, self._config.score)
                elif named is not None and named.strength != "any" and is_long:
                    yield Span(*cut.span(), named.label, self.name, self._config.score)

    def _groups(self, text: str, spans: Sequence[Span]) -> Iterator[Span]:
        """Yield a span over each number in equal groups of which only some are in spans."""
        index = SpanIndex(spans)
        for groups in _GROUPS.finditer(text):
            parts = [
                span
                for span in index.overlapping(*groups.span())
                if groups.start() <= span.start and span.end <= groups.end()
            ]
            if parts and not any((span.start, span.end) == groups.span() for span in parts):
                labels = [span.label for span in parts if span.label not in ("DATE", "TIME")]
                label = labels[0] if labels else self._config.number
                yield Span(*groups.span(), label, self.name, self._config.score)

    def _label(self, whole: str) -> str:
        """Return the label of the number or address that two halves form; "" if they form none."""
        if _PHONE.fullmatch(whole):
            return self._config.phone
        if self._street.fullmatch(whole.replace("-", "", 1)):
            return self._config.place
        digits = sum(map(str.isdigit, whole))
        return self._config.number if digits >= _LEAST and " " not in whole else ""
