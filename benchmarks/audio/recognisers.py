"""Compare recognisers on synthetic voices: python -m benchmarks.audio.recognisers

This needs hibari-tts: python -m pip install --no-deps hibari-tts
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from anonfilter_audio.evaluation import gold
from anonfilter_audio.evaluation.evaluation import Evaluation

from anonfilter import Engine
from anonfilter.rules.load import parse_ruleset
from anonfilter.rules.schema import AudioRules
from benchmarks.accuracy.table import line, rule
from benchmarks.audio.recording_scores import Bench, Setting
from benchmarks.audio.recordings import NEURAL, TELEPHONE, VOICES, write

CONDITIONS = {"clean": None, "noise, 10 dB": 10, "telephone": TELEPHONE}
SYNTHESISERS = {"hibari-tts": NEURAL, "espeak-ng": VOICES}
BELOW = {"whisper-tiny": (0.0, 0.6, 0.8), "pocketsphinx": (0.0,)}
NEARLY, HALF = 0.8, 0.5


def rows(number: int) -> Iterator[list[str]]:
    """Yield the cells of the table, one row for each recogniser, threshold and kind of sound."""
    for recogniser, thresholds in BELOW.items():
        text = f"anonfilter: 1\nextends: default\nrecognisers: [{{use: {recogniser}}}]\n"
        engine = Engine(parse_ruleset(text, "benchmark.yaml"))
        for synthesiser, voices in SYNTHESISERS.items():
            with TemporaryDirectory() as folder:
                noises = list(CONDITIONS.values())
                files = write(Path(folder), number, noises, voices=voices)
                for condition, file in zip(CONDITIONS, files, strict=True):
                    bench = Bench(engine, list(gold.read(str(file))))
                    for below in thresholds:
                        made = bench.evaluation(Setting(below=below, padding=AudioRules().padding))
                        place = [recogniser, f"{below:g}", synthesiser, condition]
                        yield [*place, *shares(made)]


def shares(made: Evaluation) -> Iterator[str]:
    """Yield the shares of identifiers that are silenced nearly whole and by half, and of others."""
    for own, least in ((True, NEARLY), (True, HALF), (False, HALF)):
        found = made.shares[own]
        yield f"{sum(share >= least for share in found) / len(found):.2f}"


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audio.recognisers")
    parser.add_argument("--dialogues", type=int, default=4, help="of each synthesiser")
    options = parser.parse_args(given)
    titles = ["recogniser", "below", "voices", "sound", "identifiers, 0.8", "by half", "others"]
    print(line(titles), rule(4, 3), sep="\n")
    for cells in rows(options.dialogues):
        print(line(cells), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
