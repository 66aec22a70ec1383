"""Detect people, places, organisations and groups, in text with and without capitals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Model, ModelSpec, Needs
from anonfilter.contract.plugin import Context, PieceStore, Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import models
from anonfilter.errors import ModelMissing
from anonfilter_english.detectors.caseless.pieces import LABELS, ModelLabel, pieces, windows
from anonfilter_english.detectors.caseless.stretches import Stretch, stretch_of, stretches

if TYPE_CHECKING:
    from anonfilter_english.detectors.caseless.decode import Find
    from anonfilter_english.detectors.caseless.readings import Reading

FOLDER = Path(__file__).with_name("model")
_LONG = 8  # windows


def session(folder: Path) -> Any:
    """Load the model in a folder."""
    from anonfilter_english.detectors.caseless.network import Session

    try:
        return Session(folder)
    except Exception as cause:  # the libraries' own, of many kinds
        raise ModelMissing(
            "the model of the detector caseless is missing or damaged",
            hint="It is part of anonfilter: reinstall anonfilter.",
        ) from cause


class CaselessDetector:
    """A detector of names that runs the shipped model on each field, window by window.

    Short fields are read together with the fields before them.
    """

    scope: ClassVar[str] = "field"
    forkable: ClassVar[bool] = True

    class Config(Strict):
        version: Literal[2] = Option(default=2, description="version of the shipped model")
        labels: dict[ModelLabel, LabelName] = Option(
            default={name: name for name in LABELS},
            description="the model's labels and the rules' labels for them",
        )
        least: dict[ModelLabel, float] = Option(
            default={"OTHER": 0.5},
            description="by label, the score below which a finding is dropped",
        )
        bias: float = Option(
            default=1.0,
            ge=0,
            le=10,
            description="subtracted from the score of an ordinary word; a higher value finds more",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        self._session: Any = None
        self._pieces: PieceStore | None = None

    def needs(self) -> Needs:
        return Needs(frozenset(self._config.labels.values()))

    def shipped_model(self) -> Model:
        spec = ModelSpec("caseless, which is part of anonfilter")
        return Model(spec, FOLDER / "model.onnx", str(self._config.version))

    def load(self, folder: Path = FOLDER) -> None:
        self._session = models.shared(folder, session)

    def contexts(self, document: Document) -> Mapping[int, Context]:
        return {
            field.start: (document.prose[run[0].start : run[-1].end], field.start - run[0].start)
            for run in stretches(document)
            if len(run) > 1
            for field in run
        }

    def use_pieces(self, store: PieceStore) -> None:
        self._pieces = store

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        wanted = {field.start for field in fields}
        texts = [
            stretch_of(document, run)
            for run in stretches(document)
            if any(field.start in wanted for field in run)
        ]
        reads = [read for text in texts for read in self._reads(text)]
        logits = iter(self._session.logits([one.job for one in reads if one.known is None]))
        for one in reads:
            for find in one.found() if one.known is not None else self._found(one, next(logits)):
                label = self._config.labels.get(find.label)
                if label is None or find.score < self._config.least.get(find.label, 0):
                    continue
                for field, start, end in one.text.fields(find.start, find.end):
                    if field.start in wanted:
                        yield Span(
                            start,
                            end,
                            label,
                            self._setting.name,
                            round(find.score, 3),
                            rule=find.label,
                        )

    def _reads(self, text: Stretch) -> Iterator[Reading]:
        """Yield the windows of a text, with the finds that are cached for them.

        The windows of a long text have their own cache keys, because an edit changes only some of
        them. The windows of a short text have none.
        """
        from anonfilter_english.detectors.caseless.readings import Reading, key

        read = pieces(self._session.tokenizer, text.text)
        all_windows = list(windows(read.words))
        memory = self._pieces if len(all_windows) >= _LONG else None
        for window in all_windows:
            own = None if memory is None else key(read, window)
            known = None if memory is None or own is None else memory.get(own)
            yield Reading(text, (read, window), own, known)

    def _found(self, one: Reading, logits: Any) -> list[Find]:
        from anonfilter_english.detectors.caseless.decode import found

        read, window = one.job
        finds = list(found(read.words, window, logits, self._config.bias, self._session.curves))
        if self._pieces is not None and one.key is not None:
            self._pieces.add(one.key, one.packed(finds))
        return finds
