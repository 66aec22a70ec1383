"""Detect dates, times, ages, heights, numbers and addresses in spoken form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict

# Each find has a figure, a number in words, a month or a word for a sign.
_HINT = re.compile(
    r"\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand"
    r"|double|triple|dot|period|point|noon|midnight|(?:pre-?)?teens|first|second|third|fif|nought"
    r"|niner|fife|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|teen|(?:ty|ties|ieth|th)\b",
    re.IGNORECASE,
)

# The labels that replace specific labels which the rules lack.
_NUMBERS = "US_SSN CREDIT_CARD ROUTING_NUMBER BANK_ACCOUNT MEDICAL_RECORD DRIVER_LICENSE PASSPORT"
WIDER = {"DATE_OF_BIRTH": "DATE"} | dict.fromkeys(_NUMBERS.split(), "GENERIC_ID")

_OTHERS = "DATE TIME AGE HEIGHT LOCATION EMAIL_ADDRESS URL PHONE_NUMBER GENERIC_ID"
LABELS = frozenset((*_OTHERS.split(), *WIDER))


class Spoken:
    """A detector of values in spoken form, such as "nineteen ninety-eight".

    The modules that recognise them are imported with the first field that needs them.
    """

    scope: ClassVar[str] = "field"

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        self._name = setting.name
        self._labels = setting.labels

    def needs(self) -> Needs:
        labels = LABELS & self._labels.keys()
        return Needs(labels, partial=labels - {"HEIGHT"})

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        hinted = [field for field in fields if _HINT.search(document.prose, field.start, field.end)]
        if not hinted:
            return
        from anonfilter_english.detectors.spoken.spoken_finds import find

        for field in hinted:
            for hit in find(document.prose[field.start : field.end]):
                # With no labels in the rules, all labels are found.
                names = (hit.label, WIDER.get(hit.label, ""))
                label = next((name for name in names if name in (self._labels or names)), "")
                if label:
                    yield Span(
                        field.start + hit.start,
                        field.start + hit.end,
                        label,
                        self._name,
                        hit.score,
                        rule=hit.rule,
                        canonical=hit.written,
                    )
