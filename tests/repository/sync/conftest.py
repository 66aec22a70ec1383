from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.commandline import CommandLine
from tests.git_repository import Repository
from tests.repository.sync.corpora import Corpus


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache between runs, for this test alone."""
    path = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(path))
    return path


@pytest.fixture
def bare(
    repository: Repository, run: CommandLine, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> Corpus:
    """A repository with nothing in it."""
    monkeypatch.delenv("ANONFILTER_RULES")
    return Corpus(repository, run)


@pytest.fixture
def corpus(bare: Corpus) -> Corpus:
    """A repository that is set up, with a key, and without any original."""
    bare.set_up()
    return bare
