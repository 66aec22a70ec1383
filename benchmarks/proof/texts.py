"""Draw the texts of the proof: beginnings of documents that were not used for training."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from anonfilter import Engine, load_ruleset
from anonfilter.contract.document import Source
from anonfilter.engine.pipeline import Options
from training.apart import kept_apart

Row = Mapping[str, Any]

CORPORA = tuple(
    "ami_ne biographies calls dialogue general judgments_in slue_voxpopuli u_ami_rest".split()
)
NEVER_TRAINED_ON = ("biographies",)
MOST = 20  # documents of a corpus
LINES, CHARACTERS = 60, 4000


def rows(folder: Path, corpus: str) -> Iterator[Row]:
    with gzip.open(folder / f"{corpus}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def originals(folder: Path, seed: int) -> list[Row]:
    """Return the beginnings of some documents of each corpus, with their annotated mentions."""
    found: list[Row] = []
    for corpus in CORPORA:
        apart = [
            _beginning(corpus, row)
            for row in rows(folder, corpus)
            if corpus in NEVER_TRAINED_ON or kept_apart(corpus, row["id"])
        ]
        random.Random(seed).shuffle(apart)
        found += apart[:MOST]
    return found


def _beginning(corpus: str, row: Row) -> Row:
    """Return the first lines of a document; only a very long first line is cut."""
    text: str = row["text"]
    lines = text.splitlines(keepends=True)[:LINES]
    while len(lines) > 1 and sum(map(len, lines)) > CHARACTERS:
        lines.pop()
    beginning = "".join(lines)[:CHARACTERS]
    marked = [
        {"start": one["start"], "end": one["end"], "label": one["label"]}
        for one in row.get("entities", ())
        if one["end"] <= len(beginning) and str(one.get("gold", "gold")).startswith("gold")
    ]
    kept = {"corpus": corpus, "text": beginning}
    return kept | ({"entities": marked} if "entities" in row else {})


def filtered(texts: list[Row], rules: str) -> list[Row]:
    """Return the filtered texts; each text is filtered as a separate document."""
    engine = Engine(load_ruleset(rules), Options(assume_language=True))
    made = []
    for row in texts:
        redaction = engine.redact(engine.read(Source("text.txt", row["text"])))
        made.append({"corpus": row["corpus"], "text": redaction.output.decode()})
    return made


def write(path: Path, written: list[Row]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in written))
    return path
