"""The network of Whisper, which turns sound into tokens with times and probabilities."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from anonfilter.text.values import hide_values
from anonfilter_audio.recognisers.whisper.log_mel import log_mel
from anonfilter_audio.recognisers.whisper.token_times import FRAME, token_times
from anonfilter_audio.sound.recogniser import RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_MOST = 200  # tokens of a piece; nobody says so many in 30 seconds
_STATE = (4, 2, 1, 6, 0, 64)  # layers, keys and values, batch, heads, tokens, width
_NEVER = -1e9


@hide_values
@dataclass(frozen=True, slots=True)
class Tokens:
    """The texts of tokens with their probabilities and times.

    ``times`` has the start of each token, and the end of the last one. ``ended`` is False if the
    network did not find the end of the text.
    """

    texts: list[str]
    probabilities: list[float]
    times: list[float]
    ended: bool


class Network:
    """The encoder and the decoder, with their vocabulary."""

    def __init__(self, folder: Path) -> None:
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # a second lock: the pinned version has none
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        self._encoder, self._decoder = (
            onnxruntime.InferenceSession(
                str(folder / f"{name}.onnx"), options, providers=["CPUExecutionProvider"]
            )
            for name in ("encoder", "decoder")
        )
        self._value = onnxruntime.OrtValue.ortvalue_from_numpy
        self._vocabulary: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._numbers = json.loads((folder / "tokens.json").read_text(encoding="utf-8"))
        size = self._decoder.get_outputs()[0].shape[1]
        self._never = np.zeros(size, np.float32)
        self._never[self._numbers["never"]] = _NEVER
        self._never[self._numbers["end"] + 1 :] = _NEVER
        self._alike = _alike(self._vocabulary, size)
        self._sounding = np.zeros(size, np.float32)
        words = self._vocabulary.get_vocab().items()
        self._sounding[[at for text, at in words if any(map(str.isalnum, text.strip("ĠĊ")))]] = 1

    def hear(self, samples: Floats) -> Tokens:
        """Return the tokens of a piece of sound; each is the likeliest after those before it."""
        frames = min(max(1, round(len(samples) / RATE / FRAME)), 1500)
        names = [one.name for one in self._encoder.get_outputs()]
        made = self._encoder.run_with_ort_values(
            names, {"mel": self._value(log_mel(samples)[None])}
        )
        sound = dict(zip(names, made, strict=True))
        past = self._value(np.zeros(_STATE, np.float32))
        given, end = self._numbers["begin"], self._numbers["end"]
        found: list[int] = []
        probabilities: list[float] = []
        rows: list[Floats] = []
        while len(found) < _MOST:
            tokens = self._value(np.array([given], np.int64))
            scores, past, row = self._decoder.run_with_ort_values(
                ["scores", "present", "alignment"], {"tokens": tokens, "past": past, **sound}
            )
            rows.append(row.numpy()[0, :, -1:, :frames])
            likely = scores.numpy()[0] + self._never
            if not found:
                likely[self._numbers["never_first"]] = _NEVER
            token = int(likely.argmax())
            if token == end:
                break
            probabilities.append(self._probability(likely, token))
            found.append(token)
            given = [token]
        ended = len(found) < _MOST
        times = token_times(np.concatenate(rows, axis=1), frames) if found else []
        if not ended:  # There is no row for the end of the text.
            times.append(frames * FRAME)
        return Tokens(self._texts(found), probabilities, times, ended)

    def _probability(self, scores: Floats, token: int) -> float:
        """Return the probability of a token among the tokens that are spoken, in any case.

        "Housing" counts as "housing", and punctuation does not count.
        """
        spoken = np.exp(scores - scores.max()) * self._sounding
        alike = self._alike == self._alike[token] if self._sounding[token] else token
        return float(spoken[alike].sum() / max(float(spoken.sum()), 1e-9))

    def _texts(self, tokens: list[int]) -> list[str]:
        """Return the text of each token, beginning with a space if it begins a word."""
        spaces = [self._vocabulary.id_to_token(one).startswith("Ġ") for one in tokens]
        texts = [self._vocabulary.decode([one]).strip() for one in tokens]
        return [" " * space + text for space, text in zip(spaces, texts, strict=True)]


def _alike(vocabulary: Any, size: int) -> NDArray[np.int32]:
    """Return a number for each token that is the same for tokens that differ only in case."""
    numbers: dict[str, int] = {}
    found = np.full(size, -1, np.int32)
    for text, at in vocabulary.get_vocab().items():
        found[at] = numbers.setdefault(text.casefold(), len(numbers))
    return found
