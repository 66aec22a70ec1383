"""What a check costs: one analysis for a file, and one for its path."""

from __future__ import annotations

import pytest

from tests.commands.commandline import RULES

COUNTING = """
from pathlib import Path
from anonfilter import hookimpl
from anonfilter.contract import Strict

class Counting:
    class Config(Strict):
        pass

    def __init__(self, config, setting):
        self._log = Path(setting.folder, "analyses.log")

    def resolve(self, document, spans):
        with self._log.open("a") as log:
            log.write(document.name + "\\n")
        return list(spans), []

@hookimpl
def anonfilter_register_resolvers(register):
    register("counting", f"{__name__}:Counting")
"""


@pytest.fixture
def analyses(run, repository):
    """The names of the documents that checks have analysed."""
    repository.path.joinpath("counting.py").write_text(COUNTING)
    rules = RULES + "plugins: [counting.py]\nresolvers: [{use: counting}]\n"
    repository.path.joinpath("rules.yaml").write_text(rules)
    return repository.path / "analyses.log"


@pytest.mark.parametrize("text", ["Wilma Quillfeather left.\n", "She left.\n"])
def test_a_file_is_analysed_once_and_so_is_its_path(run, repository, analyses, text):
    repository.path.joinpath("notes.txt").write_text(text)
    run("check", "--rules", "rules.yaml", "--trust-local-plugins", "notes.txt")
    assert sorted(analyses.read_text().splitlines()) == ["notes.txt", "path"]


def test_a_path_with_a_number_is_read_as_it_is_written_too(run, repository, analyses):
    repository.path.joinpath("notes_2024.txt").write_text("Wilma Quillfeather left.\n")
    run("check", "--rules", "rules.yaml", "--trust-local-plugins", "notes_2024.txt")
    assert analyses.read_text().splitlines().count("path") == 2
