"""Detect people, places, organisations and groups, in text with and without capitals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Needs, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import ModelMissing
from anonfilter_plugins.detectors.caseless.pieces import LABELS, ModelLabel, pieces, windows
from anonfilter_plugins.shared.flat_text import flatten

FOLDER = Path(__file__).with_name("model")


def session(folder: Path) -> Any:
    """Load the model in a folder."""
    from anonfilter_plugins.detectors.caseless.network import Session

    try:
        return Session(folder)
    except Exception as cause:  # the libraries' own, of many kinds
        raise ModelMissing(
            "the model of the detector caseless is missing or damaged",
            hint="It is part of anonfilter: reinstall anonfilter.",
        ) from cause


class CaselessDetector:
    """Run the shipped model on each field by itself, in windows of some hundred words."""

    scope: ClassVar[str] = "field"

    class Config(Strict):
        version: Literal[1] = Option(default=1, description="version of the shipped model")
        labels: dict[ModelLabel, LabelName] = Option(
            default={name: name for name in LABELS if name != "OTHER"},
            description="the model's labels and ours",
        )
        bias: float = Option(
            default=1.0, ge=0, le=10,
            description="subtracted from the score of an ordinary word; a higher value finds more",
        )  # fmt: skip

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        self._session: Any = None

    def needs(self) -> Needs:
        return Needs(frozenset(self._config.labels.values()))

    def load(self) -> None:
        self._session = session(FOLDER)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        for field in fields:
            yield from self._spans(document, field)

    def _spans(self, document: Document, field: Field) -> Iterable[Span]:
        from anonfilter_plugins.detectors.caseless.decode import found

        flat = flatten(document.prose[field.start : field.end])
        read = pieces(self._session.tokenizer, flat.text)
        for window in windows(read.words):
            logits = self._session.logits(read, window)
            for find in found(read.words, window, logits, self._config.bias, self._session.curves):
                label = self._config.labels.get(find.label)
                if label is None:
                    continue
                for start, end in flat.lines(find.start, find.end):
                    yield Span(
                        field.start + start, field.start + end, label,
                        self._setting.name, round(find.score, 3), rule=find.label,
                    )  # fmt: skip
