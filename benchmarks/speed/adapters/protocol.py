"""The common part of all adapters: read documents, write finds, and print the time.

A file that ends in .jsonl has a document in the ``text`` of each line; any other file is one
document. With ``--out``, the finds of each document are written as a line of JSON. The adapter
prints a JSON object: seconds to ``load``, seconds of ``work``, and the number of finds (``found``).
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

Find = tuple[int, int, str, float]
"""Start, end, the library's own label, and its score."""

Finder = Callable[[list[str]], Iterable[list[Find]]]
"""The finds of each text, in the order of the texts."""

_PARAGRAPH = re.compile(r"(?:[^\n]|\n(?!\n))+")


def run(load: Callable[[int], Finder], whole: bool = False) -> None:
    """Run an adapter; ``load`` gets the number of processes that it may use.

    The finder gets paragraphs, or with ``whole`` complete documents.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("input", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    start = time.perf_counter()
    finder = load(options.processes)
    loaded = time.perf_counter()
    texts = documents(options.input)
    found = list(finder(texts) if whole else by_paragraph(finder, texts))
    done = time.perf_counter()
    if options.out:
        options.out.write_text("".join(json.dumps(one) + "\n" for one in found), encoding="utf-8")
    count = sum(map(len, found))
    print(json.dumps({"load": loaded - start, "work": done - loaded, "found": count}))


def documents(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".jsonl":
        return [text]
    return [json.loads(line)["text"] for line in text.splitlines()]


def by_paragraph(finder: Finder, texts: list[str]) -> Iterator[list[Find]]:
    """Yield the finds of each text, of which the finder gets only paragraphs.

    spaCy reads at most a million characters at once.
    """
    places = [
        (number, match.start(), match[0])
        for number, text in enumerate(texts)
        for match in _PARAGRAPH.finditer(text)
    ]
    found: list[list[Find]] = [[] for _ in texts]
    paragraphs = [paragraph for _, _, paragraph in places]
    for (number, at, _), finds in zip(places, finder(paragraphs), strict=True):
        found[number] += [(at + start, at + end, *rest) for start, end, *rest in finds]
    return iter(found)
