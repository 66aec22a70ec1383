"""Detect people, places, organisations and groups, in text with and without capitals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Needs, Span
from anonfilter.contract.plugin import Context, Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import ModelMissing
from anonfilter_plugins.detectors.caseless.pieces import LABELS, ModelLabel, pieces, windows
from anonfilter_plugins.detectors.caseless.stretches import stretch_of, stretches
from anonfilter_plugins.shared import models

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
    """Run the shipped model on each field, a short one with those before it, window by window."""

    scope: ClassVar[str] = "field"
    forkable: ClassVar[bool] = True

    class Config(Strict):
        version: Literal[2] = Option(default=2, description="version of the shipped model")
        labels: dict[ModelLabel, LabelName] = Option(
            default={name: name for name in LABELS},
            description="the model's labels and ours",
        )
        least: dict[ModelLabel, float] = Option(
            default={"OTHER": 0.5}, description="the lowest score at which a label is told"
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

    def load(self, folder: Path = FOLDER) -> None:
        self._session = models.shared(folder, session)

    def contexts(self, document: Document) -> Mapping[int, Context]:
        return {
            field.start: (document.prose[run[0].start : run[-1].end], field.start - run[0].start)
            for run in stretches(document)
            if len(run) > 1
            for field in run
        }

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        from anonfilter_plugins.detectors.caseless.decode import found

        wanted = {field.start for field in fields}
        texts = [
            stretch_of(document, run)
            for run in stretches(document)
            if any(field.start in wanted for field in run)
        ]
        encoded = [pieces(self._session.tokenizer, text.text) for text in texts]
        jobs = [
            (text, (read, window))
            for text, read in zip(texts, encoded, strict=True)
            for window in windows(read.words)
        ]
        logits = self._session.logits([job for _, job in jobs])
        for (text, (read, window)), rows in zip(jobs, logits, strict=True):
            for find in found(read.words, window, rows, self._config.bias, self._session.curves):
                label = self._config.labels.get(find.label)
                if label is None or find.score < self._config.least.get(find.label, 0):
                    continue
                for field, start, end in text.fields(find.start, find.end):
                    if field.start in wanted:
                        yield Span(
                            start, end, label, self._setting.name, round(find.score, 3),
                            rule=find.label,
                        )  # fmt: skip
