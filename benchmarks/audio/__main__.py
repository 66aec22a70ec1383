"""Write the measured part of docs/audio-measured.md: make audio

Dialogues are generated, spoken, and silenced with many settings of the rules. All figures except
the times are the same in each run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from anonfilter_audio.evaluation import gold

from anonfilter import Engine
from anonfilter.rules.load import parse_ruleset
from benchmarks.audio import page
from benchmarks.audio.recording_scores import MOST, Bench, Setting
from benchmarks.audio.recordings import NOISES, write

ROOT = Path(__file__).resolve().parents[2]
PADDINGS = (0.0, 0.1, 0.3)
HEARD = "pocketsphinx"


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.audio")
    parser.add_argument("--dialogues", type=int, default=8, help="with each noise")
    parser.add_argument("--turns", type=int, default=10, help="of each dialogue")
    parser.add_argument("--rules", default="default")
    parser.add_argument("--page", type=Path, default=ROOT / "docs/audio-measured.md")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    options = arguments(given)
    standing = options.page.read_text(encoding="utf-8")
    ruleset = f"anonfilter: 1\nextends: {options.rules}\nrecognisers: [{{use: {HEARD}}}]\n"
    engine = Engine(parse_ruleset(ruleset, "benchmark.yaml"))
    with TemporaryDirectory() as folder:
        files = write(Path(folder), options.dialogues, turns=options.turns)
        benches = {
            noise_name(noise): Bench(engine, list(gold.read(str(file))))
            for noise, file in zip(NOISES, files, strict=True)
        }
        blocks = measured(benches, options.page.parent)
    options.page.write_text(page.filled(standing, blocks), encoding="utf-8")
    return 0


def noise_name(decibels: float | None) -> str:
    return "none" if decibels is None else f"{decibels:g} dB"


def measured(benches: dict[str, Bench], folder: Path) -> dict[str, list[str]]:
    """Return the blocks of the page by name, and write plots to the folder."""
    clean, *_ = benches.values()
    given = {
        f"given, padding {one}": clean.evaluation(Setting(True, padding=one)) for one in PADDINGS
    }
    padded = {f"{HEARD}, padding {one}": clean.evaluation(Setting(padding=one)) for one in PADDINGS}
    wordings = {f"{HEARD}, {name}": clean.evaluation(setting) for name, setting in ways()}
    by_voices = [
        (pair, noise, one)
        for noise, bench in benches.items()
        for pair, one in bench.by_voices(Setting())
    ]
    scale = {
        f"{HEARD} here, noise {noise}": bench.evaluation(Setting())
        for noise, bench in benches.items()
    }
    page.draw(
        folder,
        {"given": given, "padding": padded, "wordings": wordings},
        padded[f"{HEARD}, padding {PADDINGS[1]}"],
    )
    return {
        "set": list(of_set(benches)),
        "curves": list(page.curves(given | padded | wordings)),
        "voices": list(page.voices(by_voices)),
        "published": list(page.published(scale)),
    }


def ways() -> Iterator[tuple[str, Setting]]:
    """Yield settings with more wordings, other ways to join them, and a second hearing."""
    yield "k = 1", Setting()
    yield "k = 3", Setting(hypotheses=3)
    yield f"k = {MOST}", Setting(hypotheses=MOST)
    yield f"k = {MOST}, weighted", Setting(hypotheses=MOST, join="weighted")
    yield "k = 1, heard again", Setting(again=True)


def of_set(benches: dict[str, Bench]) -> Iterator[str]:
    """Yield the size of the set, the recall in its text, and the speed of the recogniser."""
    clean, *_ = benches.values()
    words = [word for one in clean.recordings for word in one.words]
    exact = clean.evaluation(Setting(True, padding=0, merge_gap=0)).curve[-1].recall
    recognised = sum(bench.clock.recognised for bench in benches.values())
    heard = sum(bench.clock.heard for bench in benches.values())
    identifiers = sum(bool(word.label) for word in words)
    yield f"- {len(clean.recordings)} dialogues with {len(words):,} words, of which {identifiers:,}"
    yield f"  are identifiers; each with {len(benches)} noises."
    yield f"- Recall of the rules in their text: {clean.text_recall():.3f}; with given times, no"
    yield f"  padding and no gap, at rho 1: {exact:.3f}."
    yield f"- The recogniser took {recognised / heard:.2f} seconds of a processor for a second."


if __name__ == "__main__":
    sys.exit(main())
