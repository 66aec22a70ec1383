"""Measure how long commands take to start, in seconds and as multiples of the import of click.

The time until a result for ten lines is what a user waits who filters one file, or commits with a
hook. The aims are multiples, so that they hold on any machine: they mean 0.8 s for the default
rules and 0.3 s for the hook without a model, if the import of click takes 0.03 s. CPU time is given
too, for machines that run other programs at the same time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

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
NUMBERS = "She gave the number 219-09-9999 for case QX-1234, and left.\n" * 10
TALK = "He told us that Adaeze Okafor had moved to Milwaukee in March, to be near her son.\n" * 10
ADDRESSES = "Dan Brandt is at d.brandt@lakeshore.example, or call him at (414) 555-0137.\n" * 10

FIRST_VERDICT, FAST_HOOK = 0.8 / 0.03, 0.3 / 0.03
_NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
# Where torch is installed, `import spacy` alone imports it, and says how long torch takes.
SPACY_ALONE = "import sys; sys.modules['torch'] = None; import spacy"


@dataclass(frozen=True, slots=True)
class Command:
    """A command, the text that it reads, and the aim as a multiple of the import of click."""

    arguments: list[str]
    text: str = ""
    aim: float | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """The time of a command, also as a multiple of the import of click."""

    name: str
    milliseconds: float
    median_milliseconds: float
    cpu_milliseconds: float
    ratio: float
    aim: float | None

    @property
    def aimed(self) -> str:
        return "" if self.aim is None else f"{self.aim:.0f} x"

    @property
    def met(self) -> str:
        return "" if self.aim is None else ("yes" if self.ratio <= self.aim else "NO")


def measure(runs: int, rules: str) -> list[Start]:
    with tempfile.TemporaryDirectory() as folder:
        commands = _commands(Path(folder), rules)
        took: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for _ in range(runs + 1):
            for name, command in commands.items():
                took[name].append(_once(command, folder))
    # The first run of each compiled our modules, as pip does when it installs them.
    took = {name: times[1:] for name, times in took.items()}
    click = min(clock for clock, _ in took["python -c 'import click'"])
    return [
        Start(
            name,
            milliseconds=min(clock for clock, _ in took[name]) * 1000,
            median_milliseconds=median(clock for clock, _ in took[name]) * 1000,
            cpu_milliseconds=min(cpu for _, cpu in took[name]) * 1000,
            ratio=min(clock for clock, _ in took[name]) / click,
            aim=command.aim,
        )
        for name, command in commands.items()
    ]


def _commands(folder: Path, ruleset: str) -> dict[str, Command]:
    program = str(Path(sys.executable).with_name("anonfilter"))
    rules = folder / "patterns-only.yaml"
    rules.write_text(PATTERNS_ONLY, encoding="utf-8")
    default = [program, "--rules", ruleset]
    hook = [program, "check", "--rules", "fast", "--no-cache", "--stdin"]
    return {
        "python -c 'import click'": Command([sys.executable, "-c", "import click"]),
        "python -c 'import spacy', without torch": Command([sys.executable, "-c", SPACY_ALONE]),
        "anonfilter --version": Command([program, "--version"], aim=2),
        "ten lines, patterns only": Command([program, "--rules", str(rules)], NUMBERS, aim=8),
        "ten lines, fast rules": Command([program, "--rules", "fast"], TALK),
        "ten lines, check with the fast rules": Command(hook, TALK, aim=FAST_HOOK),
        "ten lines of talk": Command(default, TALK, aim=FIRST_VERDICT),
        "ten lines of addresses": Command(default, ADDRESSES, aim=FIRST_VERDICT),
    }


def _once(command: Command, folder: str) -> tuple[float, float]:
    """Return the seconds of one run by the clock and in CPU time."""
    environment = {key: value for key, value in os.environ.items() if key != _NOT_COMPILED}
    environment["PYTHONPYCACHEPREFIX"] = folder
    start, cpu = time.perf_counter(), _children()
    done = subprocess.run(
        command.arguments,
        input=command.text.encode(),
        capture_output=True,
        check=False,
        env=environment,
    )
    took = time.perf_counter() - start, _children() - cpu
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command.arguments)} ended with {done.returncode}")
    return took


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system
