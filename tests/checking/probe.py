"""The command line in a process of its own, which tells whether anything was scanned."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

# A verdict is found again without an analysis.
_SCRIPT = """
import sys
from anonfilter.commands.main import main
from anonfilter.engine.pipeline import Engine

def analyse(self, *rest, analyse=Engine.analyse):
    global scanned
    scanned = True
    return analyse(self, *rest)

scanned, Engine.analyse = False, analyse
try:
    main()
finally:
    heavy = {"spacy", "presidio_analyzer", "onnxruntime", "torch", "numpy"} & sys.modules.keys()
    print("scanned:", scanned, file=sys.stderr)
    print("imported:", *sorted(heavy), file=sys.stderr)
"""
_CLOCKS = 2.2  # seconds: what was just written may have been read in another state


@dataclass(frozen=True)
class Reported:
    code: int
    out: str
    err: str

    @property
    def scanned(self) -> bool:
        return "scanned: True" in self.err.splitlines()

    @property
    def imported(self) -> list[str]:
        line = next(line for line in self.err.splitlines() if line.startswith("imported:"))
        return line.split()[1:]


@dataclass
class Probe:
    """``settled`` waits until what was written may be believed."""

    folder: Path
    cache: Path
    more: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str) -> Reported:
        done = self.start(*arguments)
        out, err = done.communicate()
        return Reported(done.returncode, out, err)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", _SCRIPT, *arguments],
            cwd=self.folder,
            env={**os.environ, "XDG_CACHE_HOME": str(self.cache), **self.more},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    @staticmethod
    def settled() -> None:
        time.sleep(_CLOCKS)

    @property
    def kept(self) -> list[Path]:
        return sorted((self.cache / "anonfilter" / "kept").glob("verdicts-*"))
