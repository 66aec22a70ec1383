"""Measure ``anonfilter sync`` where nothing has changed: ``python benchmarks/sync.py``.

A repository with 1,000 originals is synchronised once. Then runs that find nothing to do are timed,
in turns with a program that only reads and hashes the originals. Each run is a separate process,
and the best of several runs counts: by the clock, and in CPU time with child processes, which
depends less on other programs.

"all touched" is a run after every file was touched, so that originals, copies and sidecars must be
read again. "by states" is each later run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import invented

AIM = 3.0
RULES = """anonfilter: 1
labels: {PERSON: {kind: direct, survives: fail}, MAIL: {kind: direct, survives: fail}}
documents: ['*.txt']
formats: [{use: text}]
detectors:
  - use: patterns
    patterns:
      - {label: MAIL, regex: '[a-z]+@[a-z]+\\.example', examples: [ada@post.example]}
taggers: [{use: numbered}]
"""
HASHING = """
import hashlib, os, sys
for folder, _, files in os.walk(sys.argv[1]):
    for name in sorted(files):
        with open(os.path.join(folder, name), 'rb') as file:
            data = file.read()
        hashlib.sha256(data).hexdigest()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--words", type=int, default=10_000, help="in each: an hour of talk")
    parser.add_argument("--runs", type=int, default=5, help="the best of so many runs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for line in measured(Path(folder), options.files, options.words, options.runs):
            print(line, flush=True)


def measured(folder: Path, files: int, words: int, runs: int) -> list[str]:
    repository, environment = prepared(folder, files, words)

    def sync() -> None:
        command = [sys.executable, "-m", "anonfilter", "sync"]
        subprocess.run(command, cwd=repository, env=environment, check=True, capture_output=True)

    def hash_all() -> None:
        subprocess.run([sys.executable, "-c", HASHING, str(repository / "raw")], check=True)

    first = took(sync)
    for folder in ("raw", "transcripts"):
        for path in (repository / folder).iterdir():
            path.touch()
    time.sleep(2.5)  # by then the clock has moved on, and states tell contents apart
    touched = took(sync)
    turns = [(took(sync), took(hash_all)) for _ in range(runs)]
    unchanged, plain = (Cost.best(costs) for costs in zip(*turns, strict=True))
    size = sum(path.stat().st_size for path in (repository / "raw").iterdir())
    return [
        f"{files:,} originals, {size / 1e6:,.0f} MB",
        f"  the first run, all filtered      {first.clock:8.2f} s",
        f"  reading and hashing alone        {plain.clock:8.2f} s   CPU {plain.cpu:6.2f} s",
        row("nothing changed, all touched", touched, plain),
        row("nothing changed, by states", unchanged, plain),
        f"  aim, by states: within {AIM:.0f} times hashing: "
        f"{'yes' if unchanged.clock <= AIM * plain.clock else 'NO'}",
    ]


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a process in seconds, by the clock and in CPU time."""

    clock: float
    cpu: float

    @classmethod
    def best(cls, costs: Iterable[Cost]) -> Cost:
        each = list(costs)
        return cls(min(one.clock for one in each), min(one.cpu for one in each))


def took(work: Callable[[], None]) -> Cost:
    """Return the cost of a process with its child processes."""
    start, before = time.perf_counter(), os.times()
    work()
    after = os.times()
    cpu = after.children_user + after.children_system
    return Cost(time.perf_counter() - start, cpu - before.children_user - before.children_system)


def row(name: str, cost: Cost, plain: Cost) -> str:
    clock, cpu = cost.clock / plain.clock, cost.cpu / plain.cpu
    return (
        f"  {name:32} {cost.clock:8.2f} s   CPU {cost.cpu:6.2f} s   {clock:4.1f} and {cpu:4.1f} "
        "times hashing"
    )


def prepared(folder: Path, files: int, words: int) -> tuple[Path, dict[str, str]]:
    """Make a repository with distinct originals, and a user without any settings."""
    repository = folder / "repository"
    (repository / "raw").mkdir(parents=True)
    for number in range(files):
        text = f"From number {number} <ada@post.example>\n{invented.text(words, seed=number)}"
        (repository / "raw" / f"hearing-{number}.txt").write_text(text)
    (repository / "rules.yaml").write_text(RULES)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    for command in (["git", "init", "-q"], [sys.executable, "-m", "anonfilter", "sync", "--init"]):
        subprocess.run(command, cwd=repository, env=environment, check=True, capture_output=True)
    return repository, environment


if __name__ == "__main__":
    main()
