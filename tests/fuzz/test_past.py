"""What the fuzzer once found must hold from then on; the files are named for their rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from anonfilter.engine.pipeline import Engine, Options
from benchmarks.fuzz.commandline import disagreements
from benchmarks.fuzz.invariants import broken, outcome
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
    engine, fresh = engines(rules)
    assert list(broken(outcome(engine, f"fuzzed{path.suffix}", path.read_bytes()), fresh)) == []


@pytest.mark.slow
def test_the_command_line_makes_of_past_failures_what_the_library_does() -> None:
    engine, _ = engines("fast")
    tried = [outcome(engine, f"fuzzed{path.suffix}", path.read_bytes()) for path in PAST]
    assert [promise for promise, _ in disagreements(engine, "fast", tried)] == []
