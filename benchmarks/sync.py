"""What ``anonfilter sync`` costs where nothing has changed: ``python benchmarks/sync.py``.

A repository with 1,000 originals is brought up to date once; then a run that finds nothing to do
is timed beside a program that only reads and hashes the originals, in the same minutes. Each is a
process of its own, and the best of several runs counts.

"all hashed" is a run right after the files were written: within one tick of the clock a file may
change twice, so their states are not believed yet. "states" is every run after that.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
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

    first = best(sync, 1)
    time.sleep(2.5)  # by now the clock has moved on
    hashed = best(sync, 1)
    unchanged, plain = best(sync, runs), best(hash_all, runs)
    size = sum(path.stat().st_size for path in (repository / "raw").iterdir())
    return [
        f"{files:,} originals, {size / 1e6:,.0f} MB",
        f"  the first run, all filtered   {first:8.2f} s",
        f"  reading and hashing alone     {plain:8.2f} s",
        row("nothing changed, all hashed", hashed, plain),
        row("nothing changed, by states", unchanged, plain),
    ]


def row(name: str, seconds: float, plain: float) -> str:
    ratio = seconds / plain
    return (
        f"  {name:29} {seconds:8.2f} s  {ratio:6.1f} times hashing"
        f"   (aim: within {AIM:.0f}: {'yes' if ratio <= AIM else 'NO'})"
    )


def prepared(folder: Path, files: int, words: int) -> tuple[Path, dict[str, str]]:
    """A repository with originals, no two of them alike, and a user without any settings."""
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


def best(work: Callable[[], None], runs: int) -> float:
    took = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        took = min(took, time.perf_counter() - start)
    return took


if __name__ == "__main__":
    main()
