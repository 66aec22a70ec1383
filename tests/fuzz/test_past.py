"""What the fuzzer once found must hold from then on; the files are named for their rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from anonfilter.engine.pipeline import Engine, Options
from benchmarks.fuzz.invariants import broken
from tests import shipped

PAST = sorted((Path(__file__).parent / "past").iterdir())


@cache
def engines(rules: str) -> tuple[Engine, Engine]:
    """One that filters, and one that has not seen the document."""
    one, other = (Engine(shipped.ruleset(rules), Options(assume_language=True)) for _ in range(2))
    return one, other


def _param(path: Path) -> object:
    rules = path.name.partition("-")[0]
    return pytest.param(rules, path, id=path.name, marks=[pytest.mark.slow] * (rules != "fast"))


@pytest.mark.parametrize(("rules", "path"), [_param(path) for path in PAST])
def test_a_past_failure_stays_mended(rules: str, path: Path) -> None:
    name = f"fuzzed{path.suffix}"
    assert list(broken(*engines(rules), name, path.read_bytes())) == []
