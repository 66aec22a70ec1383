"""Names, places, organisations and groups, in text with and without capitals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field as Option

from anonfilter.errors import ModelMissing
from anonfilter.hookspecs import Setting
from anonfilter.model import Document, Field, Needs, Span
from anonfilter.rules.schema import LabelName, Strict
from anonfilter.text import flatten
from anonfilter_caseless.pieces import LABELS, ModelLabel, pieces, windows

_FOLDER = "model"


class CaselessDetector:
    """Reads each field by itself, in windows of some hundred words."""

    scope: ClassVar[str] = "field"

    class Config(Strict):
        version: Literal[1] = Option(default=1, description="of the model, which comes with us")
        labels: dict[ModelLabel, LabelName] = Option(
            default={name: name for name in LABELS}, description="the model's labels and ours"
        )
        bias: float = Option(
            default=1.0, ge=0, le=10,
            description="how much is taken off what speaks for an ordinary word; more finds more",
        )  # fmt: skip
        least: dict[ModelLabel, float] = Option(
            default={}, description="a find that the model is less sure of than this does not count"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        self._session: Any = None

    def needs(self) -> Needs:
        return Needs(frozenset(self._config.labels.values()))

    def load(self) -> None:
        from anonfilter_caseless.session import Session

        folder = Path(str(resources.files("anonfilter_caseless"))) / _FOLDER
        try:
            self._session = Session(folder)
        except Exception as cause:  # the library's own, of many kinds
            raise ModelMissing(
                f"the model of the detector {self._setting.name} is missing or damaged",
                hint="Install anonfilter again.",
            ) from cause

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        for field in fields:
            yield from self._spans(document, field)

    def _spans(self, document: Document, field: Field) -> Iterable[Span]:
        from anonfilter_caseless.decode import found

        flat = flatten(document.prose[field.start : field.end])
        read = pieces(self._session.tokenizer, flat.text)
        for window in windows(read.words):
            logits = self._session.logits(read, window)
            for find in found(read.words, window, logits, self._config.bias):
                label = self._config.labels.get(find.label)
                if label is None or find.score < self._config.least.get(find.label, 0):
                    continue
                start, end = flat.span(find.start, find.end)
                yield Span(
                    field.start + start, field.start + end, label,
                    self._setting.name, round(find.score, 3), rule=find.label,
                )  # fmt: skip
