"""Detect people, places, organisations and dates with a stanza tagger."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from anonfilter_english.knowledge.flat_text import Flat, flatten
from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Model, Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import models
from anonfilter.errors import PluginError, RulesError
from anonfilter_models.quiet_library import quiet
from anonfilter_models.stanza import stanza_files as files
from anonfilter_models.stanza.stanza_loading import known_labels, load, one_thread
from anonfilter_models.text_windows import Window, windows

WINDOW = 5_000
OVERLAP = 400

_LINE = re.compile(r"[^\n]*\w[^\n]*")


class StanzaDetector:
    """A detector that runs a tokenizer and a tagger that ``stanza.download`` has downloaded."""

    scope: ClassVar[str] = "field"

    class Config(Strict):
        model: str = Option(description="a directory, the model_dir of stanza.download")
        labels: dict[str, LabelName] = Option(
            description="the model's labels and the rules' labels for them"
        )
        score: float = Option(default=0.85, ge=0, le=1)
        ner: str = Option(default="default", description="name of the tagger in the model")
        tokenizer: str = Option(default="default", description="name of the tokenizer in the model")
        language: str = Option(
            default="", description="language of the model, if not that of the rules"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        if models.parse(config.model, setting.folder).folder is None:
            raise RulesError(
                f"{config.model!r} is not a directory",
                hint="stanza's models are not packages: name a directory, such as ./models/stanza.",
            )
        self._config = config
        self._setting = setting
        self._pipeline: Any = None

    @property
    def highest(self) -> float:
        return self._config.score

    def needs(self) -> Needs:
        config = self._config
        labels = frozenset(config.labels.values())
        return Needs(labels, models=(config.model,), extra="stanza", libraries=("stanza",))

    def find_model(self, model: str) -> Model:
        """Find the model, and check its files, without loading it."""
        found = models.find(model, self._setting)
        self._parts(found)
        return found

    def load(self) -> None:
        model = models.find(self._config.model, self._setting)
        self._pipeline = load(model, self._parts(model))
        unknown = sorted(self._config.labels.keys() - known_labels(self._pipeline))
        if unknown:
            raise PluginError(
                f"the model {self._config.model} has no label {', '.join(unknown)}",
                hint=f"It has: {', '.join(sorted(known_labels(self._pipeline)))}.",
            )

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        # One window at a time: in a batch, padding changes the last digits of the network's sums
        # (by 2e-6, measured) and so, rarely, a tag. No field may depend on its neighbours.
        with quiet("stanza"), one_thread():
            return [
                span
                for field in fields
                for flat, start, window, text in _texts(document, field)
                for span in self._spans(field, flat, start, window, self._pipeline(text))
            ]

    def _spans(
        self, field: Field, flat: Flat, at: int, window: Window, parsed: Any
    ) -> Iterator[Span]:
        """Yield the spans of a window; ``at`` is the start of its line in the flattened text."""
        for entity in parsed.ents:
            label = self._config.labels.get(entity.type)
            first, last = window.start + entity.start_char, window.start + entity.end_char
            if label is None or not window.counts(first, last):
                continue
            start, end = flat.span(at + first, at + last)
            yield Span(
                field.start + start,
                field.start + end,
                label,
                self._setting.name,
                self._config.score,
                rule=entity.type,
            )

    def _parts(self, model: Model) -> files.Parts:
        config = self._config
        language = config.language or self._setting.language
        return files.complete_files(model, language, config.tokenizer, config.ner)


def _texts(document: Document, field: Field) -> Iterator[tuple[Flat, int, Window, str]]:
    """Yield the input texts of the model, with their places, line by line.

    The lines that ``flatten`` does not join are not wrapped prose. stanza reads a line end as a
    blank, so it would join a heading to the next line.
    """
    flat = flatten(document.prose[field.start : field.end])
    for line in _LINE.finditer(flat.text):
        for window in windows(line[0], WINDOW, OVERLAP):
            yield flat, line.start(), window, line[0][window.start : window.end]
