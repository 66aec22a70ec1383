"""Detect people, places, organisations and dates with a spaCy pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from anonfilter_english.knowledge.flat_text import Flat, flatten
from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine.models import parse
from anonfilter_models.spacy.capitalise_names import recased
from anonfilter_models.spacy.spacy_models import how_to_install, load_pipeline
from anonfilter_models.text_windows import Window, windows

WINDOW = 5_000
OVERLAP = 400
CHARACTERS = 40_000  # in a batch; each takes about 2 KB in the layers of the model

_Input = tuple[str, tuple[Field, Flat, Window]]


class SpacyDetector:
    """A detector that runs the ``ner`` pipe of a model, and the pipes that it reads."""

    scope: ClassVar[str] = "field"
    forkable: ClassVar[bool] = True

    class Config(Strict):
        model: str = Option(description="package==version, or a directory")
        labels: dict[str, LabelName] = Option(
            description="the model's labels and the rules' labels for them"
        )
        score: float = Option(default=0.85, ge=0, le=1)
        recase: bool = Option(
            default=False,
            description="capitalise likely names in a paragraph or turn without capitals",
        )
        batch_size: int = Option(default=64, ge=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        parse(config.model, setting.folder)
        self._config = config
        self._setting = setting
        self._nlp: Any = None

    @property
    def highest(self) -> float:
        return self._config.score

    def needs(self) -> Needs:
        return Needs(
            frozenset(self._config.labels.values()),
            models=(self._config.model,),
            extra="spacy",
            libraries=("spacy",),
        )

    def how_to_install(self, model: str) -> str:
        """Return the command that installs the model; "" if pip is enough."""
        return how_to_install(model)

    def load(self) -> None:
        self._nlp = load_pipeline(self._config.model, self._setting)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        texts = _texts(document, fields, self._config.recase)
        for batch in batches(texts, self._config.batch_size):
            parsed = self._nlp.pipe(batch, as_tuples=True, batch_size=len(batch))
            for doc, (field, flat, window) in parsed:
                yield from self._spans(field, flat, window, doc)

    def _spans(self, field: Field, flat: Flat, window: Window, doc: Any) -> Iterator[Span]:
        for entity in doc.ents:
            label = self._config.labels.get(entity.label_)
            offset = window.start + entity.start_char
            if label is None or not window.counts(offset, window.start + entity.end_char):
                continue
            for start, end in flat.lines(offset, window.start + entity.end_char):
                yield Span(
                    field.start + start,
                    field.start + end,
                    label,
                    self._setting.name,
                    self._config.score,
                    rule=entity.label_,
                )


def _texts(document: Document, fields: Sequence[Field], recase: bool) -> Iterator[_Input]:
    """Yield the input texts of the model, with their places."""
    for field in fields:
        flat = flatten(document.prose[field.start : field.end])
        text = recased(flat.text) if recase else flat.text
        for window in windows(text, WINDOW, OVERLAP):
            yield text[window.start : window.end], (field, flat, window)


def batches(texts: Iterable[_Input], most: int) -> Iterator[list[_Input]]:
    """Yield batches of at most so many texts; batches of long texts have fewer."""
    batch: list[_Input] = []
    length = 0
    for text in texts:
        if batch and (len(batch) == most or length + len(text[0]) > CHARACTERS):
            yield batch
            batch, length = [], 0
        batch.append(text)
        length += len(text[0])
    if batch:
        yield batch
