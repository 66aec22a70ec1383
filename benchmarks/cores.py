"""Measure two processes beside one, growth and memory: ``python benchmarks/cores.py``.

Each run is a command in a separate process, without the cache.

*Cores*: one process and two processes filter a folder of files, and a file in parts; both must
write the same bytes. The table has three figures for two processes. The first is their speed by the
clock, without the time for a file of one line. The *ceiling* is how much two simultaneous runs
of one process achieve in the time of a single run. The *work* is how much faster two processes
would be if both were always busy, by CPU time, which depends less on other programs.

*Growth*: words per second of CPU time, for a text and a longer text.
*Pipe*: the peak memory for these two texts through a pipe, and an estimate for a gigabyte, if each
further megabyte takes as much. The texts repeat, so the estimate is too high rather than too low.
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

from anonfilter.limits import MEGABYTE

AIM_CORES, AIM_GROWTH, AIM_PIPE = 1.9, 0.9, 1_000
FILES = 8
PARTS = "anonfilter: 1\nextends: {}\nlimits: {{whole_megabytes: 0.2}}\n"
LINE = "So we went home, and nobody said a word about it.\n"


@dataclass(frozen=True, slots=True)
class Run:
    """The cost of a command: seconds by the clock, CPU seconds, and peak memory in megabytes."""

    seconds: float
    work: float
    peak: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=400_000, help="of which two processes share")
    parser.add_argument("--growth", type=int, nargs=2, default=(100_000, 1_000_000))
    parser.add_argument("--rules", default="default", help="for growth and pipe")
    parser.add_argument("--only", choices=("cores", "growth", "pipe"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.only in (None, "cores"):
            for line in cores(folder, options.words):
                print(line, flush=True)
        if options.only in (None, "growth"):
            print(growth(folder, options.rules, *options.growth), flush=True)
        if options.only in (None, "pipe"):
            print(pipe(folder, options.rules, *options.growth), flush=True)


def cores(folder: Path, words: int) -> Iterator[str]:
    """Yield the comparison of two processes with one, for a folder and for one file."""
    (folder / "parts.yaml").write_text(PARTS.format("default"))
    (folder / "line.txt").write_text(LINE)
    files, long = folder / "files", folder / "long"
    files.mkdir()
    long.mkdir()
    for number in range(FILES):
        text = invented.text(words // FILES, seed=number)
        (files / f"{number}.txt").write_text(text, encoding="utf-8")
    (long / "long.txt").write_text(invented.text(words), encoding="utf-8")
    for what, rules, given in (("a folder", "default", files), ("one file", "parts.yaml", long)):
        start = filtered(folder, "start", rules, 1, folder / "line.txt")
        begun = filtered(folder, "begun", rules, 2, folder / "line.txt")
        one = filtered(folder, "one", rules, 1, given)
        two = filtered(folder, "two", rules, 2, given)
        both = at_once(folder, rules, given)
        if contents(folder / "one") != contents(folder / "two"):
            raise SystemExit(f"{what}: two processes write different bytes from one process")
        alone = one.seconds - start.seconds
        ratio, ceiling = alone / (two.seconds - begun.seconds), 2 * alone / (both - start.seconds)
        work = 2 * (one.work - start.work) / (two.work - begun.work)
        yield (
            f"{what}, {words:,} words: {ratio:.2f} x by two processes, ceiling {ceiling:.2f}, "
            f"work {work:.2f} (aim {AIM_CORES}); start {start.seconds:.1f} and "
            f"{begun.seconds:.1f} s; peak of a process {one.peak:.0f} and {two.peak:.0f} MB"
        )


def growth(folder: Path, rules: str, few: int, many: int) -> str:
    """Return words per second for a long text, compared with a shorter text."""
    (folder / "line.txt").write_text(LINE)
    start = filtered(folder, "start", rules, 1, folder / "line.txt")
    speeds = []
    for words in (few, many):
        path = folder / f"{words}.txt"
        path.write_text(invented.text(words), encoding="utf-8")
        took = filtered(folder, "grown", rules, 1, path).work - start.work
        speeds.append(words / took)
    shown = " and ".join(f"{speed:,.0f}" for speed in speeds)
    ratio = speeds[1] / speeds[0]
    return f"growth: {shown} words/s for {few:,} and {many:,}: {ratio:.2f} (aim {AIM_GROWTH})"


def pipe(folder: Path, rules: str, few: int, many: int) -> str:
    """Return the memory for a text that is filtered through a pipe."""
    sizes, peaks = [], []
    (folder / "pipe.yaml").write_text(PARTS.format(rules))
    for words in (few, many):
        text = invented.text(words).encode()
        sizes.append(len(text) / MEGABYTE)
        peaks.append(_ended(_started(folder, "--rules", "pipe.yaml", text=text)).peak)
    more = (peaks[1] - peaks[0]) / (sizes[1] - sizes[0])
    whole = peaks[1] + more * (1_000 - sizes[1])
    return (
        f"pipe: {peaks[0]:.0f} MB for {sizes[0]:.1f} MB, {peaks[1]:.0f} for {sizes[1]:.1f}, "
        f"so up to {whole:,.0f} for 1,000 (aim {AIM_PIPE:,})"
    )


def filtered(folder: Path, out: str, rules: str, jobs: int, given: Path) -> Run:
    """Filter a file or a folder, and return the cost."""
    return _ended(_begun(folder, out, rules, jobs, given))


def at_once(folder: Path, rules: str, given: Path) -> float:
    """Return the seconds until two runs of one process have ended that began together."""
    runs = [_begun(folder, f"both{number}", rules, 1, given) for number in range(2)]
    return max(_ended(run).seconds for run in runs)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.txt"))}


Started = tuple[subprocess.Popen[bytes], float]


def _begun(folder: Path, out: str, rules: str, jobs: int, given: Path) -> Started:
    return _started(folder, "--rules", rules, "-j", str(jobs), "-o", out, str(given))


def _started(folder: Path, *options: str, text: bytes | None = None) -> Started:
    program = str(Path(sys.executable).with_name("anonfilter"))
    command = [program, "filter", "-q", "--no-cache", "--keep-output", *options]
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL if text is None else subprocess.PIPE,
    )
    if text is not None:
        assert process.stdin is not None
        process.stdin.write(text)
        process.stdin.close()
    return process, began


def _ended(run: Started) -> Run:
    process, began = run
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"anonfilter ended with {process.returncode}")
    kilobytes = used.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return Run(time.monotonic() - began, used.ru_utime + used.ru_stime, kilobytes / 1e3)


if __name__ == "__main__":
    main()
