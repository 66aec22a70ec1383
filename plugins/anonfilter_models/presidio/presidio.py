"""Detect numbers, addresses and codes with the recognizers of presidio."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, ClassVar

from anonfilter_english.knowledge.flat_text import flatten
from pydantic import Field as Option
from pydantic import field_validator, model_validator

from anonfilter import optional
from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import RulesError
from anonfilter.text.values import hide_values
from anonfilter_models.presidio import necessary_patterns, presidio_recognizers
from anonfilter_models.presidio.presidio_context import raised, stop_words, words_before
from anonfilter_models.presidio.presidio_log import silenced
from anonfilter_models.text_windows import Window, windows

LIBRARY = "presidio_analyzer"
WINDOW = 4_000
OVERLAP = 400


class PatternConfig(Strict):
    """A regex of a recognizer that the rules declare."""

    name: str = "pattern"
    regex: str
    score: float = Option(ge=0, le=1)

    @field_validator("regex")
    @classmethod
    def _compiles(cls, value: str) -> str:
        import regex

        try:
            regex.compile(value)
        except regex.error as error:
            raise ValueError(f"not a regular expression: {error}") from None
        return value


class RecognizerConfig(Strict):
    """A recognizer that the rules declare, with the settings of presidio."""

    name: str
    supported_entity: str
    patterns: tuple[PatternConfig, ...] = ()
    context: tuple[str, ...] = ()
    deny_list: tuple[str, ...] = ()
    deny_list_score: float = Option(default=1.0, ge=0, le=1)

    @model_validator(mode="after")
    def _finds_something(self) -> RecognizerConfig:
        if not self.patterns and not self.deny_list:
            raise ValueError("a recognizer needs `patterns:` or a `deny_list:`")
        return self


@hide_values
@dataclass(frozen=True, slots=True)
class Active:
    """A recognizer, with its label and its necessary condition."""

    recognizer: Any
    entity: str
    label: str
    necessary: re.Pattern[str] | None


class PresidioDetector:
    """A detector that runs the recognizers whose necessary condition a field meets.

    presidio takes most of a second to import. If every recognizer has a condition, presidio is
    imported when the first text meets one.
    """

    scope: ClassVar[str] = "field"
    reads_code: ClassVar[bool] = True
    forkable: ClassVar[bool] = True

    class Config(Strict):
        entities: dict[str, LabelName | None] = Option(
            description="presidio's entities and the rules' labels for them; null removes an "
            "inherited entry"
        )
        recognizers: tuple[RecognizerConfig, ...] = Option(
            default=(), description="additional recognizers, in presidio's own form"
        )
        min_score: float = Option(
            default=0.4,
            ge=0,
            le=1,
            description="the lowest score, after context words have raised it",
        )
        regions: tuple[str, ...] = Option(
            default=("US", "GB"), description="regions of phone numbers without +"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        self._labels = {entity: label for entity, label in config.entities.items() if label}
        for recognizer in config.recognizers:
            if recognizer.supported_entity not in config.entities:
                raise RulesError(
                    f"the recognizer {recognizer.name!r} finds {recognizer.supported_entity!r}, "
                    "which `entities:` gives no label"
                )
        self._necessary: tuple[re.Pattern[str], ...] = ()
        self._active: list[Active] = []
        self._stop = frozenset[str]()

    def needs(self) -> Needs:
        return Needs(frozenset(self._labels.values()), extra="presidio", libraries=(LIBRARY,))

    def load(self) -> None:
        config, known = self._config, necessary_patterns.known(self._setting.language)
        if self._labels.keys() <= known and not config.recognizers and find_spec(LIBRARY):
            conditions = (necessary_patterns.compiled(one, config.regions) for one in self._labels)
            self._necessary = tuple(one for one in conditions if one is not None)
        else:
            self._load_recognizers()

    def _load_recognizers(self) -> None:
        config, language = self._config, self._setting.language
        declared = [one.model_dump(mode="json") for one in config.recognizers]
        with silenced(), optional.left_out():
            presidio_recognizers.stay_offline()
            self._stop = stop_words(language)
            made = presidio_recognizers.make(self._labels, declared, language, config.regions)
            self._active = [self._activate(one, is_predefined) for one, is_predefined in made]

    def _activate(self, recognizer: Any, predefined: bool) -> Active:
        entity = recognizer.supported_entities[0]
        condition = (
            necessary_patterns.compiled(entity, self._config.regions) if predefined else None
        )
        return Active(recognizer, entity, self._labels[entity], condition)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        with silenced(document.name):
            return [span for field in fields for span in self._field(document, field)]

    def _field(self, document: Document, field: Field) -> Iterator[Span]:
        flat = flatten(document.prose[field.start : field.end])
        for window in windows(flat.text, WINDOW, OVERLAP):
            text = flat.text[window.start : window.end]
            for first, last, score, active in self._window(text, window):
                start, end = flat.span(window.start + first, window.start + last)
                yield Span(
                    field.start + start,
                    field.start + end,
                    active.label,
                    self._setting.name,
                    score,
                    rule=active.recognizer.name,
                )

    def _window(self, text: str, window: Window) -> Iterator[tuple[int, int, float, Active]]:
        """Yield the results in a window that have at least the lowest score."""
        if not self._active and any(one.search(text) for one in self._necessary):
            self._load_recognizers()
        for active in self._active:
            if active.necessary is not None and not active.necessary.search(text):
                continue
            for result in active.recognizer.analyze(text, [active.entity]):
                start, end, score = result.start, result.end, result.score
                if not window.counts(window.start + start, window.start + end):
                    continue
                if active.recognizer.context:
                    words = words_before(text, start, end, self._stop)
                    score = raised(score, words, active.recognizer.context)
                if score >= self._config.min_score:
                    yield start, end, round(score, 4), active
