"""Make recordings of dialogues, with gold files of their words, times and identifiers."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from anonfilter_audio.sound.resampling import resampled

from benchmarks.audio import neural_speech
from benchmarks.audio.dialogues import Turn, dialogue
from benchmarks.audio.speech import Voice, speak

VOICES = (
    (Voice("en-us+klatt", 150, 45), Voice("en-us+klatt3", 145, 50)),
    (Voice("en-us+klatt2", 150, 50), Voice("en-us+f2", 145, 55)),
    (Voice("en-us", 155, 45), Voice("en-us+m3", 150, 40)),
    (Voice("gmw/en-GB-scotland", 165, 45), Voice("gmw/en+f4", 160, 50)),
)
"""Who talks with whom, from voices that recognisers understand to those that they hardly do."""

NEURAL = (
    (Voice(neural_speech.NAME, 150, 50), Voice(neural_speech.NAME, 165, 36)),
    (Voice(neural_speech.NAME, 170, 56), Voice(neural_speech.NAME, 150, 40)),
    (Voice(neural_speech.NAME, 190, 50), Voice(neural_speech.NAME, 190, 38)),
    (Voice(neural_speech.NAME, 140, 44), Voice(neural_speech.NAME, 160, 54)),
)
"""The same of hibari-tts, whose one voice has two pitches in each dialogue."""

NOISES = (None, 20, 10)
"""Signal to noise, in dB."""

TELEPHONE = 8000
"""Samples a second."""


@dataclass(frozen=True, slots=True)
class Said:
    """A word of the gold, as `anonfilter eval --audio` reads it."""

    text: str
    start: float
    end: float
    label: str | None
    channel: int | None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recording: samples of 16 bits, in a row for each frame, and its words."""

    samples: Any
    rate: int
    words: tuple[Said, ...]


def spoken(turns: Sequence[Turn], voices: Sequence[Voice], seed: int, stereo: bool) -> Recorded:
    """Return the recording of a dialogue with pauses; in stereo, each speaker has a channel."""
    chance = random.Random(seed)
    parts: list[Any] = []
    words: list[Said] = []
    at = rate = 0
    for turn in turns:
        voice = voices[turn.speaker]
        say = neural_speech.speak if voice.name == neural_speech.NAME else speak
        speech = say([one.text for one in turn.tokens], voice)
        rate = speech.rate
        pause = np.zeros(int(rate * chance.uniform(0.25, 0.6)), dtype=np.int16)
        part = np.zeros((len(speech.samples) + len(pause), 2 if stereo else 1), dtype=np.int16)
        part[:, turn.speaker if stereo else 0] = np.concatenate([speech.samples, pause])
        for token, (start, end) in zip(turn.tokens, speech.times, strict=True):
            words.append(
                Said(
                    token.text,
                    (at + start) / rate,
                    (at + end) / rate,
                    token.label or None,
                    turn.speaker if stereo else None,
                )
            )
        parts.append(part)
        at += len(part)
    return Recorded(np.concatenate(parts), rate, tuple(words))


def noisy(samples: Any, decibels: float, seed: int) -> Any:
    """Return samples with white noise, relative to the power of the samples that are not silent."""
    voiced = samples[abs(samples) > 50].astype(np.float64)
    power = np.sqrt(np.mean(voiced**2)) / 10 ** (decibels / 20)
    noise = np.random.default_rng(seed).normal(0, power, samples.shape)
    return np.clip(np.rint(samples + noise), -32768, 32767).astype(np.int16)


def telephone(samples: Any, rate: int) -> Any:
    """Return samples as a telephone transmits them: 8,000 a second, 300 to 3,400 Hz, mu-law."""
    narrow = resampled(samples[:, 0].astype(np.float32) / 32768, rate, TELEPHONE)
    spectrum = np.fft.rfft(narrow)
    hertz = np.fft.rfftfreq(len(narrow), 1 / TELEPHONE)
    spectrum[(hertz < 300) | (hertz > 3400)] = 0
    band = np.fft.irfft(spectrum, len(narrow))
    band = np.clip(band + np.random.default_rng(1).normal(0, 0.003, len(band)), -1, 1)
    steps = np.round(np.sign(band) * np.log1p(255 * abs(band)) / np.log(256) * 127) / 127
    heard = np.sign(steps) * (256 ** abs(steps) - 1) / 255
    return (heard * 32767).astype(np.int16)[:, None]


def write(
    folder: Path,
    number: int,
    noises: Sequence[float | None] = NOISES,
    turns: int = 10,
    voices: Sequence[tuple[Voice, Voice]] = VOICES,
) -> list[Path]:
    """Write ``number`` dialogues for each level of noise, and return a gold file for each level.

    Every fifth dialogue is in stereo. The dialogues are the same for all levels; voices alternate.
    Noise of `TELEPHONE` is a telephone.
    """
    recorded = [
        spoken(dialogue(seed, turns), voices[seed % len(voices)], seed, seed % 5 == 4)
        for seed in range(number)
    ]
    return [_gold(folder, recorded, noise) for noise in noises]


def _gold(folder: Path, recorded: Sequence[Recorded], noise: float | None) -> Path:
    name = "clean" if noise is None else f"{noise:g}db"
    lines = []
    for seed, one in enumerate(recorded):
        audio = f"{name}-{seed}.wav"
        samples, rate = one.samples, one.rate
        if noise == TELEPHONE:
            samples, rate = telephone(samples, rate), TELEPHONE
        elif noise is not None:
            samples = noisy(samples, noise, seed)
        soundfile.write(str(folder / audio), samples, rate, subtype="PCM_16")
        lines.append(json.dumps({"audio": audio, "words": [_as_json(word) for word in one.words]}))
    path = folder / f"{name}.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _as_json(word: Said) -> dict[str, Any]:
    return {key: value for key, value in asdict(word).items() if value is not None}
