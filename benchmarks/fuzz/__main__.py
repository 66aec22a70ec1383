"""``python -m benchmarks.fuzz [--seconds 60] [--seed 1] [--part growth] [--rules fast]``."""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from anonfilter.engine.pipeline import Engine, Options
from anonfilter.rules import load_ruleset
from benchmarks.fuzz import growth, surrogates
from benchmarks.fuzz.commandline import disagreements
from benchmarks.fuzz.documents import document
from benchmarks.fuzz.growth import Grown
from benchmarks.fuzz.invariants import Outcome, broken, outcome
from benchmarks.fuzz.shrink import shrunk
from benchmarks.fuzz.summary import Summary

PAST = Path("tests/fuzz/past")
_BATCH = 100  # documents that go through the command line at once
_EACH = 3  # one of so many does


class Part(NamedTuple):
    """The result of one part of a run: True if all promises were kept, and a summary."""

    kept: bool
    summary: str


def main() -> int:
    options = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    options.add_argument("--seconds", type=float, default=60, help="for each part; 60")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--part", choices=_PARTS, action="append", help="only this one")
    options.add_argument("--rules", action="append", help="only with these")
    given = options.parse_args()
    done: list[Part] = []
    for name in given.part or _PARTS:
        run, every = _PARTS[name]
        for rules in every if run is _properties else given.rules or every:
            print(f"{name}, rules {rules}", flush=True)
            done.append(run(time.monotonic() + given.seconds, given.seed, rules))
    print("\nSummary")
    for part in done:
        print(part.summary)
    return 0 if all(part.kept for part in done) else 1


def _documents(until: float, seed: int, rules: str) -> Part:
    engine, fresh = (Engine(load_ruleset(rules), Options(assume_language=True)) for _ in range(2))
    summary = Summary(rules, seed)
    batch: dict[int, Outcome] = {}
    while time.monotonic() < until:
        number = summary.documents + 1
        one = outcome(engine, *document(random.Random(f"{seed} {number}")))
        summary.count(one)
        for promise in broken(one, fresh):
            summary.broken(promise, number, partial(_kept, engine, fresh, rules, one, promise))
        if number % _EACH == 0:
            batch[number] = one
        if len(batch) == _BATCH:
            _by_command(engine, summary, batch)
            batch = {}
    if batch:
        _by_command(engine, summary, batch)
    return Part(not summary.failures, summary.summary())


def _by_command(engine: Engine, summary: Summary, batch: Mapping[int, Outcome]) -> None:
    summary.by_command += len(batch)
    numbers = {id(one): number for number, one in batch.items()}
    for promise, one in disagreements(engine, summary.rules, [*batch.values()]):
        if one is None:
            summary.broken(promise, max(batch), None)
        else:
            summary.broken(promise, numbers[id(one)], partial(_keep, summary.rules, one))


def _kept(engine: Engine, fresh: Engine, rules: str, one: Outcome, promise: str) -> Path:
    """Store the smallest part of a document that breaks the promise, as an example for tests."""

    def breaks(less: bytes) -> bool:
        return promise in broken(outcome(engine, one.name, less), fresh)

    return _keep(rules, replace(one, data=shrunk(one.data, breaks)))


def _keep(rules: str, one: Outcome) -> Path:
    PAST.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(one.data).hexdigest()[:8]
    place = PAST / f"{rules}-{digest}{Path(one.name).suffix}"
    place.write_bytes(one.data)
    return place


def _surrogates(until: float, seed: int, rules: str) -> Part:
    """Try documents with surrogates instead of tags, one after the other in one corpus."""
    summary = Summary(rules, seed)
    with surrogates.corpus(rules, ("corpus", "document")[seed % 2]):
        run = surrogates.session()
        while time.monotonic() < until:
            number = summary.documents + 1
            name, data = document(random.Random(f"{seed} {number}"))
            one, promises = surrogates.tried(run, f"{number}-{name}", data)
            summary.count(replace(one, name=name))
            for promise in promises:
                summary.broken(promise, number, None)
    return Part(not summary.failures, f"With surrogates: {summary.summary()}")


def _properties(until: float, seed: int, rules: str) -> Part:
    """Run the tests that generate examples, with other examples than in ``make test``."""
    files = [
        str(path)
        for path in sorted(Path("tests").rglob("test_*.py"))
        if re.search(r"^from hypothesis", path.read_text("utf-8"), re.MULTILINE)
    ]
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "-m",
            "not slow",
            f"--hypothesis-seed={seed}",
            *files,
        ],
        env={**os.environ, "HYPOTHESIS_PROFILE": "random"},
        check=False,
    )
    kept = ran.returncode == 0
    return Part(
        kept, f"Property tests, seed {seed}: {len(files)} files, {'passed' if kept else 'FAILED'}"
    )


def _growth(until: float, seed: int, rules: str) -> Part:
    engine = growth.engine_of(rules)
    measured: list[Grown] = []
    for one in growth.grown(engine, until, seed):
        measured.append(one)
        print(f"  {_described(one)}", flush=True)
    bad = [one for one in measured if growth.grows_too_fast(one)]
    telling = sum(map(growth.is_telling, measured))
    lines = [
        f"Growth, rules {rules}: {len(measured)} of {len(growth.SHAPES)} shapes measured",
        f"  {telling} took long enough to tell, {len(measured) - telling} were over too soon",
        f"  more than {growth.MOST} times linear: {len(bad) or 'none'}",
        *(f"    {_described(one)}" for one in bad),
    ]
    return Part(not bad, "\n".join(lines))


def _described(one: Grown) -> str:
    return (
        f"{one.factor:.2f} times linear: {one.shape.name} ({one.size:,} bytes {one.twice:.2f} s, "
        f"half of them {one.once:.2f} s)"
    )


_PARTS: dict[str, tuple[Callable[[float, int, str], Part], tuple[str, ...]]] = {
    "documents": (_documents, ("fast", "default")),
    "surrogates": (_surrogates, ("fast", "default", "legal", "hearing", "call")),
    "properties": (_properties, ("of each test",)),
    "growth": (_growth, growth.RULES),
}

if __name__ == "__main__":
    sys.exit(main())
