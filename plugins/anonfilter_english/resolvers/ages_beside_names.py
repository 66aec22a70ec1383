"""Find ages right after people's names: "Idris (9)", "Callum Pryce, 27, said", "Ann (nine)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter_english.knowledge.word_lists import table

_ENDS = (
    r"(?:,(?!\s?\d)|[;)]|\.(?=\s|\Z)"
    r"|\s(?=(?:at\sthe\stime|who|was|is|were|are|told|says?|said|from|of)\b))"
)
_BEFORE = r",\s{1,2}(?:(?:now|then|only|just|age|aged|both)\s)?"
_AGE = re.compile(
    rf"(?:(?P<bracket>\s?\()|{_BEFORE})(?P<age>1[01]\d|[1-9]0s|[1-9]\d?)"
    rf"(?(bracket)\)(?!\s?[\d,;]\s?\d)|{_ENDS})"
)
_WORDS = re.compile(r"\s?\((?P<age>[a-z]{3,9}(?:[ -][a-z]{3,5})?)\)")
_TWO = re.compile(rf"{_BEFORE}(?P<age>[1-9]\d?)(?:\s(?:and|&)\s)(?P<second>[1-9]\d?){_ENDS}")
_JOINED = re.compile(r"(?:,|,?\s(?:and|&))\s")


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
        people = algebra.order(span for span in spans if span.label == self._config.person)
        found = tuple(
            Span(start, end, self._config.label, self.name, self._config.score)
            for start, end in sorted(set(_ages(document.prose, people)))
            if start not in taken
        )
        reason = "a number right after a name is an age"
        return [*spans, *found], [Change("", reason, (), found)] if found else []


def _ages(text: str, people: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield the place of each age: "Idris (nine)", "Ann and Tom Bell, 38 and 36,"."""
    ends = [0, *(person.end for person in people)]
    for person, before in zip(people, ends, strict=False):
        if age := _AGE.match(text, person.end):
            yield age.span("age")
        if (age := _WORDS.match(text, person.end)) and _is_number(age["age"]):
            yield age.span("age")
        age = _TWO.match(text, person.end)
        if age and _JOINED.fullmatch(text, before, person.start):
            yield age.span("age")
            yield age.span("second")


def _is_number(words: str) -> bool:
    """Return True for number words such as "nine" and "twenty-two"."""
    numbers = table("numbers")
    known = {*numbers["units"], *numbers["teens"], *numbers["tens"]}
    return known.issuperset(re.split("[ -]", words))
