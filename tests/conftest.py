"""What several test modules need: small rulesets that load no model."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset
from tests import shipped
from tests.commands.commandline import CommandLine
from tests.git_repository import Repository
from tests.repository.hooked import Dataset

settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Fast tests come first; the tests of a file share a process, and so what its fixtures load."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            speed = "slow" if item.get_closest_marker("slow") else "fast"
            item.add_marker(pytest.mark.xdist_group(f"{speed} {item.path.name}"))


TERMS_RULES = """
anonfilter: 1
labels:
  PERSON: {kind: direct, risk: 5, tag: name-parts, survives: fail}
  PLACE: {kind: indirect, risk: 2}
  CODE: {kind: direct, risk: 4, tag: '[CODE_{n}]', survives: fail}
  DAY: {kind: indirect, tag: '[DAY]'}
  TEAM: {kind: indirect, redact: false}
formats:
  - use: text
detectors:
  - use: dictionary
    terms:
      - {term: Jane Smith, label: PERSON}
      - {term: Quill, label: PERSON}
      - {term: Port Ellery, label: PLACE}
      - {term: Monday, label: DAY}
      - {term: Blue Herons, label: TEAM}
  - use: patterns
    patterns:
      - {label: CODE, regex: '\\b[A-Z]{2}-\\d{4}\\b', examples: [QX-1234], counterexamples: [QX-12]}
taggers:
  - use: numbered
  - use: name-parts
"""


@pytest.fixture
def terms_rules() -> str:
    """A ruleset of a few terms and one pattern: whole documents in microseconds."""
    return TERMS_RULES


@pytest.fixture
def terms_engine() -> Engine:
    return Engine(parse_ruleset(TERMS_RULES, "terms"))


@pytest.fixture(scope="session")
def default_engine() -> Engine:
    """The shipped rules with their real model, loaded once."""
    engine = Engine(shipped.ruleset())
    engine.load()
    return engine


@pytest.fixture(scope="session")
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_config(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, _cache: Path
) -> None:
    """No test reads the configuration or the cache of the user who runs it."""
    home = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(_cache))
    monkeypatch.delenv("ANONFILTER_RULES", raising=False)
    monkeypatch.delenv("ANONFILTER_PLUGINS", raising=False)
    monkeypatch.delenv("ANONFILTER_KEY", raising=False)
    monkeypatch.delenv("ANONFILTER_IDENTITY", raising=False)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without an SSH key."""
    path = tmp_path / "home"
    path.mkdir()
    monkeypatch.setenv("HOME", str(path))
    return path


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Write a file below the test's own folder and return its path."""

    def writing(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        path.write_bytes(data)
        return path

    return writing


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of its own for each test."""
    path = tmp_path / "data"
    path.mkdir()
    return path


@pytest.fixture
def run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> CommandLine:
    """The command line in that folder."""
    return CommandLine(folder, monkeypatch, capfd)


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A git repository in that folder."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"):
        monkeypatch.setenv(name, os.devnull if name.endswith("GLOBAL") else "1")
    return Repository(folder)


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    """A repository of a dataset, with the hooks of anonfilter."""
    return Dataset(tmp_path / "dataset")
