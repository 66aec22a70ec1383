"""Documents with decisions beside them, filtered by rules that need no model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from anonfilter.contract.document import Redaction
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset

RULES = r"""
anonfilter: 1
labels:
  PERSON: {kind: direct, risk: 5, tag: name-parts, survives: fail}
  ORGANIZATION: {kind: indirect}
formats: [{use: text}]
detectors:
  - use: patterns
    patterns:
      - label: PERSON
        regex: '\b(?:(?:Abel|Boris|Wilma|William|W\.) )?(?:Quillfeather|Tamsin)\b'
      - {label: ORGANIZATION, regex: 'Hartwell Ltd'}
resolvers:
  - use: link-people
  - use: decisions
taggers:
  - use: numbered
  - use: name-parts
"""

NUMBERED = RULES.replace("tag: name-parts", "tag: numbered").replace("  - use: name-parts\n", "")

_WORDS = re.compile(r"<([^<>]+)>")


@dataclass
class Case:
    """A text with decisions about it; ``<Tamsin>`` in a decision means the first place of
    these words, ``<Tamsin#2>`` the second."""

    folder: Path
    text: str
    rules: str = NUMBERED

    @property
    def path(self) -> Path:
        return self.folder / "talk.txt"

    @property
    def beside(self) -> Path:
        return self.folder / "talk.txt.decisions.yaml"

    def place(self, words: str) -> list[int]:
        words, _, number = words.partition("#")
        at = -1
        for _ in range(int(number or 1)):
            at = self.text.index(words, at + 1)
        return [at, at + len(words)]

    def decide(self, *decisions: str, characters: int | None = None) -> None:
        lines = ["anonfilter: 1", f"characters: {characters or len(self.text)}", "decisions:"]
        lines += (f"  - {_WORDS.sub(self._placed, decision)}" for decision in decisions)
        self.beside.write_text("\n".join(lines) + "\n")

    def _placed(self, match: re.Match[str]) -> str:
        return str(self.place(match[1]))

    def engine(self) -> Engine:
        return Engine(parse_ruleset(self.rules, "rules"))

    def filtered(self) -> Redaction:
        self.path.write_text(self.text)
        engine = self.engine()
        return engine.redact(engine.read_document(self.text.encode(), str(self.path)))

    @property
    def output(self) -> str:
        return self.filtered().output.decode()

    def remarks(self) -> Sequence[str]:
        return [remark.reason for remark in self.filtered().analysis.remarks]
