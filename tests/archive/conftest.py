"""A corpus of filtered interviews, with identifiers that were kept on purpose."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from anonfilter_english.resolvers.decisions import reviews_file
from anonfilter_english.resolvers.decisions.reviews_file import Reviews, Signed

from tests.commands.commandline import CommandLine
from tests.git_repository import Repository

RULES = """
anonfilter: 1
name: interviews
labels:
  PERSON: {kind: direct, risk: 5, tag: numbered, survives: fail}
  AGE: {kind: indirect, tag: '[AGE]'}
  TEAM: {kind: indirect, redact: false}
documents: ['*.txt', '*.csv', '*.docx']
formats:
  - use: csv
  - use: office
  - use: text
detectors:
  - use: patterns
    patterns:
      - {name: full name, label: PERSON, regex: '\\b(?:Wilma|Abel|Ines) (?:Quillfeather|Tamsin)\\b'}
      - {name: age, label: AGE, regex: '\\b\\d\\d(?= years old)'}
      - {name: team, label: TEAM, regex: '\\bBlue Herons\\b'}
resolvers:
  - use: decisions
taggers:
  - use: numbered
"""
FIRST = "Wilma Quillfeather is 37 years old.\nShe met Ines Tamsin and the Blue Herons.\n"
SECOND = "Abel Tamsin knows Wilma Quillfeather.\nAbel Tamsin is 52 years old.\n"
NAMES = ("Wilma", "Quillfeather", "Abel", "Ines", "Tamsin", "37", "52")


@pytest.fixture
def archive(run: CommandLine, repository: Repository, home: Path) -> CommandLine:
    """Two filtered interviews, one of them signed by a reviewer, who kept Ines Tamsin in it.

    The name in `title.txt` is on the allow list.
    """
    Path(os.environ["ANONFILTER_RULES"]).write_text(RULES)
    assert run("key", "new").code == 0
    raw, out = run.folder / "raw", run.folder / "out"
    raw.mkdir()
    (raw / "first.txt").write_text(FIRST)
    (raw / "second.txt").write_text(SECOND)
    start = FIRST.index("Ines")
    (raw / "first.txt.decisions.yaml").write_text(
        f"anonfilter: 1\ncharacters: {len(FIRST)}\n"
        f"decisions:\n  - keep: [[{start}, {start + len('Ines Tamsin')}]]\n"
    )
    assert run("-o", "out", "raw/first.txt", "raw/second.txt").code == 0
    (out / "raw").rename(run.folder / "interviews")
    out.rmdir()
    _sign("interviews/first.txt", (run.folder / "interviews/first.txt").read_text())
    repository.write("interviews/title.txt", "Interviews by Abel Tamsin\n")
    allowed = run("allow", "interviews/title.txt:1", "--reason", "the author, on the title page")
    assert allowed.code == 0
    repository.git("add", "interviews", ".anonfilter")
    repository.commit()
    return run


def _sign(file: str, text: str) -> None:
    about = reviews_file.bound(text)
    signed = Signed(reviewers=("R. Reader",), date="2026-03-01", answers={"allow once": 1}, **about)
    reviews_file.write(file, Reviews(signed=(signed,)))
