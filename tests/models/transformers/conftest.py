from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.models.transformers.training import save_entailment, save_token_classifier


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both models, ``ner`` and ``nli``."""
    folder = tmp_path_factory.mktemp("trained")
    save_token_classifier(folder / "ner")
    save_entailment(folder / "nli")
    return folder


@pytest.fixture
def folder(trained: Path, tmp_path: Path) -> Path:
    """A copy of them, to be changed."""
    for name in ("ner", "nli"):
        shutil.copytree(trained / name, tmp_path / name)
    return tmp_path
