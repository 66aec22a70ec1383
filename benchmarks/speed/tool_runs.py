"""Measure the time and memory of a tool for texts of growing size."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anonfilter.errors import AnonfilterError, Exit
from benchmarks import invented
from benchmarks.accuracy.ruleset_scores import THREADS
from benchmarks.speed.tools import Tool

ROOT = Path(__file__).resolve().parents[2]
LAUNCH = Path(__file__).with_name("launch.py")
CORES = (1, 2)
STARTS = 3
_SHORT = "He told us that Adaeze Okafor had moved to Milwaukee in March, to be near her son.\n" * 10
_PATIENCE = 3
"""A run that takes so many times the budget, against all expectation, is ended."""

Run = dict[str, Any]
"""``words`` with the ``seconds`` by the clock, ``cpu`` time and ``megabytes`` that they took; or
``expected`` seconds beyond the budget, for which it was not run (None after a failure); or after
how many it was ``killed``; or the exit code with which it ``failed``."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The settings of a measurement: a folder for texts, sizes in words, and a budget in seconds.

    The text of the size ``reference`` is read a second time.
    """

    folder: Path
    sizes: tuple[int, ...]
    reference: int
    budget: float

    def measure(self, tool: Tool, python: Path) -> dict[str, Any]:
        """Return the tool's start-up, its runs by cores and size, and the second run on a text."""
        short = self.folder / "short.txt"
        short.write_text(_SHORT, encoding="utf-8")
        starts = [self._launched(tool, python, short, 1) for _ in range(STARTS + 1)][1:]
        if not all("seconds" in one for one in starts):
            raise AnonfilterError(f"{tool.name} does not read ten lines: {starts}")
        start = min(starts, key=lambda one: one["seconds"])
        runs, again = {}, None
        for cores in CORES[: os.cpu_count()]:
            runs[str(cores)] = {}
            last = start | {"words": 0}
            for size in self.sizes:
                twice = cores == 1 and size == self.reference
                last, second = self.sized(tool, python, size, cores, start, last, twice)
                runs[str(cores)][str(size)] = last
                again = second or again
        return {"start": start, "runs": runs, "again": again}

    def sized(
        self, tool: Tool, python: Path, size: int, cores: int, start: Run, last: Run, twice: bool
    ) -> tuple[Run, Run | None]:
        """Return a run, and with ``twice`` a second run or None.

        If the expected time exceeds the budget, or an earlier run failed, return only the
        expectation.
        """
        if last["words"]:
            seconds = expected(start, last, size)
            if seconds is None or "seconds" not in last or seconds > self.budget:
                return {"words": size, "expected": seconds}, None
        text = self.text(size)
        words = len(text.read_text(encoding="utf-8").split())
        with tempfile.TemporaryDirectory() as home:
            first = {"words": words, **self._launched(tool, python, text, cores, home)}
            if "seconds" not in first or not twice:
                return first, None
            return first, {"words": words, **self._launched(tool, python, text, cores, home)}

    def text(self, words: int) -> Path:
        """Return the file of a text of about this number of words."""
        path = self.folder / f"{words}.txt"
        if not path.exists():
            path.write_text(invented.text(words), encoding="utf-8")
        return path

    def _launched(
        self, tool: Tool, python: Path, text: Path, cores: int, home: str | None = None
    ) -> Run:
        if home is None:
            with tempfile.TemporaryDirectory() as fresh:
                return self._launched(tool, python, text, cores, fresh)
        most = self.budget * _PATIENCE
        done = subprocess.run(
            [
                sys.executable,
                "-I",
                "-S",
                LAUNCH,
                str(cores),
                str(most),
                *tool.command(python, text, cores),
            ],
            cwd=ROOT if not tool.program else home,
            env=environment(tool, home, cores),
            capture_output=True,
            text=True,
            errors="replace",
            check=True,
        )
        took: Run = json.loads(done.stdout)
        code, killed = took.pop("exit"), took.pop("killed")
        if killed:
            return {"killed": took["seconds"]}
        left = tool.rules and code == Exit.FOUND and "Traceback" not in done.stderr
        if code and not left:
            print(f"{tool.name} ended with {code}: {done.stderr[-2000:]}", file=sys.stderr)
            return {"failed": code}
        return took


def expected(start: Run, last: Run, size: int) -> float | None:
    """Return the expected seconds for a text, in proportion to its size; None if unknown.

    If the last run was ended early, this is the smallest possible time.
    """
    took = last.get("seconds") or last.get("expected") or last.get("killed")
    if took is None:
        return None
    work = max(0.0, took - start["seconds"])
    seconds: float = start["seconds"] + work * size / last["words"]
    return seconds


def environment(tool: Tool, home: str, cores: int) -> Mapping[str, str]:
    """Return an environment with an empty home, and so no cache, and a thread for each core."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    threads = dict.fromkeys(THREADS, str(cores))
    own = {"HOME": home, "DO_NOT_TRACK": "1", "PYTHONWARNINGS": "ignore"}
    return {**kept, **threads, **own, **tool.variables}
