"""Drop words that announce a number and that models took for names.

Examples are "NHS" in "NHS number" and "DOB" in "DOB: 3".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.knowledge.number_names import names_number
from anonfilter_english.resolvers.span_edits import drop_each

_NUMBERED = re.compile(
    r"\s{0,2}(?:(?:number|no|nr|id|card|ref|code)\b\.?|[:#=(]|(?:is|was)\b"
    r"|\s(?=[A-Z]{0,4}[ -]?\d{3}))"
    r"(?:\s{0,2}(?:is|was|no\.|number|[:#=(]))*\s{0,2}[A-Z]{0,4}[ /-]?\d",
    re.IGNORECASE,
)


class NumberNames:
    """A resolver that drops words such as "NHS" if the number that they announce follows."""

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "ORGANIZATION", "LOCATION", "NRP"),
            description="labels that models give by mistake to words that name a number",
        )
        settled: tuple[str, ...] = Option(
            default=("dictionary", "roster", "keyed"), description="detectors whose findings stay"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = frozenset(config.labels)
        self._settled = setting.detectors(config.settled)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose

        def reason(span: Span) -> str:
            names_next_number = (
                span.label in self._labels
                and self._settled.isdisjoint(span.detectors)
                and names_number(text[span.start : span.end])
                and _NUMBERED.match(text, span.end)
            )
            return "the name of the number after it" if names_next_number else ""

        return drop_each(spans, reason)
