"""Fixtures for the tests of formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents.read_documents import write_rules


@pytest.fixture
def office_rules(folder: Path) -> None:
    write_rules(folder, "- use: office\n- use: xml")
