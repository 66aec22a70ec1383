"""A check analyses each file once, and does not analyse its name."""

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
def test_a_file_is_analysed_once_and_its_name_never(run, repository, analyses, text):
    repository.path.joinpath("notes.txt").write_text(text)
    run("check", "--rules", "rules.yaml", "--trust-local-plugins", "notes.txt")
    assert analyses.read_text().splitlines() == ["notes.txt"]
