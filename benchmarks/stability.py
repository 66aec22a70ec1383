"""Check that filtering your text twice changes nothing: ``benchmarks/stability.py PATH [RULES]``.

PATH is a folder of texts, a text, or JSON lines (also gzipped) with a "text" in each. The report
lists documents that did not settle, and documents whose filtered text the same rules would change
again, with the place, label and detector of each remaining finding.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from anonfilter import Engine, Options, load_ruleset


def documents(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each document."""
    if path.is_dir():
        for inside in sorted(one for one in path.rglob("*") if one.is_file()):
            yield from documents(inside)
    elif ".jsonl" in path.suffixes:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for at, line in enumerate(data.splitlines(), 1):
            yield f"{path.name}:{at}", json.loads(line)["text"].encode()
    else:
        yield path.name, path.read_bytes()


def main(path: str, rules: str = "default", limit: str = "0") -> int:
    engine = Engine(load_ruleset(rules), Options(assume_language=True))
    fresh = Engine(load_ruleset(rules), Options(assume_language=True))
    figures, left = Counter[str](), Counter[str]()
    for name, data in documents(Path(path)):
        if int(limit) and figures["words"] > int(limit):
            break
        done = engine.redact(engine.read_document(data, name))
        figures["documents"] += 1
        figures["words"] += len(data.split())
        figures["mentions"] += len(done.tagged)
        for one in done.findings:
            left[f"{one.label} ({one.detector})"] += 1
            print(f"{name}:{one.line}:{one.column}: {one.label} ({one.detector})")
        if done.findings:
            figures["unsettled"] += 1
            continue
        document = fresh.read_document(done.output, name)
        again = fresh.redact(document)
        if again.output != done.output:
            figures["changed when filtered again"] += 1
            print(f"{name}: changes when it is filtered again")
        if fresh.check(document):
            figures["not clean for check"] += 1
            print(f"{name}: check finds something in the filtered text")
    print(", ".join(f"{number:,} {what}" for what, number in figures.items()))
    print(", ".join(f"{what} {number}" for what, number in left.most_common()))
    return 1 if any(figures[key] for key in figures if " " in key or key == "unsettled") else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
