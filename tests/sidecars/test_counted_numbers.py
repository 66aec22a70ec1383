"""``numbers: counted``: readable numbers that are the same in all documents of a corpus."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands.commandline import CommandLine
from tests.git_repository import Repository

RULES = """
anonfilter: 1
name: counted
scope: corpus
numbers: counted
labels:
  PERSON: {kind: direct, risk: 5, tag: numbered, survives: fail}
  CASE: {kind: indirect, tag: '[CASE_{n}]'}
formats:
  - use: text
detectors:
  - use: patterns
    patterns:
      - {label: PERSON, regex: '\\b(?:Wilma|Abel|Ines) (?:Quillfeather|Tamsin)\\b'}
      - {label: CASE, regex: '\\b\\d\\d-CV-\\d{4}\\b'}
taggers:
  - use: numbered
"""
NUMBERS = ".anonfilter/numbers.yaml"


@pytest.fixture
def corpus(run: CommandLine, repository: Repository, home: Path) -> CommandLine:
    Path(os.environ["ANONFILTER_RULES"]).write_text(RULES)
    assert run("key", "new").code == 0
    repository.write("b.txt", "Wilma Quillfeather, Abel Tamsin, 21-CV-1234\n")
    repository.write("c.txt", "Abel Tamsin\n")
    assert run("-i", "b.txt", "c.txt").code == 0
    return run


def test_a_name_has_one_readable_number_in_all_documents(corpus: CommandLine) -> None:
    assert (corpus.folder / "b.txt").read_text() == "[PERSON_1], [PERSON_2], [CASE_1]\n"
    assert (corpus.folder / "c.txt").read_text() == "[PERSON_2]\n"
    assert corpus("check", "b.txt", "c.txt").code == 0
    assert corpus("restore", "c.txt").out == "Abel Tamsin\n"


def test_numbers_stay_when_documents_are_added(corpus: CommandLine) -> None:
    before = (corpus.folder / NUMBERS).read_bytes()
    (corpus.folder / "a.txt").write_text("Ines Tamsin knows Wilma Quillfeather.\n")
    assert corpus("-i", "a.txt", "b.txt", "c.txt").code == 0
    assert (corpus.folder / "a.txt").read_text() == "[PERSON_3] knows [PERSON_1].\n"
    assert (corpus.folder / "c.txt").read_text() == "[PERSON_2]\n"
    after = (corpus.folder / NUMBERS).read_bytes()
    assert after.startswith(before.removesuffix(b"...\n"))
    assert b"Tamsin" not in after


def test_a_removed_document_frees_no_number(corpus: CommandLine) -> None:
    for path in corpus.folder.glob("[bc].txt*"):
        path.unlink()
    (corpus.folder / "d.txt").write_text("Ines Tamsin\n")
    assert corpus("-i", "d.txt").code == 0
    assert (corpus.folder / "d.txt").read_text() == "[PERSON_3]\n"


def test_a_printed_number_is_kept(corpus: CommandLine) -> None:
    assert corpus(stdin=b"Ines Tamsin\n").out == "[PERSON_3]\n"
    assert corpus(stdin=b"Ines Quillfeather, Ines Tamsin\n").out == "[PERSON_4], [PERSON_3]\n"


def test_workers_change_no_number(corpus: CommandLine) -> None:
    names = [f"{first} {last}" for first in ("Ines", "Abel") for last in ("Quillfeather", "Tamsin")]
    for at, name in enumerate(names):
        (corpus.folder / f"f{at}.txt").write_text(f"{name}\n")
    files = [f"f{at}.txt" for at in range(len(names))]
    assert corpus("-j", "2", "-o", "out", *files).code == 0
    written = [(corpus.folder / "out" / file).read_text() for file in files]
    assert written == ["[PERSON_3]\n", "[PERSON_4]\n", "[PERSON_5]\n", "[PERSON_2]\n"]


def test_a_merge_that_gives_one_number_to_two_names_is_refused(corpus: CommandLine) -> None:
    path = corpus.folder / NUMBERS
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:-1], "- [PERSON, aaaaaaaa22, 2]\n", lines[-1]]))
    refused = corpus(stdin=b"Ines Tamsin\n")
    assert refused.code == 3
    assert "repeats the id or the number" in refused.err


def test_counting_needs_the_scope_of_a_corpus(corpus: CommandLine) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(RULES.replace("scope: corpus\n", ""))
    refused = corpus(stdin=b"Ines Tamsin\n")
    assert refused.code == 2
    assert "`numbers: counted` needs `scope: corpus`" in refused.err
