"""Real repositories with originals, and rules that need no model."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.commands.commandline import CommandLine, Result
from tests.git_repository import Repository

RULES = """
anonfilter: 1
name: small
documents: ['*.txt']
corpus: {source: raw/, output: transcripts/}
labels:
  PERSON: {kind: direct, risk: 5, tag: name-parts, survives: fail}
  CASE: {kind: indirect, tag: '[CASE_{n}]'}
formats:
  - use: text
detectors:
  - use: dictionary
    files: [terms.txt]
    label: PERSON
  - use: patterns
    patterns:
      - {label: PERSON, regex: '\\b(?:Wilma|Abel) (?:Quillfeather|Tamsin)\\b'}
      - {label: PERSON, regex: '(?<=surname is )[A-Z][a-z]+'}
      - {label: CASE, regex: '\\b\\d\\d-CV-\\d{4}\\b', examples: [21-CV-1234]}
taggers:
  - use: numbered
  - use: name-parts
"""


class Corpus:
    """A repository whose ``raw/`` git ignores, and the command line in it."""

    def __init__(self, repository: Repository, run: CommandLine) -> None:
        self.path = repository.path
        self.repository = repository
        self.git = repository.git
        self.write = repository.write
        self._run = run

    def set_up(self, rules: str = RULES, *, key: bool = True) -> None:
        self.write("rules.yaml", rules)
        self.write("terms.txt", "Mirela Quarnby\n")
        self.write(".gitignore", "/raw\n")
        (self.path / "raw").mkdir()
        if key:
            assert self.run("key", "new").code == 0

    def run(self, *arguments: str) -> Result:
        return self._run(*arguments)

    def sync(self, *arguments: str) -> Result:
        return self._run("sync", *arguments)

    def original(self, name: str, text: str | bytes) -> Path:
        return self.write(f"raw/{name}", text)

    def copy(self, name: str) -> str:
        return (self.path / "transcripts" / name).read_text()

    def sidecar(self, name: str) -> Path:
        return self.path / "transcripts" / f"{name}.pseudonyms.yaml"

    def results(self) -> dict[str, bytes]:
        """Return all files in the folder of copies."""
        folder = self.path / "transcripts"
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def begin(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the command as a process in its own group, as a terminal would."""
        return subprocess.Popen(
            [sys.executable, "-m", "anonfilter", "sync", *arguments],
            cwd=self.path,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )


def cached(folder: Path) -> bytes:
    """Return everything that is kept between runs."""
    return b"".join(path.read_bytes() for path in sorted((folder).rglob("*")) if path.is_file())
