"""Synthesise speech with hibari-tts, a neural voice near that of a person, with the times of words.

hibari-tts has one voice, and downloads others, which are not used. Its voice at other rates of
samples is another speaker. It is not a dependency: python -m pip install --no-deps hibari-tts
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from anonfilter_audio.sound.resampling import resampled

from benchmarks.audio.speech import Speech, Voice

NAME = "hibari"
_RATE = 22_050  # the rate of espeak-ng
_USUAL, _MIDDLE = 160, 50  # words in a minute, and the pitch of a voice that is not changed
_DURATIONS = "/Clip_output_0"


@cache
def _voice() -> Any:
    """Return the voice; its network also reports the frames of each phoneme."""
    import onnx
    import onnxruntime
    from hibari import Hibari

    made = Hibari()
    network = onnx.load(made.model_path)
    network.graph.output.append(onnx.helper.make_empty_tensor_value_info(_DURATIONS))
    made.sess = onnxruntime.InferenceSession(
        network.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return made


def speak(words: Sequence[str], voice: Voice) -> Speech:
    """Return the speech of these words, sentence by sentence."""
    made, parts = _voice(), []
    times: list[tuple[int, int]] = []
    factor = 1 + (voice.pitch - _MIDDLE) / 100
    at = 0
    for phonemes in made.phonemize(" ".join(words)):
        samples, starts = _sentence(made, phonemes, voice.rate / _USUAL / factor)
        sound = resampled(samples, round(made.sample_rate * factor), _RATE)
        share = len(sound) / len(samples)
        times += [(at + int(start * share), at + int(end * share)) for start, end in starts]
        parts.append(sound)
        at += len(sound)
    if len(times) != len(words):
        raise ValueError(f"hibari speaks {len(words)} words as {len(times)}")
    whole = np.clip(np.concatenate(parts) * 32767, -32768, 32767).astype(np.int16)
    return Speech(whole, _RATE, tuple(times), (True,) * len(times))


def _sentence(made: Any, phonemes: str, speed: float) -> tuple[Any, list[tuple[int, int]]]:
    """Return the samples of a sentence, and the bounds of its words."""
    from hibari import dsp

    known = "".join(one for one in phonemes if one in made.vocab)
    feed = {
        "ids": np.array([made.ids(known)], np.int64),
        "speed": np.array([speed], np.float32),
    }
    *sound, frames = made.sess.run(None, feed)
    frames = frames.reshape(-1)
    chance = np.random.default_rng(1)
    samples = np.asarray(dsp.synth(*(one[0] for one in sound), chance), np.float32)
    ends = np.cumsum(frames) * len(samples) / frames.sum()
    bounds, first = [], 0
    for word in known.split(" "):
        letters = [at for at, one in enumerate(word, first) if one.isalpha() or one in "ˈˌ"]
        if letters:  # ids begin with a pause, so that of a letter is one behind
            bounds.append((int(ends[letters[0]]), int(ends[letters[-1] + 1])))
        first += len(word) + 1
    return samples, bounds
