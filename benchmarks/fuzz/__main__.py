"""``python -m benchmarks.fuzz [--seconds 60] [--seed 1] [--rules fast] [--growth] [--command]``."""

from __future__ import annotations

import argparse
import hashlib
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from anonfilter.engine.pipeline import Engine, Options
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.rules import load_ruleset
from benchmarks.fuzz import growth
from benchmarks.fuzz.documents import document
from benchmarks.fuzz.invariants import broken
from benchmarks.fuzz.shrink import shrunk

PAST = Path("tests/fuzz/past")
_COMMANDS_OF = 50  # one document of so many goes through the command line as well


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
    found, number = Counter[str](), 0
    while time.monotonic() < until:
        number += 1
        name, data = document(random.Random(f"{seed} {number}"))
        for promise in _broken(engine, fresh, rules, name, data, number):
            found[promise] += 1
            if found[promise] <= 3:
                place = _kept(engine, fresh, rules, name, data, promise)
                print(f"{promise}: document {number} of seed {seed}, {place}", flush=True)
    print(f"{number:,} documents, rules {rules}, seed {seed}: {dict(found) or 'all promises kept'}")
    return 1 if found else 0


def _broken(
    engine: Engine, fresh: Engine, rules: str, name: str, data: bytes, number: int
) -> Iterator[str]:
    yield from broken(engine, fresh, name, data)
    if number % _COMMANDS_OF == 0 and not _command_agrees(engine, rules, name, data):
        yield "the command line ends as the library does"


def _kept(engine: Engine, fresh: Engine, rules: str, name: str, data: bytes, promise: str) -> Path:
    """Keep the smallest such document as an example for the tests."""
    small = shrunk(data, lambda less: promise in broken(engine, fresh, name, less))
    PAST.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(small).hexdigest()[:8]
    place = PAST / f"{rules}-{digest}{Path(name).suffix}"
    place.write_bytes(small)
    return place


def _command_agrees(engine: Engine, rules: str, name: str, data: bytes) -> bool:
    """Whether the filter's exit code and output are what the library says of the file."""
    try:
        done = engine.redact(engine.decode(data, name))
        code, output = (Exit.FOUND, b"") if done.findings else (Exit.OK, done.output)
    except AnonfilterError as error:
        code, output = error.exit_code, b""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, name).write_bytes(data)
        ran = subprocess.run(
            [sys.executable, "-m", "anonfilter", "--rules", rules, "--assume-language", name],
            cwd=folder, capture_output=True, check=False,
        )  # fmt: skip
    told = b"Traceback" not in ran.stderr
    return told and ran.returncode == code and ran.stdout == output


def _grow(until: float, rules: str) -> int:
    engine = growth.engine_of(rules)
    measured = 0
    bad = 0
    for one in growth.grown(engine, until):
        measured += 1
        if growth.grows_too_fast(one):
            bad += 1
            print(
                f"{rules}: {one.shape.name}: {one.size:,} bytes take {one.twice:.1f} s, half of "
                f"them {one.once:.1f} s: {one.factor:.1f} times linear",
                flush=True,
            )
    print(f"{measured} of {len(growth.SHAPES)} shapes, rules {rules}: {bad} grow too fast")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
