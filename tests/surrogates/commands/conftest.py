"""A corpus with rules that make surrogates."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.commandline import CommandLine
from tests.git_repository import Repository
from tests.surrogates.commands.small_rules import RULES


@pytest.fixture
def corpus(run: CommandLine, repository: Repository) -> Repository:
    """A corpus with a key, and rules with surrogates."""
    assert run("key", "new").code == 0
    Path(run.folder.parent / "rules" / "small.yaml").write_text(RULES)
    return repository
