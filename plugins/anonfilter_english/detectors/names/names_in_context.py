"""Detect names of people and places by context, in text with and without capitals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.knowledge.flat_text import flatten


class NamesDetector:
    """A detector of listed names; the context shows which everyday words are names."""

    scope: ClassVar[str] = "field"
    forkable: ClassVar[bool] = True

    class Config(Strict):
        person: LabelName | None = Option(default="PERSON", description="label of people's names")
        place: LabelName | None = Option(
            default="LOCATION", description="label of places; null: places are not searched for"
        )
        cased_places: bool = Option(
            default=False,
            description="also find places in text with capitals, in which models distinguish "
            "them better from organisations",
        )
        score: float = Option(default=0.75, ge=0, le=1)
        without: tuple[str, ...] = Option(
            default=(), description="rules switched off, by the names that `explain` shows"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting

    @property
    def highest(self) -> float:
        return self._config.score

    def needs(self) -> Needs:
        return Needs(frozenset(filter(None, (self._config.person, self._config.place))))

    def load(self) -> None:
        from anonfilter_english.detectors.names.word_senses import sense

        sense("")

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        from anonfilter_english.detectors.names.people_names import people
        from anonfilter_english.detectors.names.place_names import places
        from anonfilter_english.detectors.names.words_in_context import Words

        for field in fields:
            flat = flatten(document.prose[field.start : field.end])
            words = Words(flat.text)
            found_places = list(places(words))
            taken = frozenset(
                at for place in found_places for at in range(place.first, place.last + 1)
            )
            found = [(self._config.person, person) for person in people(words, taken)]
            if self._config.cased_places or not words.has_capitals:
                found += [(self._config.place, place) for place in found_places]
            for label, (first, last, rule) in found:
                if label is None or rule in self._config.without:
                    continue
                start, end = flat.span(words[first].start, words[last].end)
                yield Span(
                    field.start + start,
                    field.start + end,
                    label,
                    self._setting.name,
                    self._config.score,
                    rule=rule,
                )
