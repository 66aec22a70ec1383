"""Measure that time does not grow faster than the text: each shape of text is doubled.

CPU times are compared, the best of several tries. Models are left out. Instead, a simple detector
finds capitalised words as names, so that resolvers and taggers have work.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from anonfilter_english.knowledge.automaton import ENOUGH

from anonfilter.engine.pipeline import Engine, Options
from anonfilter.errors import AnonfilterError
from anonfilter.rules import parse_ruleset
from benchmarks.fuzz.shapes import SHAPES, Shape, repeated

MOST = 1.3
"""How much more than twice the time twice the text may take."""
RULES = ("fast", "default", "hearing", "legal", "call")
_FIRST, _LARGEST = 8_000, 64_000
_TELLING = 0.3  # seconds: what takes less says little
_TRIES = 7  # of those that seem to grow too fast: a busy machine slows some

_WITHOUT_MODELS = """
anonfilter: 1
name: grown
extends: {rules}
detectors:
  - {{use: spacy, enabled: false}}
  - {{use: caseless, enabled: false}}
  - use: patterns
    name: stand-in
    after: names
    patterns:
      - {{label: PERSON, score: 0.85, examples: [Ann Bell], counterexamples: [ann],
         regex: '\\b[A-Z][\\w.-]{{0,30}}(?:[ ,]{{1,2}}[A-Z][\\w.-]{{0,30}}){{0,3}}'}}
"""


@dataclass(frozen=True, slots=True)
class Grown:
    """A shape of text, its larger size, and the times for half this size and for this size."""

    shape: Shape
    size: int
    once: float
    twice: float

    @property
    def factor(self) -> float:
        return self.twice / self.once / 2


def engine_of(rules: str) -> Engine:
    model_free = parse_ruleset(_WITHOUT_MODELS.format(rules=rules), "grown.yaml")
    engine = Engine(model_free, Options(assume_language=True))
    line = "MR. BELL: I am Ann Bell, and was born on May 4, 1970.\n"
    text = line + repeated("So we went home, and they said {w} was late.\n\n", 2 * ENOUGH)
    engine.redact(engine.read_document(text.encode(), "a.txt"))  # what is made once is not growth
    return engine


def grown(engine: Engine, until: float, seed: int) -> Iterator[Grown]:
    """Yield the measured shapes until the time is over, in an order that depends on the seed."""
    for shape in random.Random(seed).sample(SHAPES, len(SHAPES)):
        if time.monotonic() > until:
            return
        yield _measured(engine, shape)


def _measured(engine: Engine, shape: Shape) -> Grown:
    size, once = _FIRST, _seconds(engine, shape, _FIRST)
    while once < _TELLING / 2 and size < _LARGEST:
        size *= 2
        once = _seconds(engine, shape, size)
    found = Grown(shape, 2 * size, once, _seconds(engine, shape, 2 * size))
    for _ in range(_TRIES - 1):
        if found.factor <= MOST or found.twice < _TELLING:
            break
        once = min(found.once, _seconds(engine, shape, size))
        twice = min(found.twice, _seconds(engine, shape, 2 * size))
        found = Grown(shape, 2 * size, once, twice)
    return found


def grows_too_fast(one: Grown) -> bool:
    return one.factor > MOST and is_telling(one)


def is_telling(one: Grown) -> bool:
    """Return True if the larger text took long enough for a reliable ratio, else False."""
    return one.twice >= _TELLING


def _seconds(engine: Engine, shape: Shape, size: int) -> float:
    data = shape.text(size).encode("utf-8", "surrogatepass")
    start = time.process_time()
    with suppress(AnonfilterError):  # which must come in time as well
        engine.redact(engine.read_document(data, shape.file))
    return time.process_time() - start
