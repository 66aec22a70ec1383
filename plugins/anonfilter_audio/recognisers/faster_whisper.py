"""Whisper by CTranslate2 (faster-whisper), with a model in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import Field as Option

from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.engine import models
from anonfilter.errors import ModelMissing
from anonfilter_audio.sound.recogniser import RATE, Hypothesis
from anonfilter_audio.sound.words import Word

if TYPE_CHECKING:
    from anonfilter_audio.sound.recogniser import Samples

_FILES = ("model.bin", "config.json", "tokenizer.json")


class FasterWhisper:
    """The recogniser Whisper, run with faster-whisper. Models are folders; nothing is fetched."""

    longest = 28.0

    class Config(Strict):
        model: str = Option(
            description=(
                "the folder of the model, relative to the rules: ./models/whisper-"
                "small.en; it holds model.bin, config.json, tokenizer.json"
            )
        )
        beam_size: int = Option(
            default=5, ge=1, le=20, description="the number of wordings that are followed"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        self._model: Any = None

    def needs(self) -> Needs:
        return Needs(models=(self._config.model,), extra="whisper")

    def open(self) -> None:
        if self._model is not None:
            return
        from faster_whisper import WhisperModel

        folder = models.find(self._config.model, self._setting).path
        missing = [name for name in _FILES if not (folder / name).is_file()]
        if missing:
            raise ModelMissing(
                f"the model {self._config.model} has no {', '.join(missing)}",
                hint="Convert the model with ct2-transformers-converter "
                "--copy_files tokenizer.json preprocessor_config.json.",
            )
        self._model = WhisperModel(str(folder), device="cpu", local_files_only=True)

    def hear(self, samples: Samples, hypotheses: int) -> Sequence[Hypothesis]:
        """Return the best wording; faster-whisper gives no other."""
        segments, _ = self._model.transcribe(
            samples,
            language=self._setting.language,
            beam_size=self._config.beam_size,
            temperature=0.0,
            condition_on_previous_text=False,
            word_timestamps=True,
        )
        words = tuple(_words(segments, len(samples) / RATE))
        return [Hypothesis(words)] if words else []


def _words(segments: Any, duration: float) -> Iterator[Word]:
    """Yield the words; times may be behind the end of the piece, which Whisper pads."""
    for segment in segments:
        for one in segment.words or ():
            for text in one.word.split():
                start, end = (min(float(time), duration) for time in (one.start, one.end))
                yield Word(text, start, end, float(one.probability))
