"""Find ages right after people's names: "Idris (9)", "Callum Pryce, 27, said"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict

_AGE = re.compile(
    r"(?:(?P<bracket>\s?\()|,\s{1,2}(?:(?:now|then|only|just|age|aged)\s)?)"
    r"(?P<age>1[01]\d|[1-9]\d?)"
    r"(?(bracket)\)(?!\s?[\d,;]\s?\d)|(?:,(?!\s?\d)|[;)]|\.(?=\s|\Z)"
    r"|\s(?=(?:at\sthe\stime|who|was|is|told|says?|said|from|of)\b)))"
)


class AgesBesideNames:
    """A resolver that finds the age in parentheses or between commas after a person's name."""

    class Config(Strict):
        person: LabelName = Option(default="PERSON", description="label of people's names")
        label: LabelName = Option(default="AGE", description="label of the ages")
        score: float = Option(default=0.8, ge=0, le=1)

    name: ClassVar[str] = "ages-beside-names"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        taken = {span.start for span in spans}
        ages = (
            _AGE.match(document.prose, end)
            for end in sorted({s.end for s in spans if s.label == self._config.person})
        )
        found = tuple(
            Span(*age.span("age"), self._config.label, self.name, self._config.score)
            for age in ages
            if age is not None and age.start("age") not in taken
        )
        reason = "a number right after a name is an age"
        return [*spans, *found], [Change(self.name, reason, (), found)] if found else []
