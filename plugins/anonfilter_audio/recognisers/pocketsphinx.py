"""PocketSphinx, whose package includes a model of American English."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from pydantic import Field as Option

from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.engine import models
from anonfilter.errors import RulesError
from anonfilter_audio.sound.recogniser import RATE, Hypothesis, timed
from anonfilter_audio.sound.words import Word

if TYPE_CHECKING:
    from anonfilter_audio.sound.recogniser import Samples

_FRAMES = 100  # of a second
_NO_WORD = re.compile(r"[<\[+].*")  # <sil>, [NOISE], ++UH++
_VARIANT = re.compile(r"\(\d+\)\Z")
_ROOM = 3e-4  # of the loudest possible sample: -70 dB
_TRIED = 400  # wordings, most of which differ only in the pronunciation of a word


class PocketSphinx:
    """The recogniser PocketSphinx: small, for clear speech close to a microphone."""

    longest = 12.0

    class Config(Strict):
        model: str = Option(
            default="",
            description=(
                "a folder with your own model: `hmm`, `lm.bin`, `dict`; default: American English"
            ),
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        if setting.language != "en" and not config.model:
            raise RulesError(f"has no shipped model for {setting.language!r}", at=("model",))
        self._model = config.model
        self._setting = setting
        self._decoder: Any = None

    def needs(self) -> Needs:
        return Needs(models=(self._model,) if self._model else (), extra="pocketsphinx")

    def open(self) -> None:
        if self._decoder is not None:
            return
        from pocketsphinx import Decoder

        own = {}
        if self._model:
            folder = models.find(self._model, self._setting).path
            own = {
                "hmm": str(folder / "hmm"),
                "lm": str(folder / "lm.bin"),
                "dict": str(folder / "dict"),
            }
        self._decoder = Decoder(samprate=RATE, loglevel="FATAL", **own)

    def hear(self, samples: Samples, hypotheses: int) -> Sequence[Hypothesis]:
        decoder = self._decoder
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            decoder.start_stream()  # forget the noise of the piece before
        decoder.start_utt()
        heard = samples + _room(len(samples))
        data = (heard * 32767).clip(-32768, 32767).astype("<i2").tobytes()
        decoder.process_raw(data, full_utt=True)  # the levels are then those of this piece
        decoder.end_utt()
        best = decoder.hyp()
        if best is None:
            return []
        decoder.get_prob()  # gives the confidence of each word
        words = tuple(_words(decoder.seg(), len(samples) / RATE))
        if hypotheses == 1:
            return [Hypothesis(words)]
        known = {tuple(word.text for word in words): float(best.score)}
        for other in islice(decoder.nbest(), _TRIED):
            if other is None or len(known) == hypotheses:
                break
            known.setdefault(tuple(_said(other.hypstr.split())), float(other.score))
        total = sum(known.values())
        return [
            Hypothesis(timed(words, texts), score / total if total else 1 / len(known))
            for texts, score in known.items()
        ]


def _room(length: int) -> Samples:
    """Return the noise of a quiet room, the same for each piece.

    Without it, pauses of digital silence, which no microphone makes, are recognised as words.
    """
    import numpy as np

    made = np.random.default_rng(0).standard_normal(length, dtype=np.float32)
    return np.asarray(made * np.float32(_ROOM), np.float32)


def _said(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        if not _NO_WORD.fullmatch(text):
            yield _VARIANT.sub("", text)


def _words(segments: Any, duration: float) -> Iterator[Word]:
    for one in segments:
        for text in _said([one.word]):
            start, end = one.start_frame / _FRAMES, (one.end_frame + 1) / _FRAMES
            yield Word(text, start, min(end, duration), min(1.0, float(one.prob)))
