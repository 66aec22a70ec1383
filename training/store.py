"""Store prepared examples in a file, so that their missing marks are filled in only once."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from training.example import Example, Mark


def write(examples: Iterable[Example], path: Path) -> None:
    """Write examples, one per line; the file appears only when it is complete."""
    new = path.with_name(path.name + ".new")
    with gzip.open(new, "wt", encoding="utf-8", compresslevel=3) as out:
        for one in examples:
            marks = [(mark.start, mark.end, mark.label) for mark in one.marks]
            out.write(json.dumps([one.source, one.text, marks]) + "\n")
    new.replace(path)


def stored(path: Path) -> Iterator[Example]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            source, text, marks = json.loads(line)
            yield Example(text, tuple(Mark(*mark) for mark in marks), source)
