"""What the rules mask of annotated text, and what they mask for nothing.

    python benchmarks/accuracy.py GOLD.jsonl[.gz] ... [--rules NAME] [--by-label] [--misses]

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
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from anonfilter import Engine, Options, load_ruleset
from anonfilter.model import Document

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


def masked_of(engine: Engine, document: Document) -> list[tuple[int, int, str]]:
    """What the filter would replace, by offsets of the file."""
    return [
        (*document.origin.extent(span.start, span.end), span.label)
        for span in engine.redact(document).analysis.spans
    ]


def paint(length: int, stretches: Iterable[tuple[int, int]]) -> bytearray:
    painted = bytearray(length + 1)
    for start, end in stretches:
        painted[start:end] = b"\1" * (end - start)
    return painted


def name_tokens(text: str, start: int, end: int) -> list[re.Match[str]]:
    """The words by which a mention is known: with a capital or a digit, titles aside."""
    return [
        word
        for word in WORD.finditer(text, start, end)
        if (word[0] != word[0].lower() or word[0].isdigit()) and word[0].lower() not in TITLES
    ]


def score(
    engine: Engine, gold: dict[str, Any], lower: bool, counts: Counter[str], missed: list[str]
) -> None:
    """Add one document's counts; ``missed`` collects label, line and text of what leaks."""
    text: str = gold["text"]
    shown = text.lower() if lower and len(text.lower()) == len(text) else text
    document = engine.decode(shown.encode("utf-8", "surrogatepass"), gold["id"])
    found = masked_of(engine, document)
    entities = [(e["start"], e["end"], e["label"]) for e in outermost(gold["entities"])]
    masked = paint(len(text), [(start, end) for start, end, _ in found])
    named = paint(len(text), [(start, end) for start, end, label in found if label in NAMES])
    inside = paint(len(text), [(start, end) for start, end, _ in entities])
    for start, end, label in entities:
        tokens = name_tokens(text, start, end) or list(WORD.finditer(text, start, end))
        whole = all(all(masked[word.start() : word.end()]) for word in tokens)
        counts[f"gold {label}"] += 1
        counts[f"masked {label}"] += whole
        counts[f"recalled {label}"] += any(
            start < e and s < end and label == other for s, e, other in found
        )
        if not whole:
            line = text.count("\n", 0, start) + 1
            missed.append(f"{label}, line {line}: {' '.join(text[start:end].split())}")
    for start, end, label in found:
        counts[f"found {label}"] += 1
        counts[f"right {label}"] += any(
            start < e and s < end and label == other for s, e, other in entities
        )
    for word in WORD.finditer(text):
        counts["words"] += 1
        if not inside[word.start()]:
            counts["false"] += masked[word.start()]
            counts["false as a name"] += named[word.start()]


def by_corpus(rows: list[tuple[str, Counter[str]]]) -> Table:
    table = Table("corpus", "words", *NAMES, "false masks", "of these as names")
    for name, counts in rows:
        shares = [
            f"{counts[f'masked {label}'] / counts[f'gold {label}']:.3f} ({counts[f'gold {label}']})"
            if counts[f"gold {label}"]
            else ""
            for label in NAMES
        ]
        per_thousand = [
            f"{1000 * counts[key] / max(1, counts['words']):.1f}"
            for key in ("false", "false as a name")
        ]
        table.add_row(name, f"{counts['words']:,}", *shares, *per_thousand)
    return table


def by_label(counts: Counter[str]) -> Table:
    table = Table("label", "gold", "found", "masked", "precision", "recall", "F1")
    labels = sorted({key.partition(" ")[2] for key in counts if key.startswith("gold ")})
    for label in labels:
        gold, found = counts[f"gold {label}"], counts[f"found {label}"]
        recall = counts[f"recalled {label}"] / gold
        precision = counts[f"right {label}"] / found if found else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        shares = (counts[f"masked {label}"] / gold, precision, recall, f1)
        table.add_row(label, str(gold), str(found), *(f"{share:.3f}" for share in shares))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--rules", default="default")
    parser.add_argument("--most", type=int, default=10**9, help="documents of each file")
    parser.add_argument("--lower", action="store_true", help="as a speech recogniser writes")
    parser.add_argument("--by-label", action="store_true", help="precision, recall, F1 by overlap")
    parser.add_argument("--misses", action="store_true", help="list what leaks; this shows values")
    arguments = parser.parse_args()
    engine = Engine(load_ruleset(arguments.rules), Options(assume_language=True))
    console = Console(width=120)
    rows: list[tuple[str, Counter[str]]] = []
    for path in arguments.gold:
        counts: Counter[str] = Counter()
        missed: list[str] = []
        for gold in documents(path, arguments.most):
            score(engine, gold, arguments.lower, counts, missed)
        rows.append((path.name.partition(".")[0], counts))
        if arguments.by_label:
            console.print(path.name, by_label(counts))
        if arguments.misses:
            console.print(*missed, sep="\n", markup=False, highlight=False)
    console.print(by_corpus(rows))


if __name__ == "__main__":
    main()
