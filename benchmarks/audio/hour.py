"""Measure time and memory for a long recording: python -m benchmarks.audio.hour --minutes 60

Each measurement is a separate process: the recogniser alone, `anonfilter audio`, which also
recognises the result, and `anonfilter audio --transcript`. Times are CPU times.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import soundfile
from anonfilter_audio.recordings.hearing import Listener
from anonfilter_audio.recordings.opening import opened, recogniser_of, recording_of
from anonfilter_audio.recordings.transcripts import as_ctm
from anonfilter_audio.sound.words import Word, in_turns

from anonfilter import Engine, load_ruleset
from anonfilter.rules.schema import AudioRules
from benchmarks.accuracy.table import line, rule
from benchmarks.audio.dialogues import dialogue
from benchmarks.audio.recordings import VOICES, noisy, spoken

_NOISE = 30  # dB
_KILOBYTES = 1024


def write(folder: Path, seconds: float) -> float:
    """Write a recording of successive dialogues and its transcript; return its duration."""
    words: list[Word] = []
    at = 0.0
    made = spoken(dialogue(0), VOICES[0], 0, stereo=False)
    with soundfile.SoundFile(str(folder / "long.wav"), "w", made.rate, 1, "PCM_16") as file:
        for seed in count(1):
            file.write(noisy(made.samples, _NOISE, seed))
            words += (Word(one.text, at + one.start, at + one.end) for one in made.words)
            at += len(made.samples) / made.rate
            if at >= seconds:
                break
            made = spoken(dialogue(seed), VOICES[seed % 2], seed, stereo=False)
    (folder / "long.ctm").write_bytes(as_ctm(in_turns(words)))
    return at


def hear(name: str) -> None:
    """Recognise the speech in a recording, and ignore the result."""
    with opened(name) as file:
        listener = Listener(
            recording_of(file, name), recogniser_of(Engine(load_ruleset("fast"))), AudioRules()
        )
        for _ in listener.parts():
            pass


def took(*command: str) -> tuple[float, float]:
    """Run a command of Python; return its CPU seconds and its peak memory in megabytes."""
    process = os.posix_spawn(sys.executable, [sys.executable, *command], os.environ)
    _, status, usage = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1, 3):  # what it found or left is not measured
        raise RuntimeError(f"{command[:3]} has failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / _KILOBYTES


def measured(folder: Path, seconds: float, rules: str) -> Iterator[str]:
    """Yield the lines of a table with real-time factors and memory."""
    sound, result = str(folder / "long.wav"), str(folder / "redacted.wav")
    audio = (
        "-m",
        "anonfilter",
        "audio",
        sound,
        "-o",
        result,
        "--rules",
        rules,
        "--keep-output",
        "-q",
    )
    ways = {
        "the recogniser alone": ("-m", "benchmarks.audio.hour", "--hear", sound),
        "`anonfilter audio`": audio,
        "`anonfilter audio --transcript`": (*audio, "--transcript", str(folder / "long.ctm")),
    }
    length = write(folder, seconds)
    yield line([f"{length / 60:.0f} minutes", "seconds", "of real time", "memory, MB"])
    yield rule(1, 3)
    for name, command in ways.items():
        spent, megabytes = took(*command)
        yield line([name, f"{spent:.0f}", f"{spent / length:.3f}", f"{megabytes:.0f}"])


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.audio.hour")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rules", default="default")
    parser.add_argument("--hear", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args(given)
    if options.hear:
        hear(options.hear)
        return 0
    with TemporaryDirectory() as folder:
        for one in measured(Path(folder), options.minutes * 60, options.rules):
            print(one, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
