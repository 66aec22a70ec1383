"""Measure the peak memory for a megabyte of text, and for code and models alone."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

MEGABYTES = 300
_LINES = "So we went home, and nobody said a word about it.\n" * 10


@dataclass(frozen=True, slots=True)
class Peak:
    """The peak memory of a command in megabytes, with an aim, if any."""

    name: str
    megabytes: float
    aim: int | None

    @property
    def met(self) -> str:
        return "" if self.aim is None else ("yes" if self.megabytes <= self.aim else "NO")


def measure(text: str, rules: str) -> list[Peak]:
    """Return the peaks of filter and check for a text, and of filter for ten lines."""
    program = str(Path(sys.executable).with_name("anonfilter"))
    size = len(text.encode()) / 1e6
    with tempfile.TemporaryDirectory() as folder:
        long, short = Path(folder, "long.txt"), Path(folder, "short.txt")
        long.write_text(text, encoding="utf-8")
        short.write_text(_LINES, encoding="utf-8")
        chosen = ["--rules", rules]
        check = [program, "check", "--no-cache", *chosen, str(long)]
        return [
            Peak("filter, ten lines", _peak([program, "filter", *chosen, str(short)]), None),
            Peak(
                f"filter, {size:.1f} MB",
                _peak([program, "filter", "--keep-output", *chosen, str(long)]),
                MEGABYTES,
            ),
            Peak(f"check, {size:.1f} MB", _peak(check), MEGABYTES),
        ]


def _peak(command: Sequence[str]) -> float:
    """Run a command, and return its peak resident memory in megabytes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e6 / 1024)
