"""A text to review, rules that obey decisions, and reviews in a real terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.review.commands.review.answering import TEXT
from tests.terminal import Terminal


@pytest.fixture
def rules(run, tmp_path, monkeypatch):
    """Rules that obey decisions; a cache of the test's own."""
    path = Path(os.environ["ANONFILTER_RULES"])
    path.write_text(path.read_text() + "resolvers:\n  - use: decisions\n")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return path


@pytest.fixture
def talk(folder):
    path = folder / "talk.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture
def review(rules, folder):
    """Begins a review; its terminal."""
    begun: list[Terminal] = []

    def begin(*arguments: str) -> Terminal:
        program = [sys.executable, "-m", "anonfilter", "review", *(arguments or ("talk.txt",))]
        begun.append(Terminal(program, folder))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()
