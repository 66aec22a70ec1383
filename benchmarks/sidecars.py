"""Measure the cost of sidecars: ``python benchmarks/sidecars.py``.

It measures parsing and rendering per entry, compared with ruamel.yaml, and then the share of
recording and sealing in a run over a text. Times are CPU times of the best of several runs.
"""

from __future__ import annotations

import argparse
import io
import time
from collections.abc import Callable
from typing import Any

import invented

from anonfilter.keys.key import Key, random_id
from anonfilter.keys.sealing import digest_of
from anonfilter.sidecars.codec import open_map, seal_map
from anonfilter.sidecars.entries import Entry, Map, Occurrence
from anonfilter.sidecars.sidecar import Kind, Sidecar, State, render
from anonfilter.sidecars.sidecar_parser import parse

NAME = "hearing.txt"
MARKS = bytes(45)  # three words of a name
AIM = 0.05


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=10_000, help="how many in a sidecar")
    parser.add_argument("--words", type=int, default=30_000, help="how much text")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs")
    parser.add_argument("--rules", default="default", help="a ruleset")
    options = parser.parse_args()

    print(f"{options.entries:,} entries       microseconds an entry")
    for name, seconds in files(options.entries, options.runs).items():
        print(f"  {name:26} {seconds / options.entries * 1e6:8.1f}")
    print()
    for line in share(invented.text(options.words), options.rules, options.runs):
        print(line)


def files(count: int, runs: int) -> dict[str, float]:
    """Return the seconds of each step for a sidecar of this number of people."""
    from ruamel.yaml import YAML

    key, corpus, document = Key.new(), random_id(), random_id()
    entries = (
        Entry(f"[PERSON_{number}]", "PERSON", (Occurrence(f"Mirela Quarnby {number}"),))
        for number in range(1, count + 1)
    )
    known = Map(document, NAME, digest_of(b"", document), {one.tag: one for one in entries})

    def seal() -> State:
        return seal_map(known, corpus, key, lambda _: MARKS)

    sidecar = Sidecar(Kind.SEALED, corpus, document, seal(), where=NAME)
    data = render(sidecar)
    assert open_map(parse(data, NAME), corpus, key, b"", NAME).map == known
    yaml = YAML(typ="safe")
    pure = YAML(typ="safe", pure=True)
    return {
        "seal, with marks": best(seal, runs),
        "write": best(lambda: render(sidecar), runs),
        "read": best(lambda: parse(data, NAME), runs),
        "open": best(lambda: open_map(sidecar, corpus, key, b"", NAME), runs),
        "ruamel.yaml's C reader": best(lambda: yaml.load(io.BytesIO(data)), runs),
        "ruamel.yaml's own reader": best(lambda: pure.load(io.BytesIO(data)), 1),
    }


def share(text: str, rules: str, runs: int) -> list[str]:
    """Return the share of a run that a sealed sidecar takes."""
    from anonfilter import Engine, load_ruleset
    from anonfilter.contract.document import Source
    from anonfilter.sidecars.surfaces import record_tags

    engine = Engine(load_ruleset(rules))
    engine.load()
    document = engine.read(Source(NAME, text))
    redaction = engine.redact(document)
    key, corpus, name = Key.new(), random_id(), random_id()

    def put_down() -> dict[str, Entry]:
        return record_tags(NAME, text, redaction.rewritten, redaction.tagged, (), None)

    entries = put_down()
    known = Map(name, NAME, digest_of(redaction.output, name), entries)

    def seal() -> bytes:
        state = seal_map(known, corpus, key, lambda _: MARKS)
        return render(Sidecar(Kind.SEALED, corpus, name, state))

    whole = best(lambda: engine.redact(document), runs)
    putting_down, sealing = best(put_down, runs), best(seal, runs)
    part = sealing / whole
    return [
        f"{len(text.split()):,} words, {len(entries):,} entries, {len(seal()):,} bytes",
        f"  filter                 {whole * 1000:10.1f} ms",
        f"  put the entries down   {putting_down * 1000:10.1f} ms  {putting_down / whole:8.2%}",
        f"  seal and write them    {sealing * 1000:10.1f} ms  {part:8.2%}"
        f"   (aim: below {AIM:.0%}: {'yes' if part < AIM else 'NO'})",
    ]


def best(work: Callable[[], Any], runs: int) -> float:
    """Return the least CPU time of several runs, in seconds."""
    took = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work()
        took = min(took, time.process_time() - start)
    return took


if __name__ == "__main__":
    main()
