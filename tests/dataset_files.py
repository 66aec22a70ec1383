"""Datasets of invented people in shards, and rules without a model to filter them by."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

NAME, OTHER = "Wilma Quillfeather", "Rosa Marchetti"
UNSETTLED = f"STUCK {' '.join(f'after{at % 10}' for at in range(30))}"

# A name of these, or any behind "called"; the last pattern takes the word after each tag.
RULES = r"""
anonfilter: 1
name: small
labels:
  PERSON: {kind: direct, risk: 5, tag: '[PERSON_{n}]', survives: fail}
  CHAIN: {kind: indirect, tag: '[CHAIN_{n}]'}
formats: [{use: text}, {use: jsonl}]
detectors:
  - use: patterns
    patterns:
      - {label: PERSON, regex: '\bWilma Quillfeather\b|(?<=called )[A-Z]\w+ [A-Z]\w+'}
      - {label: CHAIN, regex: 'STUCK|(?<=\ufffc *)after\d'}
taggers: [{use: numbered}]
"""
CORPUS = f"{RULES}scope: corpus\n"


def write(folder: Path, shards: int = 2) -> None:
    """Shards of each kind. Only the first text tells that Rosa Marchetti is a name."""
    (folder / "raw/deep").mkdir(parents=True)
    for number in range(shards):
        texts = [f"{NAME} left on day {number}.", f"So {OTHER} said.", "Ola Berg did not."]
        rows = [{"id": at, "text": text} for at, text in enumerate(texts)]
        lines = "".join(f"{json.dumps(row)}\n" for row in rows)
        (folder / f"raw/{number}.jsonl").write_text(lines)
        columns = {"id": [0, 1, 2], "text": texts}
        parquet.write_table(pa.table(columns), folder / f"raw/deep/{number}.parquet")
        (folder / f"raw/{number}.txt").write_text("\n\n".join(texts))
    (folder / "raw/0.txt").write_text(f"She is called {OTHER}.\n")


def files(folder: Path) -> dict[str, bytes]:
    """All that is below a folder, hidden files too."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}
