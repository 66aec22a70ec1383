"""Detect names, places and dates on a transcript's cover and in its closing declaration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.detectors.front_page import cover_entries, cover_extent
from anonfilter_english.detectors.front_page.cover_places import places
from anonfilter_english.detectors.front_page.cover_reader import Found, read
from anonfilter_english.knowledge.speaker_turns import turns
from anonfilter_english.knowledge.word_lists import table

_NAME = r"[A-Z][^\W\d_.']*(?:['-][A-Z][^\W\d_]*)*"
_DATED = re.compile(
    r"\b(?:dated|executed|signed)\b(?:\s+this|\s+on)?:?\s+(?P<date>[^\n.;:]{0,30}?\d[^.;:\n]{0,30}?\d{2,4})"
    rf"(?:,?\s+(?:at|in)\s+(?P<place>{_NAME}(?:,?[ ]{_NAME}){{0,5}}))?",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"/s/[ \t]*(?P<name>[^\n_/]{2,50})")
_CONCERNING = re.compile(
    r"\b(?:hearing|deposition|matter|proceedings?|testimony|interview)\s+of\s+(?P<name>[^\n,.;:]{2,40}(?:\n[^\n,.;:]{2,30})?),",
    re.IGNORECASE,
)


class FrontPage:
    """A detector that reads the cover and the closing declaration of a transcript."""

    scope: ClassVar[str] = "document"

    class Config(Strict):
        labels: dict[str, LabelName] = Option(
            default={
                "person": "PERSON",
                "place": "LOCATION",
                "organization": "ORGANIZATION",
                "date": "DATE",
                "time": "TIME",
            },
            description="labels of the findings; labels that the rules lack are skipped",
        )
        score: float = Option(default=0.98, ge=0, le=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting

    def needs(self) -> Needs:
        found = {*self._config.labels.values(), *table("cover")["numbers"]}
        labels = frozenset(found & self._setting.labels.keys())
        return Needs(labels, partial=labels)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        text = document.prose
        spoken = turns(document.text)
        end = cover_extent.cover_end(text, spoken)
        begin, name = cover_extent.declaration(text, end)
        found = [*read(text, 0, end), *_declared(text, begin, name)]
        for find in dict.fromkeys(found):
            label = self._config.labels.get(find.what, find.what)
            if label in self._setting.labels:
                yield Span(
                    find.start,
                    find.end,
                    label,
                    self._setting.name,
                    self._config.score,
                    rule=find.what,
                    canonical=find.canonical,
                )


def _declared(text: str, begin: int, name: tuple[int, int] | None) -> Iterator[Found]:
    """Yield the names, places and dates of the declaration: "I, Ann Bell, certify …"."""
    if name:
        yield from _people(text, *name)
    yield from read(text, begin, len(text))
    for match in _DATED.finditer(text, begin):
        yield Found(*match.span("date"), "date")
        if match["place"]:
            for place in places(text, *match.span("place"), sure=True):
                yield Found(*place, "place")
    for pattern in (_SIGNED, _CONCERNING):
        for match in pattern.finditer(text, begin):
            yield from _people(text, *match.span("name"))


def _people(text: str, start: int, end: int) -> Iterator[Found]:
    found = cover_entries.segments(text, start, end)
    for segment in cover_entries.names(found, listed=True, role_near=False):
        yield Found(segment.start, segment.end, "person")
