"""The command line, run in this process as a user would run it in a shell."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from anonfilter.commands.main import main

RULES = """
anonfilter: 1
name: small
labels:
  PERSON: {kind: direct, risk: 5, tag: name-parts, survives: fail}
  CASE: {kind: indirect, tag: '[CASE_{n}]'}
formats:
  - use: text
detectors:
  - use: patterns
    patterns:
      - {label: PERSON, regex: '\\b(?:Wilma|Abel) (?:Quillfeather|Tamsin)\\b'}
      - {label: CASE, regex: '\\b\\d\\d-CV-\\d{4}\\b', examples: [21-CV-1234]}
taggers:
  - use: numbered
  - use: name-parts
"""


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)

    def objects(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def last(self) -> str:
        """The last line on standard error: the count."""
        return self.err.splitlines()[-1]


class CommandLine:
    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capfd = capfd
        rules = folder.parent / "rules" / "small.yaml"
        rules.parent.mkdir(exist_ok=True)
        rules.write_text(RULES)
        monkeypatch.setenv("ANONFILTER_RULES", str(rules))
        monkeypatch.chdir(folder)

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Result:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._capfd.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main(list(arguments))
        out, err = self._capfd.readouterr()
        return Result(int(stopped.value.code or 0), out, err)
