"""A corpus with one filtered document, and its keys."""

from __future__ import annotations

import pytest

from anonfilter.keys import keyring
from anonfilter.keys.corpus import load
from anonfilter.keys.key import Key
from tests.commands.commandline import CommandLine
from tests.corpus.commands.filtered_talk import (
    FILTERED,
    TEXT,
    Giving,
)
from tests.git_repository import Repository


@pytest.fixture
def corpus(run: CommandLine, repository: Repository) -> CommandLine:
    """A corpus with one filtered document."""
    assert run("key", "new").code == 0
    (run.folder / "talk.txt").write_text(TEXT)
    assert run("-i", "talk.txt").code == 0
    assert (run.folder / "talk.txt").read_text() == FILTERED
    return run


@pytest.fixture
def key(corpus: CommandLine) -> Key:
    return keyring.require_key(load(corpus.folder))


@pytest.fixture
def give(corpus: CommandLine, key: Key, monkeypatch: pytest.MonkeyPatch) -> Giving:
    """Work with this kind of key from now on: "full", "check" or "none"."""

    def giving(kind: str) -> None:
        keyring.key_file(load(corpus.folder)).unlink(missing_ok=True)
        text = {"full": key.text(), "check": key.check.text(), "none": ""}[kind]
        monkeypatch.setenv("ANONFILTER_KEY", text)

    return giving
