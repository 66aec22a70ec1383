"""Counts and places of office documents are those that readers see, not those of markup."""

from __future__ import annotations

import os
from pathlib import Path

import docx
import pytest

from tests.commands.commandline import CommandLine


@pytest.fixture
def talk(run: CommandLine) -> Path:
    """A Word file of three paragraphs with two names."""
    rules = Path(os.environ["ANONFILTER_RULES"])
    text = rules.read_text().replace("  - use: text", "  - use: office\n  - use: text")
    rules.write_text(f"{text}documents: ['*.docx']\n")
    made = docx.Document()
    for paragraph in ("An interview.", "Wilma Quillfeather met Abel Tamsin.", "They talked."):
        made.add_paragraph(paragraph)
    made.core_properties.comments = ""
    path = run.folder / "talk.docx"
    made.save(str(path))
    return path


def test_words_of_a_word_file_are_those_of_its_text(run: CommandLine, talk: Path) -> None:
    assert run("stats", "--json", "talk.docx").json()["words"] == 9


def test_a_check_names_the_paragraph_of_a_finding(run: CommandLine, talk: Path) -> None:
    for _ in range(2):  # the second time, the verdict is in the cache
        checked = run("check", "talk.docx")
        assert [line.partition(") ")[2] for line in checked.out.splitlines()] == [
            "in paragraph 2",
            "in paragraph 2",
        ]


def test_lines_of_a_word_file_are_not_those_of_its_markup(run: CommandLine, talk: Path) -> None:
    assert run("check", "talk.docx").last.startswith("scanned 1 file, 3 lines:")
    for _ in range(2):  # the second time, the result is in the cache
        filtered = run("-o", "out", "talk.docx")
        assert "1 file, 3 lines: 2 mentions" in filtered.err
