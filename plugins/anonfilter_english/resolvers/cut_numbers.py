"""Find numbers and addresses that are cut in two by another turn: "555-" and "-0142"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.knowledge.lists import alternatives, table

_CUT = re.compile(
    r"(?<![\w-])(?P<first>(?:\d{1,6} (?:[A-Z][a-z]+ ){0,2})?[^\W_][\w-]*-)[ \t]*\n"
    r"(?:[^\n]{0,40}\n){0,2}?[ \t]*(?:[^\n:]{1,25}:[ \t]*)?"
    r"(?P<second>-[^\W_][\w-]*(?: [A-Z][a-z]+\.?)?)(?![\w-])"
)
_PHONE = re.compile(r"(?:\d{3}-?)?\d{3}-?\d{4}|0\d{9,10}")
_LEAST = 4


class CutNumbers:
    """Find both halves of a number, or of a house number with its street, that two turns hold."""

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
        found = tuple(self._halves(document.prose))
        return [*spans, *found], [
            Change(self.name, "halves of one number", (), found)
        ] if found else []

    def _halves(self, text: str) -> Iterator[Span]:
        for cut in _CUT.finditer(text):
            label = self._label(cut["first"] + cut["second"].removeprefix("-"))
            for half in ("first", "second") if label else ():
                yield Span(*cut.span(half), label, self.name, self._config.score)

    def _label(self, whole: str) -> str:
        """Return what two halves make, or ""."""
        if _PHONE.fullmatch(whole):
            return self._config.phone
        if self._street.fullmatch(whole.replace("-", "", 1)):
            return self._config.place
        digits = sum(map(str.isdigit, whole))
        return self._config.number if digits >= _LEAST and " " not in whole else ""
