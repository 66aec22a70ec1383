"""What the rules mask of annotated text, and what they mask for nothing.

    python benchmarks/accuracy.py GOLD.jsonl[.gz] ... [--rules NAME] [--most N] [--lower]

Gold is one JSON object a line: ``{"id", "text", "entities": [{"start", "end", "label"}]}``.

masked       share of gold mentions all of whose name tokens (a capital or digit in the original,
             titles aside) lie inside replaced spans, whatever the label
false masks  words masked per 1,000 that are in no gold mention of any label (for corpora that
             mark names only, dates and numbers count here too: read it beside the label table)
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from anonfilter import Engine, Options, load_ruleset

WORD = re.compile(r"[^\W_]+")
TITLES = frozenset(
    ("mr", "mrs", "ms", "miss", "dr", "prof", "sir", "lady", "lord", "judge", "justice", "officer")
)
NAMES = ("PERSON", "LOCATION", "ORGANIZATION", "NRP")


def documents(path: Path, most: int) -> Iterator[dict[str, Any]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for at, line in enumerate(lines):
            if at >= most:
                return
            yield json.loads(line)


def outermost(entities: list[dict[str, Any]]) -> list[dict[str, Any]]:
    ordered = sorted(entities, key=lambda e: (e["start"], -e["end"]))
    kept: list[dict[str, Any]] = []
    for entity in ordered:
        if not kept or entity["end"] > kept[-1]["end"]:
            kept.append(entity)
    return kept


def score(engine: Engine, path: Path, most: int, lower: bool) -> tuple[Counter[str], int]:
    counts: Counter[str] = Counter()
    for gold in documents(path, most):
        text = gold["text"]
        shown = text.lower() if lower and len(text.lower()) == len(text) else text
        document = engine.decode(shown.encode("utf-8", "surrogatepass"), gold["id"])
        spans = engine.analyse(document).spans
        masked = bytearray(len(text) + 1)
        for span in spans:
            start = document.origin.position(span.start)
            end = document.origin.position(span.end - 1) + 1
            masked[start:end] = b"\1" * (end - start)
        inside = bytearray(len(text) + 1)
        for entity in outermost(gold["entities"]):
            start, end, label = entity["start"], entity["end"], entity["label"]
            inside[start:end] = b"\1" * (end - start)
            tokens = [
                match
                for match in WORD.finditer(text, start, end)
                if (match[0] != match[0].lower() or match[0].isdigit())
                and match[0].lower() not in TITLES
            ]
            if not tokens:
                continue
            counts[f"gold {label}"] += 1
            counts[f"masked {label}"] += all(all(masked[m.start() : m.end()]) for m in tokens)
        named = bytearray(len(text) + 1)
        for span in spans:
            if span.label in NAMES:
                start = document.origin.position(span.start)
                end = document.origin.position(span.end - 1) + 1
                named[start:end] = b"\1" * (end - start)
        for match in WORD.finditer(text):
            counts["words"] += 1
            if not inside[match.start()]:
                counts["false"] += masked[match.start()]
                counts["false as a name"] += named[match.start()]
    return counts, counts["words"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--rules", default="default")
    parser.add_argument("--most", type=int, default=10**9, help="documents of each file")
    parser.add_argument("--lower", action="store_true", help="as a speech recogniser writes")
    arguments = parser.parse_args()
    engine = Engine(load_ruleset(arguments.rules), Options(assume_language=True))
    table = Table("corpus", "words", *NAMES, "false masks", "of these as names")
    for path in arguments.gold:
        counts, words = score(engine, path, arguments.most, arguments.lower)
        shares = [
            f"{counts[f'masked {name}'] / counts[f'gold {name}']:.3f} ({counts[f'gold {name}']})"
            if counts[f"gold {name}"]
            else ""
            for name in NAMES
        ]
        per_thousand = [f"{1000 * counts[key] / words:.1f}" for key in ("false", "false as a name")]
        table.add_row(path.name.partition(".")[0], f"{words:,}", *shares, *per_thousand)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
