"""``python -m benchmarks.fuzz [--seconds 60] [--seed 1] [--rules fast] [--growth]``."""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from anonfilter.engine.pipeline import Engine, Options
from anonfilter.rules import load_ruleset
from benchmarks.fuzz import growth
from benchmarks.fuzz.commandline import disagreements
from benchmarks.fuzz.documents import document
from benchmarks.fuzz.growth import Grown
from benchmarks.fuzz.invariants import Outcome, broken, outcome
from benchmarks.fuzz.shrink import shrunk
from benchmarks.fuzz.summary import Told

PAST = Path("tests/fuzz/past")
_BATCH = 100  # documents that go through the command line at once


def main() -> int:
    options = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--rules", default="fast")
    options.add_argument("--growth", action="store_true", help="measure how time grows instead")
    given = options.parse_args()
    until = time.monotonic() + given.seconds
    return _grow(until, given.rules) if given.growth else _fuzz(until, given.seed, given.rules)


def _fuzz(until: float, seed: int, rules: str) -> int:
    engine, fresh = (Engine(load_ruleset(rules), Options(assume_language=True)) for _ in range(2))
    told = Told(rules, seed)
    batch: list[Outcome] = []
    while time.monotonic() < until:
        number = told.documents + 1
        one = outcome(engine, *document(random.Random(f"{seed} {number}")))
        told.count(one)
        for promise in broken(one, fresh):
            told.broken(promise, number, partial(_kept, engine, fresh, rules, one, promise))
        batch.append(one)
        if len(batch) == _BATCH:
            _by_command(engine, told, batch)
            batch = []
    if batch:
        _by_command(engine, told, batch)
    print(told.summary())
    return 1 if told.failures else 0


def _by_command(engine: Engine, told: Told, batch: list[Outcome]) -> None:
    told.by_command += len(batch)
    first = told.documents - len(batch) + 1
    for promise, one in disagreements(engine, told.rules, batch):
        number = first + (batch.index(one) if one else 0)
        told.broken(promise, number, partial(_keep, told.rules, one) if one else None)


def _kept(engine: Engine, fresh: Engine, rules: str, one: Outcome, promise: str) -> Path:
    """Keep the smallest such document as an example for the tests."""

    def breaks(less: bytes) -> bool:
        return promise in broken(outcome(engine, one.name, less), fresh)

    return _keep(rules, replace(one, data=shrunk(one.data, breaks)))


def _keep(rules: str, one: Outcome) -> Path:
    PAST.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(one.data).hexdigest()[:8]
    place = PAST / f"{rules}-{digest}{Path(one.name).suffix}"
    place.write_bytes(one.data)
    return place


def _grow(until: float, rules: str) -> int:
    engine = growth.engine_of(rules)
    all_of_them: list[Grown] = []
    for one in growth.grown(engine, until):
        all_of_them.append(one)
        if growth.grows_too_fast(one):
            print(f"{rules}: {_told(one)}", flush=True)
    bad = sum(map(growth.grows_too_fast, all_of_them))
    print(f"\nGrowth, rules {rules}: {len(all_of_them)} of {len(growth.SHAPES)} shapes measured")
    if all_of_them:
        print(f"  {bad} take more than {growth.MOST} times as long as linear growth would")
        told = [one for one in all_of_them if growth.is_telling(one)]
        print(f"  {len(told)} took long enough to tell; the fastest growing of them:")
        for one in sorted(told, key=lambda one: -one.factor)[:3]:
            print(f"    {_told(one)}")
    return 1 if bad else 0


def _told(one: Grown) -> str:
    return (
        f"{one.shape.name}: {one.size:,} bytes take {one.twice:.1f} s, half of them "
        f"{one.once:.1f} s: {one.factor:.2f} times linear"
    )


if __name__ == "__main__":
    sys.exit(main())
