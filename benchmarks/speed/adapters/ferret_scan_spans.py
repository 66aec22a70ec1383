"""Find the places of ferret-scan's finds, which have only a line and a text.

Its speed is measured with its own command.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.speed.adapters import protocol

OPTIONS = ("--format", "json", "--limit", "0", "--quiet", "--show-match")


def load(processes: int) -> protocol.Finder:
    return scanned


def scanned(texts: list[str]) -> Iterator[list[protocol.Find]]:
    """Yield the finds in each text; all texts are scanned as files in one folder."""
    found: list[list[protocol.Find]] = [[] for _ in texts]
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            Path(folder, f"{number}.txt").write_text(text, encoding="utf-8", newline="")
        program = Path(sys.executable).with_name("ferret-scan")
        done = subprocess.run(
            [program, "--file", folder, "--recursive", *OPTIONS], capture_output=True, check=False
        )
    for result in json.loads(done.stdout)["results"] or ():
        number = int(Path(result["filename"]).stem)
        found[number] += finds(texts[number], result)
    return iter(found)


def finds(text: str, result: dict[str, Any]) -> Iterator[protocol.Find]:
    """Yield every place of each find in its line."""
    lines = text.split("\n")
    before = result["line_number"] - 1
    at = sum(len(line) + 1 for line in lines[:before])
    for match in re.finditer(re.escape(result["text"]), lines[before]):
        start, end = match.span()
        yield at + start, at + end, result["validator"], result["confidence"] / 100


if __name__ == "__main__":
    protocol.run(load, whole=True)
