"""Measure what the cache saves: ``python benchmarks/cache.py``.

A corpus is filtered and checked without a cache and then twice with a cache, of which the second
run counts. The same is done with the filtered corpus, in which there is nothing to find. For
comparison, a program only reads and hashes the files. Then one line of a long file is edited.

Each run is a separate process. Ratios are of CPU time with child processes, which depends less on
other programs. They are given with and without the start of the program. The start is the time for
a file of one word: a known file if the run uses the cache, else a new file, for which models are
loaded. Then the same is measured with `anonfilter serve`, which has loaded the models: the fastest
of several runs, by the clock.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import invented
import sync

AIM_UNCHANGED, AIM_HASHING, AIM_EDITED = 200, 5, 20
TICK = 0.01  # seconds, what a process's time is counted in
COMMANDS = ("filter", "check")
TRIES = 4
NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
CLOCKS = 2.5  # seconds: what was written last is believed only then


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--words", type=int, default=5_000, help="in each")
    parser.add_argument("--long", type=int, default=10_000, help="words of the file to edit")
    parser.add_argument("--rules", default="default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options.rules)
        for line in bench.lines(options.files, options.words, options.long):
            print(line, flush=True)


@dataclass(frozen=True, slots=True)
class Bench:
    folder: Path
    rules: str

    def lines(self, files: int, words: int, long: int) -> Iterator[str]:
        starts = {command: self.start(command) for command in COMMANDS}
        loading = {command: self.start(command, "--no-cache") for command in COMMANDS}
        dirty, clean = self.folder / "dirty", self.folder / "clean"
        dirty.mkdir()
        for number in range(files):
            (dirty / f"talk-{number}.txt").write_text(invented.text(words, seed=number))
        self.run("filter", "-o", str(self.folder / "out"), *names(dirty))
        (self.folder / "out").rename(clean)
        yield f"{files} files of {words:,} words, rules {self.rules}"
        yield row("", "cold", "again", "ratio", "no start", "hashing", "no start")
        for kind, corpus in (("dirty", dirty), ("clean", clean)):
            hashing = sync.took(lambda corpus=corpus: hash_all(corpus)).cpu
            bare = sync.took(lambda: subprocess.run([sys.executable, "-c", ""], check=True)).cpu
            for command in COMMANDS:
                yield self.unchanged(
                    f"{command}, {kind}",
                    (command, *names(corpus)),
                    starts[command],
                    loading[command],
                    hashing,
                    bare,
                )
        yield f"  aims: {AIM_UNCHANGED} times as fast, within {AIM_HASHING} times hashing"
        yield f"one line edited in a file of {long:,} words"
        yield row("", "cold", "edited", "ratio", "no start")
        for command in COMMANDS:
            yield self.edited(command, long, loading[command])
        yield f"  aim: {AIM_EDITED} times as fast"
        yield "through a server, by the clock"
        yield row("", "cold", "again", "ratio")
        self.run("serve", "--detach")
        for command in COMMANDS:
            yield self.served(f"{command}, edited", command, long)
        for kind, corpus in (("dirty", dirty), ("clean", clean)):
            for command in COMMANDS:
                yield self.served(f"{command}, {kind}", command, 0, *names(corpus))
        self.run("serve", "stop")

    def served(self, name: str, command: str, words: int, *files: str) -> str:
        """Return the row for these files, or for a long file that is edited before each run."""
        path, text = self.folder / "long.txt", invented.text(words or 1, seed=2_000)
        files = files or (str(path),)
        path.write_text(text)
        cold = min(self.clock(command, *files, "--no-cache") for _ in range(2))
        self.run(command, *files)
        took = []
        for number in range(TRIES):
            path.write_text(edited(text, number))
            took.append(self.clock(command, *files))
        return row(name, f"{cold:.2f} s", f"{min(took):.3f} s", f"{cold / min(took):.1f}")

    def start(self, command: str, *options: str) -> float:
        """Return the CPU time for a known file of one word; with ``--no-cache``, for a new one."""
        (self.folder / "word.txt").write_text("Rain.\n")
        time.sleep(CLOCKS)
        arguments = (command, *options, str(self.folder / "word.txt"))
        self.run(*arguments)
        return min(self.took(*arguments) for _ in range(3))

    def unchanged(
        self,
        name: str,
        arguments: tuple[str, ...],
        start: float,
        loading: float,
        hashing: float,
        bare: float,
    ) -> str:
        cold = self.took(*arguments, "--no-cache")
        self.run(*arguments)
        again = min(self.took(*arguments) for _ in range(3))
        return row(
            name,
            f"{cold:.2f} s",
            f"{again:.2f} s",
            f"{cold / again:.1f}",
            ratio(cold - loading, again - start),
            ratio(again, hashing),
            ratio(again - start, hashing - bare),
        )

    def edited(self, command: str, words: int, start: float) -> str:
        path = self.folder / "long.txt"
        text = invented.text(words, seed=1_000)
        path.write_text(text)
        cold = self.took(command, str(path), "--no-cache")
        self.run(command, str(path))
        took = []
        for number in range(TRIES):
            path.write_text(edited(text, number))
            took.append(self.took(command, str(path)))
        again = min(took)
        return row(
            command,
            f"{cold:.2f} s",
            f"{again:.2f} s",
            f"{cold / again:.1f}",
            ratio(cold - start, again - start),
        )

    def clock(self, *arguments: str) -> float:
        before = time.perf_counter()
        self.run(*arguments)
        return time.perf_counter() - before

    def took(self, *arguments: str) -> float:
        return sync.took(lambda: self.run(*arguments)).cpu

    def run(self, command: str, *arguments: str) -> None:
        """Run a command; findings are no error."""
        rules = () if command == "serve" and "stop" in arguments else ("--rules", self.rules)
        line = [sys.executable, "-m", "anonfilter", command, *rules, *arguments]
        own = {
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_CONFIG_HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self.folder),
            "PYTHONPYCACHEPREFIX": str(self.folder / "compiled"),
        }
        given = {name: value for name, value in os.environ.items() if name != NOT_COMPILED}
        done = subprocess.run(
            line, cwd=self.folder, env=given | own, check=False, capture_output=True
        )
        if done.returncode not in (0, 1):
            raise SystemExit(done.stderr.decode())


def edited(text: str, number: int) -> str:
    """Return the text with one more sentence in the middle, which depends on the number."""
    at = text.index("\n", len(text) // 2)
    return f"{text[:at]} And then Priscilla Dunmore came by, at {number % 12 + 1}.{text[at:]}"


def ratio(one: float, other: float) -> str:
    """Return the ratio of two times; "" if the first is too short to measure.

    If the second is too short, the ratio begins with ">": it is larger than this number.
    """
    if one < TICK:
        return ""
    return f"{one / other:.1f}" if other >= TICK else f">{one / TICK:.0f}"


def names(folder: Path) -> list[str]:
    return sorted(map(str, folder.rglob("*.txt")))


def hash_all(folder: Path) -> None:
    subprocess.run([sys.executable, "-c", sync.HASHING, str(folder)], check=True)


def row(name: str, *cells: str) -> str:
    return f"  {name:14}" + "".join(f"{cell:>10}" for cell in cells)


if __name__ == "__main__":
    main()
