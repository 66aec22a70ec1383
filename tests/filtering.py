"""Running the command as a user does: another process, bytes in, bytes and an exit code out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

# Three people and a code, as patterns: no model, so that a run takes a fraction of a second.
# The last pattern takes the word after each tag: more of them than there are rounds never settle.
RULES = r"""
anonfilter: 1
name: short
version: 4
labels:
  PERSON: {kind: direct, risk: 5, tag: name-parts, survives: fail}
  CODE: {kind: direct, risk: 4, tag: '[CODE_{n}]', survives: fail}
  CHAIN: {kind: indirect, tag: '[CHAIN_{n}]'}
formats:
  - use: text
detectors:
  - use: patterns
    patterns:
      - {label: PERSON, regex: 'Jane\s+Smith|José Núñez|Quill', examples: [Jane Smith]}
      - {label: CODE, regex: '\b[A-Z]{2}-\d{4}\b', examples: [QX-1234]}
      - {label: CHAIN, regex: 'STUCK|(?<=\ufffc *)after\d'}
taggers:
  - use: numbered
  - use: name-parts
"""

UNSETTLED = f"STUCK {' '.join(f'after{at % 10}' for at in range(30))}\n"


def command(*args: str | Path, rules: bool = True) -> list[str]:
    options = ["--rules", "short.yaml"] if rules else []
    return [sys.executable, "-m", "anonfilter", "filter", *options, *map(str, args)]


def run(
    folder: Path, *args: str | Path, data: bytes = b"", rules: bool = True, **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """``anonfilter filter`` with the rules above, in a folder."""
    (folder / "short.yaml").write_text(RULES, encoding="utf-8")
    if "stdin" not in more:
        more["input"] = data
    if "stdout" not in more:
        more["stdout"] = subprocess.PIPE
    if "preexec_fn" in more:  # a limit of file sizes would leave Python's compiled files cut off
        more["env"] = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command(*args, rules=rules), cwd=folder, stderr=subprocess.PIPE, check=False, **more
    )


def said(done: subprocess.CompletedProcess[bytes]) -> str:
    """Standard error; a traceback or a library's warning in it fails the test at once."""
    text: str = done.stderr.decode()
    assert "Traceback" not in text
    assert "Warning" not in text
    return text
