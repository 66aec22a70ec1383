"""A folder of its own for each test, the command line in it, and a repository if wanted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands.commandline import CommandLine
from tests.git_repository import Repository


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "data"
    path.mkdir()
    return path


@pytest.fixture
def run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> CommandLine:
    return CommandLine(folder, monkeypatch, capfd)


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"):
        monkeypatch.setenv(name, os.devnull if name.endswith("GLOBAL") else "1")
    return Repository(folder)
