"""Detect dates, times, ages, heights, numbers and addresses in spoken form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict

# Each find has a figure, a number word, a month or a word for a sign.
_HINT = re.compile(
    r"\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand"
    r"|double|triple|dot|period|point|noon|midnight|(?:pre-?)?teens|first|second|third|fif|nought"
    r"|niner|fife|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|teen|(?:ty|ties|ieth|th)\b",
    re.IGNORECASE,
)

# The wider label of a find, used if the rules lack the specific label.
_NUMBERS = "US_SSN CREDIT_CARD ROUTING_NUMBER BANK_ACCOUNT MEDICAL_RECORD DRIVER_LICENSE PASSPORT"
WIDER = {"DATE_OF_BIRTH": "DATE"} | dict.fromkeys(_NUMBERS.split(), "GENERIC_ID")

_OTHERS = "DATE TIME AGE HEIGHT LOCATION EMAIL_ADDRESS URL PHONE_NUMBER GENERIC_ID"
LABELS = frozenset((*_OTHERS.split(), *WIDER))


class Spoken:
    """A detector that runs each recogniser of spoken forms on each field.

    Recognisers are loaded with the first field that needs one.
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
                label = self._label(hit.label)
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

    def _label(self, label: str) -> str:
        """Return the specific label if the rules declare it, else the wider label, else ""."""
        for name in (label, WIDER.get(label, "")):
            if not self._labels or name in self._labels:
                return name
        return ""
