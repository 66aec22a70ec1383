"""How long commands take to start, as multiples of importing click."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PATTERNS_ONLY = r"""
anonfilter: 1
labels:
  US_SSN: {kind: direct, risk: 5, survives: fail}
  CASE: {kind: indirect, risk: 2}
formats:
  - use: text
detectors:
  - use: patterns
    patterns:
      - {label: US_SSN, regex: '\b\d{3}-\d{2}-\d{4}\b', examples: [123-45-6789]}
      - {label: CASE, regex: '\b[A-Z]{2}-\d{4}\b', examples: [QX-1234]}
taggers:
  - use: numbered
"""
TEN_LINES = "She gave the number 219-09-9999 for case QX-1234, and left.\n" * 10


@dataclass(frozen=True, slots=True)
class Start:
    """How long a command takes, and how many times as long as importing click."""

    name: str
    milliseconds: float
    ratio: float
    aim: float | None

    @property
    def met(self) -> str:
        return "" if self.aim is None else ("yes" if self.ratio <= self.aim else "NO")


def measure(runs: int) -> list[Start]:
    program = str(Path(sys.executable).with_name("anonfilter"))
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder, "patterns-only.yaml")
        rules.write_text(PATTERNS_ONLY, encoding="utf-8")
        commands: dict[str, tuple[list[str], float | None]] = {
            "python -c 'import click'": ([sys.executable, "-c", "import click"], None),
            "anonfilter --version": ([program, "--version"], 2),
            "ten lines, patterns only": ([program, "--rules", str(rules)], 8),
            "ten lines, default rules": ([program, "--rules", "default"], None),
        }
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(runs):
            for name, (command, _) in commands.items():
                best[name] = min(best[name], _once(command))
    click = best["python -c 'import click'"]
    return [
        Start(name, best[name] * 1000, best[name] / click, aim)
        for name, (_, aim) in commands.items()
    ]


def _once(command: list[str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, input=TEN_LINES.encode(), capture_output=True, check=False)
    took = time.perf_counter() - start
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}")
    return took
