from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository.hooked import Dataset


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    return Dataset(tmp_path / "dataset")
