"""Names, places, organisations and dates as a spaCy pipeline sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field as Option

from anonfilter.hookspecs import Setting
from anonfilter.model import Document, Field, Needs, Span
from anonfilter.rules.schema import LabelName, Strict
from anonfilter.text import Flat, flatten

from anonfilter_spacy.models import load_pipeline

WINDOW = 5_000
OVERLAP = 400


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a field that the model reads at once; the field's offset, and the core of
    the window, in which its word counts, as offsets of the flattened text."""

    field: Field
    flat: Flat
    start: int
    end: int
    core_start: int
    core_end: int


class SpacyDetector:
    """Runs the tok2vec and ner pipes of a model; all others are left out."""

    scope: ClassVar[str] = "field"

    class Config(Strict):
        model: str = Option(description="package==version, or a directory")
        labels: dict[str, LabelName] = Option(description="the model's labels and ours")
        score: float = Option(default=0.85, ge=0, le=1)
        batch_size: int = Option(default=64, ge=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        self._nlp: Any = None

    def needs(self) -> Needs:
        return Needs(frozenset(self._config.labels.values()), models=(self._config.model,))

    def load(self) -> None:
        self._nlp = load_pipeline(self._config.model, self._setting)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        windows = [
            window
            for field in fields
            for window in _windows(field, flatten(document.prose[field.start : field.end]))
        ]
        texts = (window.flat.text[window.start : window.end] for window in windows)
        parsed = self._nlp.pipe(texts, batch_size=self._config.batch_size)
        for window, doc in zip(windows, parsed, strict=True):
            yield from self._spans(window, doc)

    def _spans(self, window: Window, doc: Any) -> Iterator[Span]:
        for entity in doc.ents:
            label = self._config.labels.get(entity.label_)
            start, end = window.start + entity.start_char, window.start + entity.end_char
            if label is None or end <= window.core_start or start >= window.core_end:
                continue
            first, last = window.flat.span(start, end)
            yield Span(
                window.field.start + first, window.field.start + last, label,
                self._setting.name, self._config.score, rule=entity.label_,
            )  # fmt: skip


def _windows(field: Field, flat: Flat) -> Iterator[Window]:
    """The whole field, or windows of it that overlap and begin and end between words."""
    length = len(flat.text)
    start = 0
    while True:
        end = _between_words(flat.text, start + WINDOW) if length - start > WINDOW else length
        core_start = start + OVERLAP // 2 if start else 0
        core_end = end - OVERLAP // 2 if end < length else length
        yield Window(field, flat, start, end, core_start, core_end)
        if end == length:
            return
        start = _between_words(flat.text, end - OVERLAP)


def _between_words(text: str, at: int) -> int:
    """The nearest place before ``at`` where a word ends; ``at`` itself if none is near."""
    space = text.rfind(" ", at - OVERLAP // 2, at)
    return space if space > 0 else at
