"""Detect names with a token classifier of transformers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal

from anonfilter_english.knowledge.flat_text import flatten
from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName
from anonfilter.errors import RulesError
from anonfilter_models.token_classification.name_labels import (
    STRATEGIES,
    FoundName,
    LabelDecoder,
    Probabilities,
    joined,
)
from anonfilter_models.token_classification.subword_windows import Encoded, by_word, encode, words
from anonfilter_models.transformers.batched_probabilities import probabilities
from anonfilter_models.transformers.pinned_models import ModelConfig, Pinned
from anonfilter_models.transformers.transformers_loading import LoadedModel, load


class TokenClassifier(Pinned):
    """A detector that classifies the sub-words of each field, and joins them to names."""

    scope: ClassVar[str] = "field"

    class Config(ModelConfig):
        labels: dict[str, LabelName] = Option(
            min_length=1, description="the model's labels, without B- and I-, and the rules' labels"
        )
        threshold: float = Option(
            default=0.5, gt=0, le=1, description="lowest probability of each word of a name"
        )
        word: Literal["first", "mean", "strongest"] = Option(
            default="first", description="which of a word's sub-words decides"
        )
        window: int = Option(
            default=512,
            ge=32,
            description="largest number of sub-words in a window; fewer if the model reads fewer",
        )
        overlap: int = Option(
            default=0, ge=0, description="sub-words that windows share; 0: a quarter of the window"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        super().__init__(config, setting)
        if config.overlap > config.window // 2:
            raise RulesError(
                f"an overlap of {config.overlap} is more than half of a window of {config.window}"
            )
        self._config = config
        self._loaded: LoadedModel | None = None
        self._reader: LabelDecoder | None = None

    def needs(self) -> Needs:
        return self.needs_for(frozenset(self._config.labels.values()))

    def load(self) -> None:
        loaded = load(self.located(), "AutoModelForTokenClassification")
        reader = LabelDecoder(loaded.labels, tuple(self._config.labels), self._config.threshold)
        if reader.unknown:
            raise RulesError(
                f"the model {self._config.model} has no labels {', '.join(reader.unknown)}",
                hint=f"It has: {', '.join(reader.kinds)}.",
            )
        self._loaded, self._reader = loaded, reader

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        flats = [flatten(document.prose[field.start : field.end]) for field in fields]
        texts = [flat.text for flat in flats]
        for field, flat, names in zip(fields, flats, self._names(texts), strict=True):
            for name in names:
                start, end = flat.span(name.start, name.end)
                yield Span(
                    field.start + start,
                    field.start + end,
                    self._config.labels[name.kind],
                    self._setting.name,
                    name.score,
                    rule=name.kind,
                )

    def _names(self, texts: Sequence[str]) -> Iterator[list[FoundName]]:
        """Yield a list of the names in each text."""
        encoded = [self._encode(text) for text in texts]
        assert self._loaded is not None
        rows = [window.row for one in encoded for window in one.windows]
        answers = iter(probabilities(self._loaded.network, rows, self._config.batch_size))
        for text, one in zip(texts, encoded, strict=True):
            table = one.table([next(answers) for _ in one.windows])
            yield list(self._read(text, one, table))

    def _encode(self, text: str) -> Encoded:
        assert self._loaded is not None
        longest = min(self._config.window, self._loaded.longest)
        overlap = min(self._config.overlap or longest // 4, longest // 2)
        return encode(self._loaded.tokenizer, text, longest, overlap)

    def _read(self, text: str, encoded: Encoded, table: list[Probabilities]) -> Iterator[FoundName]:
        assert self._reader is not None
        decide = STRATEGIES[self._config.word]
        found = words(text)
        verdicts = [
            self._reader.verdict(decide([table[at] for at in parts], self._reader))
            if parts
            else None
            for parts in by_word(found, encoded.offsets)
        ]
        return joined(text, found, verdicts)
